import { coverSize } from "../../photos/photo.ts";
import { atLocation } from "../../region/locations.ts";
import type { CardText } from "../../share-cards/card.ts";
import type { SharedImage } from "../../ui/shell/page-meta.ts";
import type { PlaceSummary } from "./place.ts";

/** File in public/ilustracoes, drawn by scripts/render-place-cards.mjs. */
export function placeCardFile(id: number): string {
  return `lugar-${id}.jpg`;
}

export function placeCard({ id, nome, localizacao }: PlaceSummary): SharedImage {
  const alt = `${nome}, ${atLocation(localizacao)}`;
  return { path: `/ilustracoes/${placeCardFile(id)}`, ...coverSize, alt };
}

export function placeCardText({
  nome,
  localizacao,
}: Pick<PlaceSummary, "nome" | "localizacao">): CardText {
  return {
    place: localizacao,
    title: nome,
    detail: null,
    figures: [{ amount: "Onde visitar", label: "Como chegar, quando ir e onde ficar" }],
  };
}
