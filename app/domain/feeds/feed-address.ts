export const maxFeedAddressLength = 2000;

/** Private hosts, as `host:port`, that may be fetched, on any port. */
export type AllowedHosts = readonly string[];

export const feedPorts: readonly number[] = [80, 443];

/** A link, or a host with a path; without its scheme only where a word begins. */
const link = /(?:https?:\/\/|(?<![\w:/@.-])(?=(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\/))[^\s"'<>“”‘’]+/iu;

/** Marks of the sentence or the messenger around a link, and line ends that were encoded with it. */
const afterLink = /(?:[.,;:!?)*]|%0[ad]|%20)+$/i;

/**
 * Finds the address in what an owner pasted: among words, quotes or signs that nobody sees, from HTML, bold
 * from a messenger, without https or with it twice.
 */
export function findFeedAddress(text: string): string {
  const plain = text
    .replace(/\p{Cf}/gu, "")
    .replace(/&(amp|#38);/gi, "&")
    .replace(/&(lt|gt|quot);/gi, " ")
    .replace(/\bwebcals?:(?=\/\/)/gi, "https:")
    .replace(/\b(?:https?:\/\/)+(?=https?:\/\/)/gi, "");
  const address = link.exec(plain)?.[0].replace(afterLink, "");
  if (!address) return plain.trim();
  return /^https?:/i.test(address) ? address : `https://${address}`;
}

/** Google's links for sharing a calendar with people, which open a page. */
export function isGoogleSharingLink({ hostname, pathname }: URL): boolean {
  if (hostname === "calendar.app.google") return true;
  const isCalendar = /^(www|calendar)\.google\.[a-z.]+$/.test(hostname);
  return isCalendar && /^\/calendar\/(?!ical\/)/.test(`${pathname}/`);
}

/** Null if it may not be fetched. On connecting, feed-agents.server.ts checks the IP address. */
export function parseFeedAddress(
  text: string,
  allowedHosts: AllowedHosts = [],
  ports = feedPorts,
): URL | null {
  if (text.length > maxFeedAddressLength || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.hash = "";
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username !== "" || url.password !== "") return null;
  const isOpen = ports.includes(portOf(url)) || allowedHosts.includes(hostAndPort(url));
  return isOpen ? url : null;
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

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
