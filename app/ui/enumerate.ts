/** "a, b e c"; unlike `Intl.ListFormat` the same in every engine. */
export function enumerate(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} e ${names.at(-1)}` : names.join("");
}
