import type { FilterFlagName } from "../../listings/fields.ts";
import type { Season, Terms } from "../../prices/seasons.ts";

/** The fields of a listing that searches need. */
export interface IndexedListing extends Record<FilterFlagName, boolean> {
  id: string;
  /** Microseconds since 1970. */
  createdAt: number;
  localizacao: string;
  lazer: readonly string[];
  quantidadeMaximaPessoas: number | null;
  QuantidadeTotalQuartos: number | null;
  terms: Terms;
  seasons: readonly Season[];
  /** Civil date on which the calendar was last confirmed. */
  confirmedOn: string;
  /** Nights taken by the owner or a feed; civil dates. */
  taken: readonly string[];
}
