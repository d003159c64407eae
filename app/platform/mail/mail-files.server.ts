import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** Deletes from the folder the e-mails with these ids, and any others to this address; null is nobody's. */
export async function deleteMailFiles(
  folder: string,
  ids: readonly string[],
  address: string | null,
): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names.filter((one) => one.endsWith(".eml"))) {
    const path = join(folder, name);
    const isNamed = ids.includes(name.slice(0, -".eml".length));
    const isTheirs = isNamed || (address !== null && (await isTo(path, address)));
    if (isTheirs) await rm(path, { force: true });
  }
}

/**
 * Reads a file's recipient, because its row may be gone: sent e-mails are kept for some weeks only.
 */
async function isTo(path: string, address: string): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => "");
  const [head = ""] = text.split(/\r?\n\r?\n/, 1);
  const [, to = ""] = /^To: (.*)$/im.exec(head) ?? [];
  return (
    to
      .replace(/^.*<|>.*$/g, "")
      .trim()
      .toLowerCase() === address.toLowerCase()
  );
}
