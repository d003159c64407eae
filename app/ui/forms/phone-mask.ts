import { formatPhone } from "./phone.ts";
import { caretBefore, type MaskedText, type TextEdit } from "./text-mask.ts";

const maxDigits = 11;

export interface MaskedPhone extends MaskedText {
  /** A leading 55 that became the country code; deleting the digits after it restores it. */
  held: string;
}

/**
 * Digits of a Brazilian number, without country code or leading zeros. In eleven digits, 55 is an
 * area code; in longer numbers and after a plus sign, the country code.
 */
export function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  return hasPlus(text) && digits.startsWith("55")
    ? withoutZeros(digits.slice(2))
    : withoutCountry(digits);
}

export function phoneShowing(text: string): MaskedPhone {
  return { text, caret: text.length, held: "" };
}

/**
 * Formats as (XX) XXXXX-XXXX (spec §5), with the same result however a number is typed or pasted.
 * Drops excess digits. Deleting a mask character deletes the digit beside it.
 */
export function editPhone(before: MaskedPhone, edit: TextEdit): MaskedPhone {
  const { head, removed, inserted, tail, isForward } = edit;
  const existing = digitsOf(head + tail);
  if (hasPlus(head + inserted) && !(inserted === "+" && existing)) {
    return editInternational(head + inserted, tail);
  }
  const continues = before.caret === before.text.length - tail.length;
  const held = continues && existing ? before.held : "";
  let front = held + digitsOf(head);
  let back = digitsOf(tail);
  let typed = digitsOf(inserted);
  if (removed.length === 1 && inserted === "" && !/\d/.test(removed)) {
    if (isForward) back = back.slice(1);
    else if (digitsOf(head)) front = front.slice(0, -1);
  }
  // At the end, more digits may reveal a country code; in the middle, a complete number of area 55
  // must not be taken for one.
  const isComplete = (front + back).length >= maxDigits && (front + back).startsWith("55");
  if (isComplete && back) typed = "";
  while (typed && withoutCountry(front + typed + back).length > maxDigits) {
    typed = typed.slice(0, -1);
  }
  const all = front + typed + back;
  const shown = show(withoutCountry(all), back, head.length + inserted.length);
  const dropped = all.slice(0, all.length - digitsOf(shown.text).length);
  return { ...shown, held: existing && dropped.includes("55") ? dropped : "" };
}

/** +55 stays visible until another digit follows. */
function editInternational(front: string, tail: string): MaskedPhone {
  const digits = digitsOf(front + tail);
  const national = nationalDigits(front + tail).slice(0, maxDigits);
  const isOnlyCode = "55".startsWith(digits) || (digits.startsWith("55") && national === "");
  return isOnlyCode
    ? phoneShowing(`+${digits.slice(0, 2)}`)
    : { ...show(national, digitsOf(tail), front.length), held: "" };
}

function show(national: string, back: string, wanted: number): MaskedText {
  const text = formatPhone(national);
  return { text, caret: caretBefore(text, back.length, /\d/, wanted) };
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function hasPlus(text: string): boolean {
  return /^\D*\+/.test(text);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, "");
}

function withoutCountry(digits: string): string {
  const bare = withoutZeros(digits);
  const hasCountry = bare.length > maxDigits && bare.startsWith("55");
  return hasCountry ? withoutZeros(bare.slice(2)) : bare;
}
