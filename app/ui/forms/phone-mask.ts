import { formatPhone, phoneDigits } from "./phone.ts";

/** The digits of a Brazilian number without country code or leading zeros, as people paste it. */
export function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length > 11 && digits.startsWith("55") ? digits.slice(2) : digits;
}

/**
 * A phone field's text after an edit, as (XX) XXXXX-XXXX (spec §5), with the caret behind the
 * digit it stood behind. `before` is the text before the edit: when the edit took only a sign of
 * the mask away, the digit in front of it goes too, so that deleting never gets stuck.
 */
export function maskPhone(
  text: string,
  caret: number,
  before: string,
): { text: string; caret: number } {
  let digits = nationalDigits(text);
  let digitsInFront = phoneDigits(text.slice(0, caret)).length;
  const dropped = text.replace(/\D/g, "").replace(/^0+/, "").length - digits.length;
  if (dropped > 0) digitsInFront = Math.max(digitsInFront - dropped, 0);
  const isOnlySignGone = text.length < before.length && digits === nationalDigits(before);
  if (isOnlySignGone && digitsInFront > 0) {
    digits = digits.slice(0, digitsInFront - 1) + digits.slice(digitsInFront);
    digitsInFront -= 1;
  }
  const masked = formatPhone(digits);
  return { text: masked, caret: caretBehind(masked, digitsInFront) };
}

/** The place in a masked text right behind so many digits; its end when there are no more. */
function caretBehind(masked: string, digits: number): number {
  if (digits >= phoneDigits(masked).length) return masked.length;
  let seen = 0;
  for (let place = 0; place < masked.length; place++) {
    if (seen === digits) return place;
    if (/\d/.test(masked[place] ?? "")) seen += 1;
  }
  return masked.length;
}
