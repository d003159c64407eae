const sites: [name: string, domain: RegExp][] = [
  ["Airbnb", /(^|\.)airbnb\.(com|co|[a-z]{2})(\.[a-z]{2})?$/],
  ["Booking", /(^|\.)booking\.com$/],
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

const maxNameLength = 60;

/** Names a feed after its site, unlike all names already `taken`: "Airbnb", "Airbnb 2". */
export function nameFeed({ hostname }: URL, taken: readonly string[]): string {
  const known = sites.find(([, domain]) => domain.test(hostname))?.[0];
  const base = (known ?? hostname.replace(/^www\./, "")).slice(0, maxNameLength - 3);
  let distinct = base;
  for (let n = 2; taken.includes(distinct); n += 1) distinct = `${base} ${n}`;
  return distinct;
}
