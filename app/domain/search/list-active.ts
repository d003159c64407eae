import { formatPeople } from "../calendar/stays.ts";
import { formatReais } from "../prices/money.ts";
import { type Filters, flagsOf, formatBedrooms, orderLabels, stayInWords } from "./filters.ts";

interface ActiveFilter {
  label: string;
  isAmenity: boolean;
  /** The search without this filter. */
  rest: Filters;
}

/** Lists the filters in the order of the form. */
export function listActive(filters: Filters, day: string): ActiveFilter[] {
  const { q, total, semPreco, localizacao, pessoas, quartos, lazer, ordem } = filters;
  const found: ActiveFilter[] = [];
  const add = (label: string | null, change: Partial<Filters>, isAmenity = false) => {
    if (label) found.push({ label, isAmenity, rest: { ...filters, ...change } });
  };
  add(localizacao, { localizacao: null });
  add(stayInWords(filters, day), { stay: null, total: null });
  add(pessoas === null ? null : formatPeople(pessoas), { pessoas: null });
  add(quartos === null ? null : formatBedrooms(quartos), { quartos: null });
  add(q === null ? null : `Diaria Valor até ${formatReais(String(q))}`, {
    q: null,
    semPreco: false,
  });
  add(total === null ? null : `Total até ${formatReais(String(total))}`, {
    total: null,
    semPreco: false,
  });
  add(semPreco ? "Também sem preço" : null, { semPreco: false });
  for (const name of lazer) add(name, { lazer: lazer.filter((other) => other !== name) }, true);
  for (const { label, parameter } of flagsOf(filters)) add(label, { [parameter]: false }, true);
  if (ordem !== "novos") add(orderLabels[ordem], { ordem: "novos" });
  return found;
}
