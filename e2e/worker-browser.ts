import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { launchBrowser } from "./browser.ts";

let launched: Browser | undefined;

/**
 * Call it at the top of a test file. A worker's files share the browser, as starting one takes a second
 * of CPU time; Playwright ends it with the worker. Every context has its own cookies, storage and cache.
 */
export async function workerBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) launched = await launchBrowser();
  const browser = launched;
  // The file's pages would otherwise go on working.
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}
