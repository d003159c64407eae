import { formatPhone } from "./phone.ts";

const maxDigits = 11;

/**
 * Formats what a field shows as (XX) XXXXX-XXXX (spec §5), and moves the caret with its digit. What begins
 * with +, 0 or 90 stays as it is typed, as the server knows the codes of countries and carriers. So does a paste
 * of more than a number: a part of it would be another number. A twelfth digit is cut unless the first are
 * Brazil's 55, which is shown as such.
 */
export function maskPhone(
  typed: string,
  caret = typed.length,
  isForward = false,
): { text: string; caret: number } {
  // Some keyboards write wide digits.
  const text = typed.normalize("NFKC");
  const digits = text.replace(/\D/g, "");
  const isWhole = /^55[1-9]\d{10}$/.test(digits);
  const isMore =
    digits.length > maxDigits + 1 || (digits.length > maxDigits && /\p{L}/u.test(text));
  if (!isWhole && (isMore || /^[\s(]*(\+|0|90)/.test(text))) return { text, caret };
  const isInternational = digits.startsWith("55") && digits.length > maxDigits;
  const shown = isWhole
    ? formatPhone(digits.slice(2))
    : isInternational
      ? `+55 ${formatPhone(digits.slice(2))}`
      : formatPhone(digits);
  const before = text.slice(0, caret).replace(/\D/g, "").length - (isWhole ? 2 : 0);
  return { text: shown, caret: caretBehind(shown, before, isForward) };
}

/** Deleting forwards, the caret stands before the next digit: it would never get past a bracket. */
function caretBehind(text: string, digits: number, isForward: boolean): number {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  if (digits >= places.length) return text.length;
  const [previous = -1, next = 0] = [places[digits - 1], places[digits]];
  return isForward ? next : previous + 1;
}
