/** Where the addresses of unfinished uploads outlive a reload. */
const storageKey = "mardeminas.envios";

/** The server keeps an unfinished upload this long, in ms. */
const keptFor = 24 * 3_600_000;

interface Remembered {
  url: string;
  /** When it was noted, in ms. */
  at: number;
}

/** Uploads in hand on this very page: the same photo chosen twice is sent twice. */
const claimed = new Set<string>();

/**
 * What tells one upload from others: the form it belongs to, the chosen file and, byte for byte,
 * what is sent for it. So an upload is never continued with other bytes than it was begun with.
 */
export async function fingerprintOf(file: File, body: Blob, draft: string): Promise<string> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  return [draft, file.name, file.size, bytes.length, checksum(bytes)].join("/");
}

/** FNV-1a, 32 bits. */
function checksum(bytes: Uint8Array): string {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(16);
}

/** Notes where an upload goes, so that a reloaded page can go on with it. */
export function rememberUpload(fingerprint: string, url: string): void {
  claimed.add(url);
  write({ ...read(), [fingerprint]: { url, at: Date.now() } });
}

/** Where an earlier page sent this; null when it did not. */
export function recallUpload(fingerprint: string): string | null {
  const url = read()[fingerprint]?.url;
  if (!url || claimed.has(url)) return null;
  claimed.add(url);
  return url;
}

/** Lets another form of this page go on with an upload. */
export function releaseUpload(url: string): void {
  claimed.delete(url);
}

/** Forgets an upload that is finished or given up. */
export function forgetUpload(fingerprint: string): void {
  const { [fingerprint]: known, ...others } = read();
  if (known) write(others);
}

function read(): Record<string, Remembered> {
  try {
    const all: Record<string, Remembered> = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    const fresh = Object.entries(all).filter(([, { at }]) => Date.now() - at < keptFor);
    return Object.fromEntries(fresh);
  } catch {
    return {};
  }
}

/** Where nothing can be kept, a reloaded page begins anew. */
function write(all: Record<string, Remembered>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all));
  } catch {}
}
