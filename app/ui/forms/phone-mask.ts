import { formatPhone } from "./phone.ts";

const maxDigits = 11;

export interface MaskedPhone {
  text: string;
  caret: number;
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
 * Drops excess digits. Deleting a mask character deletes the digit beside it. Takes the field's text
 * and caret after an edit, and the event's `inputType`.
 */
export function editPhone(
  before: MaskedPhone,
  after: string,
  at: number,
  inputType?: string,
): MaskedPhone {
  const { head, removed, inserted, tail, isForward } = readEdit(before.text, after, at, inputType);
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

/** `inserted` replaced `removed` between `head` and `tail`. */
interface TextEdit {
  head: string;
  removed: string;
  inserted: string;
  tail: string;
  /** True if the Delete key deleted rather than Backspace. */
  isForward: boolean;
}

function readEdit(before: string, after: string, caret: number, inputType = ""): TextEdit {
  const isForward = /^delete.*Forward$/.test(inputType);
  const tail = after.slice(caret);
  // Autofill replaces the value regardless of the caret.
  if (!before.endsWith(tail)) {
    return { head: "", removed: before, inserted: after, tail: "", isForward };
  }
  const limit = Math.min(caret, before.length - tail.length);
  let kept = 0;
  while (kept < limit && before[kept] === after[kept]) kept += 1;
  return {
    head: after.slice(0, kept),
    removed: before.slice(kept, before.length - tail.length),
    inserted: after.slice(kept, caret),
    tail,
    isForward,
  };
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

function show(national: string, back: string, wanted: number): Omit<MaskedPhone, "held"> {
  const text = formatPhone(national);
  return { text, caret: caretBefore(text, back.length, wanted) };
}

/** The caret position with `count` digits behind it, nearest to `wanted`. */
function caretBefore(text: string, count: number, wanted: number): number {
  let caret = text.length;
  let behind = 0;
  while (caret > 0) {
    const isDigit = /\d/.test(text[caret - 1] ?? "");
    if (behind === count && (isDigit || caret <= wanted)) break;
    if (isDigit) behind += 1;
    caret -= 1;
  }
  return caret;
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
