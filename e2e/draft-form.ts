import type { Page } from "playwright-core";

export const soon = { timeout: 15_000 };

/** Waits until the form has looked for an earlier draft, before which it keeps none. */
export function waitForDraftKeeping(on: Page): Promise<void> {
  return on.locator("#anuncio [name=guardado]").waitFor({ state: "attached" });
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
