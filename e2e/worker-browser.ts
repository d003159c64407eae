import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";

let launched: Browser | undefined;

/**
 * Launches a browser that the test files of a worker share, as starting Chromium takes a second of
 * CPU time; Playwright ends it with the worker. Every context has its own cookies, storage and
 * cache.
 */
export async function workerBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) launched = await launchBrowser();
  return launched;
}

/** Closes the pages of a test file, which would otherwise go on working. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
