import type { FlagName } from "../listings/fields.ts";

/** Flags a search can ask for, by query parameter (`pets=1`), and the words for such listings. */
export const flagFilters = {
  pets: { field: "aceitaPets", words: "que aceitam pets" },
} as const satisfies Record<string, { field: FlagName; words: string }>;

export type FlagFilter = keyof typeof flagFilters;

/** A search's criteria; null or false where it has none. */
export interface Filters extends Record<FlagFilter, boolean> {
  /** The highest price of a night, whole BRL. */
  q: number | null;
  /** A location option; any other text finds nothing. */
  localizacao: string | null;
}

export const flagFilterNames = Object.keys(flagFilters) as FlagFilter[];

/** The query parameters of a search, which are also the names of its form's controls. */
const filterParams = ["q", "localizacao", ...flagFilterNames] as const;

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
  const flags = flagFilterNames.map((name) => [name, params.get(name) === "1"]);
  return {
    q: digits === "" ? null : Number(digits),
    localizacao: localizacao || null,
    ...(Object.fromEntries(flags) as Record<FlagFilter, boolean>),
  };
}

/** A search for everything. */
export const noFilters: Filters = readFilters(new URLSearchParams());

/** The query of a search's address, in one canonical form. */
export function writeFilters(filters: Filters): Record<string, string> {
  const given = filterParams.flatMap((name): [string, string][] => {
    const value = filters[name];
    if (value === null || value === false) return [];
    return [[name, value === true ? "1" : String(value)]];
  });
  return Object.fromEntries(given);
}

/** Whether anything is asked for; a search without it is not submitted (spec §5). */
export function isSearch(filters: Filters): boolean {
  return Object.keys(writeFilters(filters)).length > 0;
}
