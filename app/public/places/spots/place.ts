import type { RegionPoint } from "../../../domain/region/gazetteer.ts";
import type { SceneName } from "../../../platform/ui/pictures/scene-names.ts";

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

/** A place on the page of a location. */
export interface NearPlace extends PlaceSummary {
  /** Time and surface of the road: "25 min, asfalto". */
  drive: string;
}

/** What one asks before going, in this order. */
export const placeFacts = [
  { name: "tempo", label: "Quanto tempo" },
  { name: "preco", label: "Preço" },
  { name: "horario", label: "Horário" },
  { name: "criancas", label: "Com crianças" },
  { name: "chuva", label: "Com chuva" },
] as const;

type PlaceFacts = Record<(typeof placeFacts)[number]["name"], string>;

/** A place as in spec §3. */
export interface Place extends PlaceSummary, PlaceFacts {
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
