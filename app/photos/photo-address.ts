/** A photo's id as its address in pages has it: 22 letters and digits instead of 36. */
export function shortenId(uuid: string): string {
  const digits = uuid.replaceAll("-", "").match(/../g) ?? [];
  const bytes = String.fromCharCode(...digits.map((two) => Number.parseInt(two, 16)));
  return btoa(bytes).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
}

/** Reverses {@link shortenId}. */
export function lengthenId(short: string): string {
  const bytes = atob(short.replaceAll("-", "+").replaceAll("_", "/"));
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
