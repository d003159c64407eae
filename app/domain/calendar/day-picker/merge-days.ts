/** Applies what changed from `before` to `after` to `current`; all are civil dates. */
export function mergeDays(
  current: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const [known, wanted] = [new Set(before), new Set(after)];
  const kept = current.filter((day) => wanted.has(day) || !known.has(day));
  const added = after.filter((day) => !known.has(day));
  return [...new Set([...kept, ...added])].sort();
}
