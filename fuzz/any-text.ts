import fc from "fast-check";
import { seededRandom } from "../testing/random.ts";
import { hostileText } from "./hostile-texts.ts";

/** Includes lone surrogates, NUL and known hostile texts. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.nat().map((seed) => hostileText(seededRandom(seed))),
);
