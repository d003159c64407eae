/** Weights of the two check digits, the last of which is left out for the first. */
const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Letters count since July 2026 (Instrução Normativa RFB 2.229/2024), by their distance from "0" in ASCII. */
function checkDigit(characters: string): number {
  const used = weights.slice(weights.length - characters.length);
  const sum = [...characters].reduce(
    (total, character, at) => total + (character.charCodeAt(0) - 48) * (used[at] ?? 0),
    0,
  );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** Writes "12.345.678/0001-95"; null unless it is a CNPJ, however written, with right check digits. */
export function formatCnpj(text: string): string | null {
  const bare = text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const [, base = "", digits] = /^([0-9A-Z]{12})(\d{2})$/.exec(bare) ?? [];
  if (!base || /^(.)\1*$/.test(bare)) return null;
  const first = checkDigit(base);
  if (`${first}${checkDigit(`${base}${first}`)}` !== digits) return null;
  return bare.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5");
}
