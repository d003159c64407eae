import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./browser.ts";

/** For tests of many pages: Chromium compiles a script of every page only once. */
export function loadAxeEverywhere(page: Page): Promise<unknown> {
  return page.addInitScript(axe.source);
}

/** In the light and the dark colour scheme. */
export async function expectNoViolations(page: Page): Promise<void> {
  const screen = `${page.url()}, ${page.viewportSize()?.width} px`;
  expect(await violations(page), screen).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  // Only contrast depends on the colour scheme.
  expect(await violations(page, ["color-contrast"]), `${screen}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
