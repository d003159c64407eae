import type { RegionPoint } from "../../region/gazetteer.ts";
import type { SceneName } from "../../ui/pictures/scene-names.ts";

/** A place's part on a card (spec §3). */
export interface PlaceSummary {
  id: number;
  nome: string;
  localizacao: string;
  imagem: SceneName;
  alt: string;
  resumo: string;
  /** Position on the drawing of the region. */
  ponto: RegionPoint;
}

/** A place as in spec §3. */
export interface Place extends PlaceSummary {
  mapa: string;
  /** The first paragraph as HTML; the next field has the rest. */
  intro: string;
  descricao: string;
}

/** Address of a map on another site, which may be loaded only on request (spec §3). */
export function embedUrl({ mapa }: Pick<Place, "mapa">): string {
  return `https://www.google.com/maps?q=${encodeURIComponent(mapa)}&output=embed`;
}

export function mapUrl({ mapa }: Pick<Place, "mapa">): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(mapa)}`;
}
