import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { replaceFile } from "./durable-files.server.ts";

/** Nothing but white space, or the zeros that a power cut can leave in place of a file's content. */
const blank = /^[\s\0]*$/;

/** Reads a secret that stands alone in a file: null if there is no such file, "" if it is blank. */
export async function readSecret(file: string): Promise<string | null> {
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (kept === null) return null;
  return blank.test(kept) ? "" : kept.trim();
}

/**
 * Reads the secret in `file`, creating it on the first call as `bytes` random bytes in hexadecimal.
 * A blank file gets a new secret too; `onBlank` is called then, because the old one is lost.
 */
export async function readOrCreateSecret(
  file: string,
  bytes: number,
  onBlank: () => void,
): Promise<string> {
  const kept = await readSecret(file);
  if (kept) return kept;
  if (kept === "") onBlank();
  const secret = randomBytes(bytes).toString("hex");
  await replaceFile(file, `${secret}\n`);
  return secret;
}
