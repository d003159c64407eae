/** What a search asks for. A null means: not asked. */
export interface Filters {
  /** The highest price of a night, whole BRL. */
  q: number | null;
  /** A location option; any other text finds nothing. */
  localizacao: string | null;
}

/** Digits a price in the search has at most (spec §9). */
export const maxPriceDigits = 5;

/** The digits of a price as typed, no more than fit (spec §5). */
export function priceDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, maxPriceDigits);
}

/** Reads a search from the query of its address (spec §2). */
export function readFilters(params: URLSearchParams): Filters {
  const digits = priceDigits(params.get("q") ?? "");
  const localizacao = params.get("localizacao")?.trim();
  return { q: digits === "" ? null : Number(digits), localizacao: localizacao || null };
}

/** Whether anything is asked for; a search without it is not submitted (spec §5). */
export function isSearch({ q, localizacao }: Filters): boolean {
  return q !== null || localizacao !== null;
}
