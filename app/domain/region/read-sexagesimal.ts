import type { Pair } from "./read-map-address.ts";

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
export function readSexagesimal(text: string): Pair | null {
  const plain = text.replace(/[−–]/g, "-").replace(/\s+/g, " ");
  const after = patterns.after.exec(plain);
  if (after) {
    const [, d1, m1, s1, ns, d2, m2, s2, ew] = after;
    return pairOf([ns, d1, m1, s1], [ew, d2, m2, s2]);
  }
  const before = patterns.before.exec(plain);
  if (before) {
    const [, ns, d1, m1, s1, ew, d2, m2, s2] = before;
    return pairOf([ns, d1, m1, s1], [ew, d2, m2, s2]);
  }
  const [, sign1, d1, m1, s1, sign2, d2, m2, s2] = patterns.signed.exec(plain) ?? [];
  return d1 && m1 ? pairOf([sign1, d1, m1, s1], [sign2, d2, m2, s2]) : null;
}

type Written = [side?: string, degrees?: string, minutes?: string, seconds?: string];

function pairOf(latitude: Written, longitude: Written): Pair | null {
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
