import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { replaceFile } from "./durable-files.server.ts";

/** White space, or the zeros that a power cut can leave. */
const blank = /^[\s\0]*$/;

/** Reads a secret; null if there is no file, "" if it is blank. */
export async function readSecret(file: string): Promise<string | null> {
  const stored = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (stored === null) return null;
  return blank.test(stored) ? "" : stored.trim();
}

/** Reads a secret of `bytes` in hex, or creates it. `onBlank` is called if the old one was lost. */
export async function readOrCreateSecret(
  file: string,
  bytes: number,
  onBlank: () => void,
): Promise<string> {
  const stored = await readSecret(file);
  if (stored) return stored;
  if (stored === "") onBlank();
  const secret = randomBytes(bytes).toString("hex");
  await replaceFile(file, `${secret}\n`);
  return secret;
}
