/** Joins as "a, b e c", in every engine alike, unlike `Intl.ListFormat`. */
export function enumerate(names: readonly string[], last: "e" | "ou" = "e"): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes "1234" as "1.234". */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ".");
}

/** Writes a count of anything: "1.234". */
export function formatCount(count: number): string {
  return groupDigits(String(count));
}

/** Names one "casa" or several "casas"; most nouns follow this rule. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** Counts "1 casa" or "1.234 casas". */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${plural(count, noun)}`;
}
