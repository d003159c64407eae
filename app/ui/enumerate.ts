/** Joins as "a, b e c", in every engine alike, unlike `Intl.ListFormat`. */
export function enumerate(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} e ${names.at(-1)}` : names.join("");
}
