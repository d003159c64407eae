/** Words for charges besides the nights: fees, deposits, heating, anything with an amount. */
const charges = /R\$|tax|limpeza|cauç|acréscimo/i;
const holidays = /feriad|temporada/i;

/** Characters that fit into about three lines of a card. */
const maxLength = 140;

/**
 * Picks the sentences of an advertiser's note on prices that a total leaves out, word for word: those about
 * charges, and those about the holiday if there is one. Null if there are none.
 */
export function pickConditions(note: string, holiday: string | null): string | null {
  const isMeant = (sentence: string) =>
    charges.test(sentence) ||
    (holiday !== null && (holidays.test(sentence) || sentence.includes(holiday)));
  const picked = note
    .split(/(?<=[.;!?])\s+|\n+/)
    .filter(isMeant)
    .join(" ")
    .trim();
  if (picked.length <= maxLength) return picked || null;
  return `${picked.slice(0, picked.lastIndexOf(" ", maxLength - 1))}…`;
}
