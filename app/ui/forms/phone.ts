/** Keeps at most eleven digits (spec §5). */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, 11);
}

/** Formats as (XX) XXXXX-XXXX as far as there are digits; ten digits as (XX) XXXX-XXXX. */
export function formatPhone(digits: string): string {
  const clean = phoneDigits(digits);
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
