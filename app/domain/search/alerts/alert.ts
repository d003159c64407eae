import { capitalize } from "../../../platform/ui/words.ts";
import { addDays } from "../../calendar/civil-date.ts";
import type { Stay } from "../../calendar/stays.ts";
import { filterFlags, leisureOptions } from "../../listings/fields.ts";
import { atLocation } from "../../region/locations.ts";
import { type Filters, flagsOf, noFilters } from "../filters.ts";
import { searchWords } from "../search-words.ts";

export const maxAlertsOfEmail = 5;

/** Days for which an alert without dates runs, from its confirmation on. */
export const openAlertDays = 90;

/** Days after which a request that nobody confirmed is purged. */
export const unconfirmedDays = 7;

export const notAsked = "Não conseguimos guardar o pedido. Tente de novo em instantes.";

export const notChanged = "Não conseguimos mudar o aviso. Confira a internet e tente de novo.";

/** A search as stored with an alert. */
export interface AlertColumns {
  postId: string | null;
  localizacao: string | null;
  entrada: string | null;
  saida: string | null;
  pessoas: number | null;
  quartos: number | null;
  wishes: string[];
  q: number | null;
  total: number | null;
  semPreco: boolean;
}

/** The search that an alert watches, or one listing with its dates. */
export interface Watched {
  filters: Filters;
  postId: string | null;
}

export function columnsOfWatched({ filters, postId }: Watched): AlertColumns {
  const { localizacao, stay, pessoas, quartos, lazer, q, total, semPreco } = filters;
  return {
    postId,
    localizacao,
    entrada: stay?.checkIn ?? null,
    saida: stay?.checkOut ?? null,
    pessoas,
    quartos,
    wishes: [...lazer, ...flagsOf(filters).map(({ name }) => name)],
    q,
    total,
    semPreco,
  };
}

export function watchedOf(alert: AlertColumns): Watched {
  const { localizacao, pessoas, quartos, q, total, semPreco, wishes } = alert;
  const filters: Filters = {
    ...noFilters,
    localizacao,
    stay: stayOf(alert),
    pessoas,
    quartos,
    q,
    total,
    semPreco,
    lazer: leisureOptions.filter((name) => wishes.includes(name)),
  };
  for (const { name, parameter } of filterFlags) filters[parameter] = wishes.includes(name);
  return { filters, postId: alert.postId };
}

export function stayOf({ entrada, saida }: Pick<AlertColumns, "entrada" | "saida">): Stay | null {
  return entrada !== null && saida !== null ? { checkIn: entrada, checkOut: saida } : null;
}

/** The last day of an alert that begins today. */
export function endOfAlert({ entrada }: Pick<AlertColumns, "entrada">, day: string): string {
  return entrada ?? addDays(day, openAlertDays);
}

/** A listing named in an alert's words. */
export interface NamedListing {
  title: string;
  localizacao: string;
}

/**
 * Words such as "Casas em Capitólio para 14 pessoas, livres de 5 a 10/02, com piscina, até R$ 900 por
 * noite", or "A casa “Rancho do Lago”, em Capitólio, livre de 5 a 10/02". The title may be left out.
 */
export function describeAlert(
  filters: Filters,
  day: string,
  listing: { title?: string; localizacao: string } | null = null,
): string {
  const { where, dates, people, bedrooms, price, amenities } = searchWords(filters, day);
  const place = listing ? atLocation(listing.localizacao) : where;
  const title = listing?.title ? [`“${listing.title}”,`] : [];
  const subject = listing ? [title.length > 0 ? "a casa" : "uma casa", ...title] : ["casas"];
  const free = listing ? "livre" : "livres";
  const opening = [...subject, place, people].filter(Boolean).join(" ");
  const words = [opening, dates && `${free} de ${dates}`, bedrooms, ...amenities, ...price];
  return capitalize(words.filter(Boolean).join(", "));
}
