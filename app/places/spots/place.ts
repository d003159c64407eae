import type { RegionPoint } from "../../region/gazetteer.ts";
import type { SceneName } from "../../ui/pictures/scene-names.ts";

/** Shown on a card (spec §3). */
export interface PlaceSummary {
  id: number;
  nome: string;
  localizacao: string;
  imagem: SceneName;
  alt: string;
  resumo: string;
  /** On the drawing of the region. */
  ponto: RegionPoint;
}

/** Spec §3. */
export interface Place extends PlaceSummary {
  mapa: string;
  /** HTML: the first paragraph, and the rest. */
  intro: string;
  descricao: string;
}

/** On another site: load it only on request (spec §3). */
export function embedUrl({ mapa }: Pick<Place, "mapa">): string {
  return `https://www.google.com/maps?q=${encodeURIComponent(mapa)}&output=embed`;
}

export function mapUrl({ mapa }: Pick<Place, "mapa">): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(mapa)}`;
}
