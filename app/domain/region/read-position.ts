import { formatPosition, isInRegion, type Position } from "./position.ts";
import { type Pair, readAddresses } from "./read-map-address.ts";
import { readSexagesimal } from "./read-sexagesimal.ts";

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
    const number = String.raw`([+-]?\d{1,3}${decimals})`;
    const pair = new RegExp(
      String.raw`(?<![\d.,+-])${number} ?[,;/ ] ?${number}(?! ?[.,;]? ?[+-]?\d)`,
    );
    const found = pair.exec(plain);
    if (found) return pairOf(found[1], found[2]);
  }
  return null;
}
