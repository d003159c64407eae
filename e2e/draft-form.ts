import type { Page } from "playwright-core";
import { expect } from "vitest";
import { waitForHydration } from "./browser.ts";

export const soon = { timeout: 15_000 };

/** Waits until the tab holds the lock, since no other tab saves drafts. */
export async function waitForDraftLock(on: Page): Promise<void> {
  await waitForHydration(on);
  await expect
    .poll(() => on.evaluate(async () => (await navigator.locks.query()).held?.length), soon)
    .toBe(1);
}

/** Entries of the form, without files and the ids that change with every load. */
export function formEntries(on: Page): Promise<[string, string][]> {
  return on.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("#anuncio");
    return [...new FormData(form ?? undefined)]
      .filter((entry): entry is [string, string] => typeof entry[1] === "string")
      .filter(([name]) => !["rascunho", "versao"].includes(name));
  });
}

export function drafts(on: Page): Promise<string[]> {
  return on.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("mardeminas.rascunho.")),
  );
}

/** Submissions reach the server, but the browser gets no response. */
export async function dropResponses(page: Page, path: RegExp): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
}
