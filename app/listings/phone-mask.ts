import { formatPhone } from "../ui/phone.ts";
import { caretBefore, type MaskedText, type TextEdit } from "./text-mask.ts";

/** The most digits a number has with its area code (spec §5). */
const mostDigits = 11;

/** A phone field while it is being edited. */
export interface MaskedPhone extends MaskedText {
  /**
   * A leading 55 that was shown as an area code until more digits made it the country code. It
   * comes back if those digits are deleted right away.
   */
  held: string;
}

/**
 * The digits of a Brazilian number without country code or leading zeros. Eleven digits beginning
 * with 55 are a number of Rio Grande do Sul; in a longer number 55 is the country code, and after a
 * plus sign it always is.
 */
export function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  return hasPlus(text) && digits.startsWith("55")
    ? withoutZeros(digits.slice(2))
    : withoutCountry(digits);
}

/** A phone field that shows this text. */
export function phoneShowing(text: string): MaskedPhone {
  return { text, caret: text.length, held: "" };
}

/**
 * A phone field after an edit, as (XX) XXXXX-XXXX (spec §5). However a number is entered, key by
 * key or pasted, whole or in parts, the field ends up showing the same one. Digits that no longer
 * fit are not taken in; deleting a sign of the mask deletes the digit next to it.
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
  // At its end, more digits may turn out to belong to a number with country code; in its middle
  // a complete number of area 55 must not be taken for one.
  const isComplete = (front + back).length >= mostDigits && (front + back).startsWith("55");
  if (isComplete && back) typed = "";
  while (typed && withoutCountry(front + typed + back).length > mostDigits) {
    typed = typed.slice(0, -1);
  }
  const all = front + typed + back;
  const shown = show(withoutCountry(all), back, head.length + inserted.length);
  const dropped = all.slice(0, all.length - digitsOf(shown.text).length);
  return { ...shown, held: existing && dropped.includes("55") ? dropped : "" };
}

/** A number entered with a plus sign: +55 stays in sight until a digit follows it. */
function editInternational(front: string, tail: string): MaskedPhone {
  const digits = digitsOf(front + tail);
  const national = nationalDigits(front + tail).slice(0, mostDigits);
  const isOnlyCode = "55".startsWith(digits) || (digits.startsWith("55") && national === "");
  return isOnlyCode
    ? phoneShowing(`+${digits.slice(0, 2)}`)
    : { ...show(national, digitsOf(tail), front.length), held: "" };
}

/** National digits masked, the caret before those of `back`, and near `wanted`. */
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
  const hasCountry = bare.length > mostDigits && bare.startsWith("55");
  return hasCountry ? withoutZeros(bare.slice(2)) : bare;
}
