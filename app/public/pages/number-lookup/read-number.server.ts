import { fewDigits } from "../../../platform/ui/forms/phone.ts";
import { findPhone } from "../../../platform/ui/forms/read-phone.server.ts";

type ReadNumber = { ok: true; digits: string } | { ok: false; problem: string };

const maxLength = 500;

/** Numbers copied from WhatsApp contain separators, various dashes and invisible direction marks. */
const candidates = /\+?[\d\s().\-‐-―−/·•\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*\d/g;

/** Addresses such as wa.me/5537999990000 and api.whatsapp.com/send?phone=5537999990000. */
const whatsappLink = /(?:wa\.me\/|whatsapp\.com\/send\S*?[?&]phone=)(?:\+|%2B)?(\d+)/i;

/**
 * Finds the Brazilian number in a text as people type and paste it: with or without +55, zeros and the
 * code of an operator, punctuation, words around it, or as a WhatsApp link. Returns 10 or 11 digits.
 */
export function readNumber(text: string): ReadNumber {
  const plain = text.normalize("NFKC").trim();
  if (plain === "") return { ok: false, problem: "Escreva o telefone que quer conferir." };
  if (plain.length > maxLength) {
    return { ok: false, problem: "Escreva só o telefone: o texto é longo demais." };
  }
  const linked = whatsappLink.exec(plain)?.[1];
  const written = linked ? [`+${linked}`] : listWritten(plain);
  const found = written.map(findPhone);
  const national = found.map((number, at) => number?.nationalNumber ?? digitsOf(written[at]));
  const [digits = "", ...others] = new Set(national);
  if (others.length > 0) return { ok: false, problem: "Escreva um telefone de cada vez." };
  if (found.some((number) => number && number.countryCallingCode !== "55")) {
    return {
      ok: false,
      problem: "Esse número não é do Brasil, e os anúncios só têm telefones do Brasil.",
    };
  }
  if (digits.length < 10) return { ok: false, problem: fewDigits };
  if (digits.length > 11) {
    return {
      ok: false,
      problem: "Há números demais. Confira, ou escreva um telefone de cada vez.",
    };
  }
  return { ok: true, digits };
}

function digitsOf(text = ""): string {
  return text.replace(/\D/g, "");
}

/** Leaves out house numbers and prices, unless there is nothing else. */
function listWritten(text: string): string[] {
  const all = text.replace(/0xx/gi, "0").match(candidates) ?? [];
  const long = all.filter((one) => digitsOf(one).length >= 8);
  return long.length > 0 ? long : all.slice(0, 1);
}

/**
 * The ways in which a mobile number is known: the leading 9 came later, and WhatsApp leaves it out in much
 * of the country.
 */
export function spellingsOf(digits: string): string[] {
  const [, area, nine, rest] = /^(\d\d)(9?)([6-9]\d{7})$/.exec(digits) ?? [];
  if (!area || !rest) return [digits];
  return [digits, nine ? area + rest : `${area}9${rest}`];
}
