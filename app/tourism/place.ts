import type { SceneName } from "../ui/pictures/scene-names.ts";

/** What the card of a place shows (spec §3). */
export interface PlaceSummary {
  id: number;
  nome: string;
  localizacao: string;
  imagem: SceneName;
  /** What the picture shows. */
  alt: string;
  resumo: string;
}

/** A place to visit, as its page shows it (spec §3). */
export interface Place extends PlaceSummary {
  /** What a map service is asked for. */
  mapa: string;
  /** Where it lies on the drawn map. */
  ponto: { x: number; y: number };
  /** The first paragraph, and the rest, as HTML. */
  intro: string;
  descricao: string;
}

/** The embedded map (spec §3). It is of another site: to be loaded when asked for. */
export function embedUrl({ mapa }: Pick<Place, "mapa">): string {
  return `https://www.google.com/maps?q=${encodeURIComponent(mapa)}&output=embed`;
}

/** The same map as a page of its own. */
export function mapUrl({ mapa }: Pick<Place, "mapa">): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(mapa)}`;
}
