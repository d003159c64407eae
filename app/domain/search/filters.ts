import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import { slugOf } from "../../platform/ui/slug.ts";
import { countOf } from "../../platform/ui/words.ts";
import { readStay } from "../calendar/read-stay.ts";
import { formatStay, type Stay, writeStay } from "../calendar/stays.ts";
import { countLimit, type FlagParameter, filterFlags, leisureOptions } from "../listings/fields.ts";
import type { ListOrder } from "../listings/list-cursor.ts";
import { locationOptions } from "../region/locations.ts";

export const orderLabels: Readonly<Record<ListOrder, string>> = {
  novos: "Recém-publicados",
  preco: "Menor preço",
};

/** Null, false or empty means any. */
export interface Filters extends Record<FlagParameter, boolean> {
  /** Maximum price per night in whole BRL. */
  q: number | null;
  /** Maximum price of the stay in whole BRL; set only with dates. */
  total: number | null;
  /** Include listings without a price; set only with a maximum price. */
  semPreco: boolean;
  /** A location option; any other text matches nothing. */
  localizacao: string | null;
  stay: Stay | null;
  /** Minimum number of guests. */
  pessoas: number | null;
  /** Minimum number of bedrooms. */
  quartos: number | null;
  /** Amenities that a listing must all have, in the order of the options. */
  lazer: readonly string[];
  ordem: ListOrder;
}

export const noFilters: Filters = {
  q: null,
  total: null,
  semPreco: false,
  localizacao: null,
  stay: null,
  pessoas: null,
  quartos: null,
  lazer: [],
  ...flagValues(() => false),
  ordem: "novos",
};

function flagValues(isSet: (parameter: FlagParameter) => boolean): Record<FlagParameter, boolean> {
  const values = filterFlags.map(({ parameter }) => [parameter, isSet(parameter)]);
  return Object.fromEntries(values) as Record<FlagParameter, boolean>;
}

type RefusableName =
  | "entrada"
  | "saida"
  | "pessoas"
  | "quartos"
  | "total"
  | "lazer"
  | "ordem"
  | FlagParameter;

/**
 * A search as read; invalid values are missing in the filters and explained beside their control.
 */
export interface ParsedSearch {
  filters: Filters;
  problems: Partial<Record<RefusableName, string>>;
}

/** The limit of spec §9. */
export const maxPriceDigits = 5;

/** Limit in whole BRL. */
export const maxPrice = 10 ** maxPriceDigits - 1;

/** A stay of two weeks at the dearest nightly price. */
export const maxTotalDigits = 7;

/**
 * Keeps whole BRL: drops cents ("500,00", "1.200.5"), anything but digits, and excess digits (spec
 * §5). Three digits after a dot are thousands.
 */
export function priceDigits(text: string, most = maxPriceDigits): string {
  const whole = text.trim().replace(/(?:,\d*|\.\d{0,2})$/, "");
  return whole.replace(/\D/g, "").slice(0, most);
}

/** Parses a search URL's query (spec §2). */
export function readSearch(params: URLSearchParams, day: string): ParsedSearch {
  const digits = priceDigits(params.get("q") ?? "");
  const { stay, problems: stayProblems } = readStay(params, day);
  const problems: ParsedSearch["problems"] = { ...stayProblems };

  const ofStay = priceDigits(params.get("total") ?? "", maxTotalDigits);
  if (ofStay && !stay && Object.keys(stayProblems).length === 0) {
    problems.total = "Escolha também as datas, porque o total depende delas.";
  }

  const pessoas = readCount(params.get("pessoas"));
  if (pessoas === "wrong") problems.pessoas = `Diga quantas pessoas, de 1 a ${countLimit}.`;
  const quartos = readCount(params.get("quartos"));
  if (quartos === "wrong") problems.quartos = `Diga quantos quartos, de 1 a ${countLimit}.`;

  const leisure = params.getAll("lazer").filter((name) => name.trim() !== "");
  if (leisure.some((name) => !isLeisure(name))) {
    problems.lazer = "Não conhecemos uma das comodidades pedidas. Escolha entre estas.";
  }
  const ordem = params.get("ordem") ?? "";
  if (ordem && !isOrder(ordem)) problems.ordem = "Não conhecemos essa ordem. Escolha entre estas.";

  const flags = flagValues((name) => {
    const value = params.get(name) ?? "";
    if (value !== "" && value !== "1") problems[name] = "Marque a opção para filtrar por ela.";
    return value === "1";
  });
  return {
    filters: {
      q: digits === "" ? null : Number(digits),
      total: ofStay && stay ? Number(ofStay) : null,
      semPreco:
        (digits !== "" || (ofStay !== "" && stay !== null)) && params.get("semPreco") === "1",
      localizacao: readLocation(params.get("localizacao")?.trim() ?? ""),
      stay,
      pessoas: pessoas === "wrong" ? null : pessoas,
      quartos: quartos === "wrong" ? null : quartos,
      lazer: leisureOptions.filter((name) => leisure.includes(name)),
      ...flags,
      ordem: isOrder(ordem) ? ordem : "novos",
    },
    problems,
  };
}

function readCount(text: string | null): number | null | "wrong" {
  const typed = text?.trim() ?? "";
  if (typed === "") return null;
  const count = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= countLimit ? count : "wrong";
}

/** Finds a location, although addresses typed by hand often lack accents and capitals. */
function readLocation(name: string): string | null {
  const slug = slugOf(name);
  return locationOptions.find((option) => slugOf(option) === slug) ?? (name || null);
}

function isLeisure(name: string): boolean {
  return leisureOptions.some((option) => option === name);
}

function isOrder(name: string): name is ListOrder {
  return Object.hasOwn(orderLabels, name);
}

/** Writes filters in their canonical form. */
export function writeFilters(filters: Filters): Record<string, string | readonly string[]> {
  const { q, total, semPreco, localizacao, stay, pessoas, quartos, lazer, ordem } = filters;
  return {
    ...(q !== null && { q: String(q) }),
    ...(total !== null && { total: String(total) }),
    ...(semPreco && hasPriceLimit(filters) && { semPreco: "1" }),
    ...(localizacao !== null && { localizacao }),
    ...(stay && writeStay(stay)),
    ...(pessoas !== null && { pessoas: String(pessoas) }),
    ...(quartos !== null && { quartos: String(quartos) }),
    ...(lazer.length > 0 && { lazer }),
    ...Object.fromEntries(flagsOf(filters).map(({ parameter }) => [parameter, "1"])),
    ...(ordem !== "novos" && { ordem }),
  };
}

/** Path where visitors ask for letters about what a search finds later. */
export function alertAddress(filters: Filters): string {
  return pageAddress("/avisos/novo", writeFilters({ ...filters, ordem: "novos" }));
}

export function hasPriceLimit({ q, total }: Pick<Filters, "q" | "total">): boolean {
  return q !== null || total !== null;
}

export function flagsOf(filters: Readonly<Record<FlagParameter, boolean>>): typeof filterFlags {
  return filterFlags.filter(({ parameter }) => filters[parameter]);
}

/** Writes "3 quartos ou mais". */
export function formatBedrooms(least: number): string {
  return `${countOf(least, "quarto")} ou mais`;
}

/** An empty search is not submitted (spec §5). */
export function isSearch(filters: Filters): boolean {
  return Object.keys(writeFilters(filters)).length > 0;
}

/** Words such as "11 a 13/12"; null if there are no dates. */
export function stayInWords({ stay }: Filters, day: string): string | null {
  return stay && formatStay(stay, day);
}
