import { caretBefore, type MaskedText, type TextEdit } from "../ui/forms/text-mask.ts";
import { formatAmount } from "./money.ts";
import { maxWholeDigits, parseReais } from "./read-reais.ts";

export interface MaskedMoney extends MaskedText {
  /** The comma was typed as a dot: after a third digit it turns out to be a thousands separator. */
  isDot: boolean;
}

export function moneyShowing(text: string): MaskedMoney {
  return { text, caret: text.length, isDot: false };
}

/**
 * Groups digits as they are typed: 1.500. Keeps one comma with cents, since dropping it would turn
 * 500,00 into 50.000; a typed dot counts as that comma until a third digit follows. Rejects pasted
 * text that isn't an amount.
 */
export function editMoney(before: MaskedMoney, edit: TextEdit): MaskedMoney {
  const { head, removed, inserted, tail } = edit;
  const wanted = head.length + inserted.length;
  if (inserted.length > 1 && /[.,]/.test(inserted)) {
    const amount = parseReais(head + inserted + tail);
    if (amount === null) return { ...before, caret: head.length + removed.length };
    return show(formatAmount(amount), significant(tail), wanted, false);
  }
  let { front, back } = afterRemoval(edit);
  let { isDot } = before;
  for (const sign of inserted) {
    const isSeparator = sign === "," || (sign === "." && back === "");
    if (isSeparator && front && !(front + back).includes(",") && back.length <= 2) {
      front += ",";
      isDot = sign === ".";
    } else if (/\d/.test(sign) && fits(front + sign + back)) {
      front += sign;
    } else if (/\d/.test(sign) && isDot && back === "" && fits((front + sign).replace(",", ""))) {
      front = (front + sign).replace(",", "");
    }
  }
  return show(group(front + back), back, wanted, isDot);
}

/** On leaving the field: "500,00" and "500," become "500". */
export function tidyMoney(text: string): string {
  const amount = parseReais(text);
  return amount === null ? text : formatAmount(amount);
}

/** Deleting a separator deletes the digit beside it; cents never join the whole amount. */
function afterRemoval({ head, removed, inserted, tail, isForward }: TextEdit) {
  const front = significant(head);
  const back = significant(tail);
  const comma = removed.includes(",") && back ? "," : "";
  if (/^[.,]$/.test(removed) && inserted === "" && back) {
    return isForward
      ? { front: front + comma, back: back.slice(1) }
      : { front: front.slice(0, -1), back: comma + back };
  }
  return { front, back: comma ? "" : back };
}

function show(text: string, back: string, wanted: number, isDot: boolean): MaskedMoney {
  return {
    text,
    caret: caretBefore(text, back.length, /[\d,]/, wanted),
    isDot: isDot && text.includes(","),
  };
}

function group(amount: string): string {
  const [whole = "", cents] = amount.split(",");
  if (!whole && !cents) return "";
  const grouped = formatAmount(withoutZeros(whole || "0"));
  return cents === undefined ? grouped : `${grouped},${cents}`;
}

function fits(amount: string): boolean {
  const [whole = "", cents = ""] = amount.split(",");
  return withoutZeros(whole).length <= maxWholeDigits && cents.length <= 2;
}

function significant(text: string): string {
  return text.replace(/[^\d,]/g, "");
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "");
}
