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

/** Waits for an e-mail with these words in it. */
export function waitForMail(site: RunningSite, ...words: string[]): Promise<string> {
  return vi.waitFor(
    async () => {
      const letter = await findMail(site, ...words);
      if (!letter) throw new Error("no letter yet");
      return letter;
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Confirms an address through the link in the letter. */
export async function confirmEmail(site: RunningSite, email: string): Promise<void> {
  const letter = await waitForMail(site, email, "/confirmar-email/");
  const [link = ""] = /https?:\S+\/confirmar-email\/\S+/.exec(letter) ?? [];
  const path = site.url + new URL(link).pathname;
  const answer = await fetch(path, {
    method: "POST",
    body: new URLSearchParams(),
    redirect: "manual",
  });
  expect(answer.status).toBe(200);
}

function readQuotedPrintable(source: string): string {
  const joined = source.replace(/=\r?\n/g, "");
  return joined.replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
  );
}
