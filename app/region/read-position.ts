import { formatPosition, isInRegion, type Position } from "./position.ts";

/** The position is null if nothing was written. */
export type PositionReading = { position: Position | null } | { problem: string };

const maxTextLength = 2000;

const shortLink =
  "Links curtos não dizem onde a casa fica, e daqui não abrimos links. Abra-o no navegador e cole o endereço comprido que aparece, ou as coordenadas.";
const withoutCoordinates =
  "Este endereço não traz as coordenadas. No Google Maps, segure o dedo sobre a casa até aparecer um alfinete e copie os dois números.";
const unreadable =
  "Escreva latitude e longitude, como -20.6147, -46.0497, ou cole um endereço do Google Maps.";

/**
 * Accepts points or commas, degrees, minutes and seconds, or an address of Google Maps. Never
 * contacts another site.
 */
export function readPosition(text: string): PositionReading {
  const written = text.trim();
  if (written === "") return { position: null };
  if (written.length > maxTextLength) return { problem: unreadable };
  if (/^(https?:\/\/)?(maps\.app\.goo\.gl|goo\.gl|g\.co|g\.page)\//i.test(written)) {
    return { problem: shortLink };
  }
  const isAddress = /^(https?:\/\/|www\.|maps\.|google\.)/i.test(written);
  const pair = isAddress ? readAddress(written) : (readPair(written) ?? readSexagesimal(written));
  if (!pair) return { problem: isAddress ? withoutCoordinates : unreadable };
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

type Pair = [latitude: number, longitude: number];

function pairOf(latitude?: string, longitude?: string): Pair | null {
  if (!latitude || !longitude) return null;
  return [Number(latitude.replace(",", ".")), Number(longitude.replace(",", "."))];
}

/** Reads "-20.6147, -46.0497", "-20,6147; -46,0497", "(-20,6147,-46,0497)". */
function readPair(text: string): Pair | null {
  const plain = text
    .replace(/^\((.*)\)$/, "$1")
    .replace(/[−–]/g, "-")
    .replaceAll("°", "")
    .trim();
  const points = /^([+-]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/.exec(plain);
  // "-20,46" is half of a position with a decimal comma rather than a whole one.
  if (points && !/^[+-]?\d+,\d+$/.test(plain)) return pairOf(points[1], points[2]);
  const commas = /^([+-]?\d{1,3},\d+)\s*[,;\s]\s*([+-]?\d{1,3},\d+)$/.exec(plain);
  return commas ? pairOf(commas[1], commas[2]) : null;
}

/** Reads 20°36'52.9"S 46°02'58.9"W, as Google Maps shows it; also "O" for west. */
function readSexagesimal(text: string): Pair | null {
  const part = String.raw`(\d{1,3})[°º]\s*(\d{1,2})['’′]\s*(\d{1,2}(?:[.,]\d+)?)["”″]\s*`;
  const found = new RegExp(`^${part}([NS])[,;\\s]*${part}([EWOL])$`, "i").exec(text);
  if (!found) return null;
  const degrees = (from: number) => {
    const [whole = 0, minutes = 0, seconds = 0] = found
      .slice(from, from + 3)
      .map((number) => Number(number.replace(",", ".")));
    return whole + minutes / 60 + seconds / 3600;
  };
  const isNegative = (letter = "") => /[SWO]/i.test(letter);
  return [
    isNegative(found[4]) ? -degrees(1) : degrees(1),
    isNegative(found[8]) ? -degrees(5) : degrees(5),
  ];
}

const number = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`;
/** Patterns, the most precise first: the place, the query, the middle of the map. */
const patterns = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&](?:q|query|ll|sll|destination|daddr|center)=(?:loc:)?${number},\\s*${number}`),
  new RegExp(`/(?:place|search|dir)/(?:[^/@]*/)?${number},\\s*${number}`),
  new RegExp(`@${number},${number}`),
];

function readAddress(text: string): Pair | null {
  const address = decode(text).replaceAll("+", " ").replace(/,\s+/g, ",");
  const host = /^(?:https?:\/\/)?([^/?#]+)/i.exec(address)?.[1] ?? "";
  if (!/(^|\.)google\.[a-z.]{2,6}$/i.test(host)) return null;
  for (const pattern of patterns) {
    // The last pin is the place itself; earlier ones are stops on the way.
    const found = [...address.matchAll(new RegExp(pattern, "gi"))].at(-1);
    if (found) return pairOf(found[1], found[2]);
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
