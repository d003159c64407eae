/** Photo keys of spec §7, of which the address has the ids in 22 letters and digits instead of 36. */
const longKey = /^imoveis\/([\da-f-]{36})\/images\/(\d+)\/([\da-f-]{36})(-[\w-]+)$/;
const shortKey = /^([\w-]{22})\/(\d+)\/([\w-]{22})(-[\w-]+)$/;

/** Returns other keys as they are. */
export function shortenKey(key: string): string {
  const [, uid, folder, id, name] = longKey.exec(key) ?? [];
  return uid && id ? `${shortenUuid(uid)}/${folder}/${shortenUuid(id)}${name}` : key;
}

/** Reverses {@link shortenKey}. */
export function lengthenKey(short: string): string {
  const [, uid, folder, id, name] = shortKey.exec(short) ?? [];
  if (!uid || !id) return short;
  return `imoveis/${lengthenUuid(uid)}/images/${folder}/${lengthenUuid(id)}${name}`;
}

function shortenUuid(uuid: string): string {
  const digits = uuid.replaceAll("-", "").match(/../g) ?? [];
  const bytes = String.fromCharCode(...digits.map((two) => Number.parseInt(two, 16)));
  return btoa(bytes).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
}

function lengthenUuid(short: string): string {
  const bytes = atob(short.replaceAll("-", "+").replaceAll("_", "/"));
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
