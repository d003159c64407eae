import { formatPosition, isInRegion, type Position } from "./position.ts";

/** The position is null if nothing was written. */
export type PositionReading =
  | { position: Position | null }
  | { problem: string; isShortLink?: boolean };

const maxTextLength = 2000;

const shortLink =
  "Links curtos não trazem as coordenadas da casa, e daqui não abrimos links. Veja abaixo como copiar os dois números.";
const withoutCoordinates =
  "Este endereço não traz as coordenadas. No Google Maps, segure o dedo sobre a casa até aparecer um alfinete e copie os dois números.";
const unreadable =
  "Escreva latitude e longitude, como -20.6147, -46.0497, ou cole um endereço do Google Maps.";

/**
 * Accepts points or commas, degrees, minutes and seconds, or an address of Google Maps, Apple Maps or
 * Waze, also amid other text, as phones share places. Never contacts another site.
 */
export function readPosition(text: string): PositionReading {
  const written = text.trim();
  if (written === "") return { position: null };
  if (written.length > maxTextLength) return { problem: unreadable };
  const { found, rest, isShortLink, hasAddress } = readAddresses(written);
  const pair = found ?? readPair(rest) ?? readSexagesimal(rest) ?? readPairAmidText(rest);
  if (!pair) {
    if (isShortLink) return { problem: shortLink, isShortLink };
    return { problem: hasAddress ? withoutCoordinates : unreadable };
  }
  const [latitude, longitude] = pair.map((degrees) => Number(degrees.toFixed(6)));
  if (latitude === undefined || longitude === undefined) return { problem: unreadable };
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    return { problem: "A latitude vai de -90 a 90, e a longitude de -180 a 180." };
  }
  return { position: { latitude, longitude } };
}

/** Asks about a position outside the region; null for one within it. */
export function questionAbout(position: Position): string | null {
  if (isInRegion(position)) return null;
  const south = -Math.abs(position.latitude);
  const west = -Math.abs(position.longitude);
  const meant = [
    { latitude: south, longitude: west },
    { latitude: west, longitude: south },
  ].find(isInRegion);
  return meant
    ? `Este ponto fica fora da região. Você quis dizer ${formatPosition(meant)}?`
    : "Este ponto fica fora da região do lago e da serra. Confira e, se for isso mesmo, marque abaixo.";
}

function pairOf(latitude?: string, longitude?: string): Pair | null {
  if (!latitude || !longitude) return null;
  return [Number(latitude.replace(",", ".")), Number(longitude.replace(",", "."))];
}

const minusSigns = /[−–]/g;

/** Reads "-20.6147, -46.0497", "-20,6147; -46,0497", "(-20,6147,-46,0497)". */
function readPair(text: string): Pair | null {
  const plain = text
    .replace(/^\((.*)\)$/, "$1")
    .replace(minusSigns, "-")
    .replaceAll("°", "")
    .trim();
  const points = /^([+-]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/.exec(plain);
  // "-20,46" is half of a position with a decimal comma rather than a whole one.
  if (points && !/^[+-]?\d+,\d+$/.test(plain)) return pairOf(points[1], points[2]);
  const commas = /^([+-]?\d{1,3},\d+)\s*[,;\s]\s*([+-]?\d{1,3},\d+)$/.exec(plain);
  return commas ? pairOf(commas[1], commas[2]) : null;
}

const coordinateNames = /\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng)\b\.? ?[:=]?/gi;

/**
 * Reads "Rancho do Sol: -20.6147, -46.0497". Prices and telephones don't have four decimals, and a third
 * number leaves it open which two are meant.
 */
function readPairAmidText(text: string): Pair | null {
  const plain = text
    .replace(minusSigns, "-")
    .replaceAll("°", "")
    .replace(coordinateNames, "")
    .replace(/\s+/g, " ");
  for (const decimals of [String.raw`\.\d{4,15}`, String.raw`,\d{4,15}`]) {
    const coordinate = String.raw`([+-]?\d{1,3}${decimals})`;
    const pair = new RegExp(
      String.raw`(?<![\d.,+-])${coordinate} ?[,;/ ] ?${coordinate}(?! ?[.,;]? ?[+-]?\d)`,
    );
    const found = pair.exec(plain);
    if (found) return pairOf(found[1], found[2]);
  }
  return null;
}

/** Degrees. */
type Pair = [latitude: number, longitude: number];

interface AddressReading {
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

function readAddresses(text: string): AddressReading {
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

const coordinate = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`;
const pair = String.raw`${coordinate},\s*${coordinate}`;
const within = (names: string) => new RegExp(`[?&](?:${names})=(?:loc:|ll\\.)?${pair}`, "gi");

/** Patterns, the most precise first: the place, the query, the middle of the map. */
const googlePatterns = [
  new RegExp(`!3d${coordinate}!4d${coordinate}`, "gi"),
  within("q|query|ll|sll|destination|daddr|center"),
  new RegExp(`/(?:place|search|dir)/(?:[^/@]*/)?${pair}`, "gi"),
  new RegExp(`@${coordinate},${coordinate}`, "gi"),
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

const number = String.raw`\d{1,3}(?:[.,]\d{1,12})?`;
const minutes = `(?:(${number}) ?['’′´] ?)?`;
const seconds = `(?:(${number}) ?(?:["”″]|['’′´]{2}) ?)?`;
const angle = `(${number}) ?[°º]? ?${minutes}${seconds}`;
const signed = `([+-])(${number}) ?[°º] ?${minutes}${seconds}`;
const northSouth = "([NS])(?:orte|ul)?";
const eastWest = "([EWOL])(?:este|st)?";
const start = String.raw`(?<![\p{L}\d.,])`;
const between = "[ ,;]{0,3}";
const end = String.raw`(?![\p{L}\d])`;

/** As Google Maps and compasses show them; "O" and "L" are the Portuguese west and east. */
const patterns = {
  after: new RegExp(`${start}${angle}${northSouth}${between}${angle}${eastWest}${end}`, "iu"),
  before: new RegExp(`${start}${northSouth} ?${angle}${between}${eastWest} ?${angle}`, "iu"),
  signed: new RegExp(`${start}${signed}${between}${signed}${end}`, "u"),
};

/** Reads 20°36'52.9"S 46°02'58.9"W, S 20° 36,88' O 46° 2,98' or -20°36'52" -46°2'58", also amid text. */
function readSexagesimal(text: string): Pair | null {
  const plain = text.replace(/[−–]/g, "-").replace(/\s+/g, " ");
  const after = patterns.after.exec(plain);
  if (after) {
    const [, d1, m1, s1, ns, d2, m2, s2, ew] = after;
    return pairOfAngles([ns, d1, m1, s1], [ew, d2, m2, s2]);
  }
  const before = patterns.before.exec(plain);
  if (before) {
    const [, ns, d1, m1, s1, ew, d2, m2, s2] = before;
    return pairOfAngles([ns, d1, m1, s1], [ew, d2, m2, s2]);
  }
  const [, sign1, d1, m1, s1, sign2, d2, m2, s2] = patterns.signed.exec(plain) ?? [];
  return d1 && m1 ? pairOfAngles([sign1, d1, m1, s1], [sign2, d2, m2, s2]) : null;
}

type Written = [side?: string, degrees?: string, minutes?: string, seconds?: string];

function pairOfAngles(latitude: Written, longitude: Written): Pair | null {
  const [one, other] = [degreesOf(latitude), degreesOf(longitude)];
  return one === null || other === null ? null : [one, other];
}

/** Null above 59 minutes or seconds. */
function degreesOf([side = "", ...written]: Written): number | null {
  const [whole = 0, minute = 0, second = 0] = written.map((each) =>
    Number((each ?? "0").replace(",", ".")),
  );
  if (minute >= 60 || second >= 60) return null;
  const degrees = whole + minute / 60 + second / 3600;
  return /[SWO-]/i.test(side) ? -degrees : degrees;
}
