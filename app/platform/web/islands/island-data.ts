/** Writes an island's props as JSON, which knows no dates. */
export function writeIslandData(props: object): string {
  return JSON.stringify(props, function (this: Record<string, unknown>, key, value) {
    const given = this[key];
    return given instanceof Date ? { date: given.getTime() } : value;
  });
}

export function readIslandData(text: string): object {
  return JSON.parse(text, (_, value) => (isDate(value) ? new Date(value.date) : value));
}

function isDate(value: unknown): value is { date: number } {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  return keys.length === 1 && keys[0] === "date";
}
