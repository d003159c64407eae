import { formatPeople } from "../calendar/stays.ts";
import { formatReais } from "../prices/money.ts";
import { atLocation, isLocation } from "../region/locations.ts";
import { type Filters, flagsOf, formatBedrooms, stayInWords } from "./filters.ts";

/** A search's filters in words; null or empty where it has none. */
export interface SearchWords {
  /** Words such as "no Turvo". */
  where: string | null;
  /** Dates such as "11 a 13/12". */
  dates: string | null;
  people: string | null;
  bedrooms: string | null;
  /** Words such as "até R$ 200 por noite" and "ou sem preço". */
  price: string[];
  amenities: string[];
}

export function searchWords(filters: Filters, day: string): SearchWords {
  const { q, total, semPreco, localizacao, pessoas, quartos, lazer } = filters;
  return {
    where: localizacao !== null && isLocation(localizacao) ? atLocation(localizacao) : null,
    dates: stayInWords(filters, day),
    people: pessoas === null ? null : `para ${formatPeople(pessoas)}`,
    bedrooms: quartos === null ? null : `com ${formatBedrooms(quartos)}`,
    price: [
      ...(q === null ? [] : [`até ${formatReais(String(q))} por noite`]),
      ...(total === null ? [] : [`até ${formatReais(String(total))} no total`]),
      ...(semPreco ? ["ou sem preço"] : []),
    ],
    amenities: [
      ...(lazer.length > 0 ? [`com ${lazer.join(" e ").toLowerCase()}`] : []),
      ...flagsOf(filters).map(({ words }) => words),
    ],
  };
}

/** Words such as "no Turvo, de 11 a 13/12, até R$ 200 por noite"; empty if there are no filters. */
export function describeSearch(filters: Filters, day: string): string {
  const { where, dates, people, bedrooms, price, amenities } = searchWords(filters, day);
  return [where, dates && `de ${dates}`, people, bedrooms, ...price, ...amenities]
    .filter(Boolean)
    .join(", ");
}
