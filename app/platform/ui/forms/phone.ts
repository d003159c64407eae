/** Formats as (XX) XXXXX-XXXX as far as there are digits; ten digits as (XX) XXXX-XXXX. */
export function formatPhone(digits: string): string {
  const clean = digits.replace(/\D/g, "").slice(0, 11);
  if (clean.length < 3) return clean;
  const area = `(${clean.slice(0, 2)}) `;
  const rest = clean.slice(2);
  const split = clean.length === 10 ? 4 : 5;
  return rest.length <= split ? area + rest : `${area}${rest.slice(0, split)}-${rest.slice(split)}`;
}

/** True for a mobile number with its area code: eleven digits, the third a 9. */
export function isMobile(digits: string): boolean {
  return /^\d\d9\d{8}$/.test(digits);
}

export function telLink(digits: string): string {
  return `tel:+55${digits.replace(/^0+/, "")}`;
}

/** Links to country code 55 plus the digits without leading zeros (spec §2). */
export function whatsappLink(digits: string, text: string): string {
  return `https://wa.me/55${digits.replace(/^0+/, "")}?text=${encodeQuery(text)}`;
}

/** Leaves what a query may hold as it is, such as the colons and slashes of an address. */
function encodeQuery(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|3F)/g, decodeURIComponent);
}

/** Reads a telephone as somebody wrote it: up to eleven digits, or a sentence about it. */
export type PhoneReader = (text: string) => { digits: string } | { problem: string };

export const fewDigits = "Escreva o telefone com DDD: são 10 ou 11 números.";

/**
 * Reads a telephone well enough to spare the sender a round trip. Codes of countries and carriers are for
 * the server, which knows them.
 */
export const readPhoneInBrowser: PhoneReader = (text) => {
  const digits = nationalDigits(text);
  const isComplete = text.replace(/\D/g, "").length >= 10;
  return digits === "" || isComplete ? { digits } : { problem: fewDigits };
};

/** Digits without Brazil's code and leading zeros; none for a number of another country. */
export function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, "");
  if (/^\D*\+/.test(text) && !digits.startsWith("55")) return "";
  return digits.replace(/^0+/, "").replace(/^55(?=\d{10,11}$)/, "");
}
