import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./browser.ts";

/** In the light and the dark colour scheme. */
export async function expectNoViolations(page: Page): Promise<void> {
  const screen = `${page.url()}, ${page.viewportSize()?.width} px`;
  expect(await violations(page), screen).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  // Only contrast depends on the colour scheme.
  expect(await violations(page, ["color-contrast"]), `${screen}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
