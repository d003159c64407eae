import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { RunningSite } from "./site-process.ts";

/** Finds an e-mail in the outbox by words in it. */
export async function findMail(site: RunningSite, ...words: string[]): Promise<string | undefined> {
  const folder = join(site.dataDir, "outbox");
  for (const name of await readdir(folder).catch(() => [])) {
    const source = await readFile(join(folder, name), "utf8");
    const text = readQuotedPrintable(source);
    if (words.every((word) => text.includes(word))) return text;
  }
  return undefined;
}

/** Confirms an address through the link in the letter. */
export async function confirmEmail(site: RunningSite, email: string): Promise<void> {
  const link = await vi.waitFor(
    async () => {
      const letter = await findMail(site, email, "/confirmar-email/");
      const [found] = /https?:\S+\/confirmar-email\/\S+/.exec(letter ?? "") ?? [];
      if (!found) throw new Error("no letter yet");
      return found;
    },
    { timeout: 30_000 },
  );
  const path = site.url + new URL(link).pathname;
  const answer = await fetch(path, { method: "POST", redirect: "manual" });
  expect(answer.status).toBe(200);
}

function readQuotedPrintable(source: string): string {
  const joined = source.replace(/=\r?\n/g, "");
  return joined.replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
  );
}
