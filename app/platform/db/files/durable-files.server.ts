import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file with mode 0600. A power cut leaves either the old content or the new. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.novo`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

export async function syncFile(path: string): Promise<void> {
  // Windows only flushes files open for writing.
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names of new and renamed files durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders; its file systems journal their entries.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
