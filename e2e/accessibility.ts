import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./browser.ts";

/** Loads axe into every page, for tests of many: Chromium then compiles its script only once. */
export function loadAxeEverywhere(page: Page): Promise<unknown> {
  return page.addInitScript(axe.source);
}

/** Expects no violations in the light and the dark colour scheme. */
export async function expectNoViolations(page: Page): Promise<void> {
  const screen = `${page.url()}, ${page.viewportSize()?.width} px`;
  expect(await violations(page), screen).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  // Only contrast depends on the colour scheme.
  expect(await violations(page, ["color-contrast"]), `${screen}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
