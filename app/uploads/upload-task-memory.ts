const storageKey = "mardeminas.envios";

/** The server keeps an unfinished upload this long. */
const maxAgeMs = 24 * 3_600_000;

interface Remembered {
  url: string;
  at: number;
}

/** Uploads in use on this page, so that the same photo chosen twice is sent twice. */
const claimed = new Set<string>();

/** Identifies the form, the file and the exact bytes, so that only those are resumed. */
export async function fingerprintOf(file: File, body: Blob, draftId: string): Promise<string> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  return [draftId, file.name, file.size, bytes.length, checksum(bytes)].join("/");
}

/** FNV-1a hash of 32 bits. */
function checksum(bytes: Uint8Array): string {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(16);
}

export function rememberUpload(fingerprint: string, url: string): void {
  claimed.add(url);
  write({ ...read(), [fingerprint]: { url, at: Date.now() } });
}

export function recallUpload(fingerprint: string): string | null {
  const url = read()[fingerprint]?.url;
  if (!url || claimed.has(url)) return null;
  claimed.add(url);
  return url;
}

/** Lets another form on this page resume the upload. */
export function releaseUpload(url: string): void {
  claimed.delete(url);
}

export function forgetUpload(fingerprint: string): void {
  const { [fingerprint]: known, ...others } = read();
  if (known) write(others);
}

function read(): Record<string, Remembered> {
  try {
    const all: Record<string, Remembered> = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    const fresh = Object.entries(all).filter(([, { at }]) => Date.now() - at < maxAgeMs);
    return Object.fromEntries(fresh);
  } catch {
    return {};
  }
}

/** Does nothing if there is no storage; a reloaded page then starts the upload over. */
function write(all: Record<string, Remembered>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all));
  } catch {}
}
