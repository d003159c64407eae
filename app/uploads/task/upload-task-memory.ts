import { createDayStorage } from "../day-storage.ts";

const remembered = createDayStorage<{ url: string }>("mardeminas.envios");

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
  remembered.put(fingerprint, { url });
}

export function recallUpload(fingerprint: string): string | null {
  const url = remembered.read()[fingerprint]?.url;
  if (!url || claimed.has(url)) return null;
  claimed.add(url);
  return url;
}

/** Lets another form on this page resume the upload. */
export function releaseUpload(url: string): void {
  claimed.delete(url);
}

export function forgetUpload(fingerprint: string): void {
  remembered.drop(fingerprint);
}
