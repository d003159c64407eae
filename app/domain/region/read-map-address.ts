/** Degrees. */
export type Pair = [latitude: number, longitude: number];

export interface AddressReading {
  /** Coordinates of the first address that has any. */
  found: Pair | null;
  /** The text around the addresses. */
  rest: string;
  /** One of the addresses is short, such as the ones that Google's app shares. */
  isShortLink: boolean;
  hasAddress: boolean;
}

/** Addresses, also without "https://", up to the next space. */
const addresses =
  /(?:https?:\/\/|geo:|waze:\/\/|(?<![\w.@-])(?:www\.|(?:maps\.)?google\.|maps\.app(?:le)?\.|maps\.apple\/|goo\.gl\/|g\.co\/|g\.page\/|waze\.com\/))\S+/gi;

const shortHosts =
  /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page|share\.google|maps\.apple|bit\.ly|tinyurl\.com)$/;
const wazeShortPath = /^\/ul\/h/;

export function readAddresses(text: string): AddressReading {
  const reading: AddressReading = {
    found: null,
    rest: text.replace(addresses, " ").trim(),
    isShortLink: false,
    hasAddress: false,
  };
  for (const match of text.matchAll(addresses)) {
    reading.hasAddress = true;
    reading.isShortLink ||= isShort(match[0]);
    // Some apps leave a space within the address.
    reading.found ??= readAddress(match[0]) ?? readAddress(text.slice(match.index));
  }
  return reading;
}

function hostOf(address: string): string {
  const host = /^(?:https?:\/\/)?(?:[^/?#@]*@)?([^/?#:]+)/i.exec(address)?.[1] ?? "";
  return host.toLowerCase().replace(/^www\./, "");
}

function isShort(address: string): boolean {
  const host = hostOf(address);
  const path = address.replace(/^(?:https?:\/\/)?[^/]*/i, "");
  return shortHosts.test(host) || (host === "waze.com" && wazeShortPath.test(path));
}

const number = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`;
const pair = String.raw`${number},\s*${number}`;
const within = (names: string) => new RegExp(`[?&](?:${names})=(?:loc:|ll\\.)?${pair}`, "gi");

/** Patterns, the most precise first: the place, the query, the middle of the map. */
const googlePatterns = [
  new RegExp(`!3d${number}!4d${number}`, "gi"),
  within("q|query|ll|sll|destination|daddr|center"),
  new RegExp(`/(?:place|search|dir)/(?:[^/@]*/)?${pair}`, "gi"),
  new RegExp(`@${number},${number}`, "gi"),
];
const applePatterns = [
  within("coordinate"),
  within("ll"),
  within("q|daddr|address"),
  within("sll"),
];
const wazePatterns = [within("to|ll|latlng|q"), /[?&]lat=([^&,]+)&lon=([^&,]+)/gi];
/** Android's maps read a query rather than the point before it, which is often 0,0. */
const geoPatterns = [within("q"), new RegExp(`^geo:${pair}`, "gi")];

function patternsFor(address: string): RegExp[] {
  if (/^geo:/i.test(address)) return geoPatterns;
  if (/^waze:/i.test(address)) return wazePatterns;
  const host = hostOf(address);
  if (/(^|\.)google\.[a-z.]{2,6}$/.test(host)) return googlePatterns;
  if (host === "maps.apple.com") return applePatterns;
  return /(^|\.)waze\.com$/.test(host) ? wazePatterns : [];
}

function readAddress(text: string): Pair | null {
  const address = decode(text).replaceAll("+", " ").replace(/,\s+/g, ",");
  for (const pattern of patternsFor(address)) {
    // The last pin is the place itself; earlier ones are stops on the way.
    const [, latitude, longitude] = [...address.matchAll(pattern)].at(-1) ?? [];
    const read: Pair = [Number(latitude), Number(longitude)];
    if (latitude && longitude && read.every(Number.isFinite)) return read;
  }
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
