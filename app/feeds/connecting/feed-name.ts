import { findLineProblem, writeAsLine } from "../../ui/forms/text-rules.ts";

const sites: [name: string, domain: RegExp][] = [
  ["Airbnb", /(^|\.)airbnb\.(com|co|[a-z]{2})(\.[a-z]{2})?$/],
  ["Booking.com", /(^|\.)booking\.com$/],
  ["Vrbo", /(^|\.)(vrbo|homeaway|abritel|fewo-direkt|stayz)\.(com|co|[a-z]{2})(\.[a-z]{2})?$/],
  ["Google", /(^|\.)google\.com$/],
  ["Apple", /(^|\.)icloud\.com$/],
  ["Outlook", /(^|\.)(outlook\.(live|office|office365)\.com|office365\.com)$/],
  ["Expedia", /(^|\.)expedia\.(com|co|[a-z]{2})(\.[a-z]{2})?$/],
  ["Tripadvisor", /(^|\.)(tripadvisor|flipkey|holidaylettings)\.(com|co|[a-z]{2})(\.[a-z]{2})?$/],
  ["Stays", /(^|\.)stays\.(net|com\.br)$/],
  ["Hospitable", /(^|\.)hospitable\.com$/],
  ["Smoobu", /(^|\.)smoobu\.com$/],
  ["Lodgify", /(^|\.)lodgify\.com$/],
];

export const maxFeedNameLength = 60;

/** A blank name is valid: the feed is then named after its site. */
export function findFeedNameProblem(name: string): string | null {
  return name.length > maxFeedNameLength
    ? `Use um nome de até ${maxFeedNameLength} caracteres.`
    : findLineProblem(name);
}

/** Names a feed after its site, unlike all names already `taken`. */
export function nameFeed({ hostname }: URL, taken: readonly string[]): string {
  const known = sites.find(([, domain]) => domain.test(hostname))?.[0];
  return distinctName(known ?? hostname.replace(/^www\./, ""), taken);
}

/** "Airbnb", "Airbnb 2", …; shortens long names to make room. */
export function distinctName(name: string, taken: readonly string[]): string {
  const base = writeAsLine(name.slice(0, maxFeedNameLength - 3));
  let distinct = base;
  for (let n = 2; taken.includes(distinct); n += 1) distinct = `${base} ${n}`;
  return distinct;
}
