import type Axe from "axe-core";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { findChromium, findWholeChromium } from "../scripts/browsers.mjs";
import { localhostCertificate } from "../testing/certificate.ts";

/**
 * Launches Chromium without background traffic. It trusts this process's certificate by its key:
 * merely ignoring certificate errors would disable Chromium's caches.
 */
export function launchBrowser(extraArgs: string[] = []): Promise<Browser> {
  return launch(findChromium(), extraArgs);
}

/** Launches a whole Chromium, as on phones: the headless shell has no back-forward cache. */
export function launchCachingBrowser(): Promise<Browser> {
  return launch(findWholeChromium(), [], ["--disable-back-forward-cache"]);
}

async function launch(
  executablePath: string | null,
  extraArgs: string[],
  ignoreDefaultArgs: string[] = [],
): Promise<Browser> {
  const { keyHash } = await localhostCertificate();
  return chromium.launch({
    executablePath: executablePath ?? "chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--ignore-certificate-errors-spki-list=${keyHash}`,
      ...extraArgs,
    ],
    ignoreDefaultArgs,
  });
}

/** Polling interval in ms. By default Playwright polls on every frame, which makes Chromium draw sixty a second. */
const polling = 30;

/** Waits until the document is there, and the islands that React hydrates at once are awake. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      // Before, an island that waits to be touched is there without the code that listens for touches.
      document.readyState === "complete" &&
      !document.querySelector("[data-island]:not([data-waits], [data-awake])"),
    null,
    { polling },
  );
}

export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** Runs axe and returns each violated rule with its elements. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Parsing axe takes as long as checking a page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const found = await axe.run(document, {
      resultTypes: ["violations"],
      // Only a rule about sounds that play by themselves reads other files.
      preload: false,
      ...(only ? { runOnly: only } : {}),
    });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`,
    );
  }, rules);
}

/**
 * Opens a page in a new context, with a phone's viewport by default, and without motion: drawing a transition between
 * two pages takes longer than loading the second.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; consoleErrors: string[] }> {
  const context = await browser.newContext({
    locale: "pt-BR",
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const consoleErrors: string[] = [];
  page.on("pageerror", ({ message }) => {
    // Chromium's own note that the next page came without an animation.
    if (!message.startsWith("Transition was ")) consoleErrors.push(message);
  });
  page.on("console", (message) => {
    if (message.type() === "error") consoleErrors.push(message.text());
  });
  return { page, consoleErrors };
}

/** Opens the form of a search, which phones fold to one line. */
export async function unfoldSearch(page: Page): Promise<void> {
  await page.locator("[role=search] > details > summary").click();
  await page.locator("[role=search] form").waitFor();
}

/** Opens the search, and in it 'Filtros'. */
export async function unfoldFilters(page: Page): Promise<void> {
  await unfoldSearch(page);
  await page.getByText("Filtros", { exact: true }).click();
}

/** Opens all folds of the ad's form. */
export async function unfoldDetails(page: Page): Promise<void> {
  await page.locator("#anuncio details").evaluateAll((folds) => {
    for (const fold of folds) (fold as HTMLDetailsElement).open = true;
  });
}

export function listingCards(page: Page): Locator {
  return page.getByRole("article");
}

export function gallery(page: Page): Locator {
  return page.getByRole("region", { name: "Fotos do imóvel" });
}

/** The counter in a gallery or in its full screen: "2 / 9". */
export function photoCounter(within: Locator): Locator {
  return within.getByText(/^\d+ \/ \d+$/);
}

/** The photos in the ad's form, by their buttons for removal. */
export function pickedPhotos(page: Page): Locator {
  return page.getByRole("button", { name: /^(Cancelar|Excluir|Remover) foto \d+$/ });
}

export function storedPhotos(page: Page): Locator {
  return page.getByRole("button", { name: /^Excluir foto \d+$/ });
}

/** Ids of the photos that the ad's form would send. */
export function photoIds(page: Page): Promise<string[]> {
  return page
    .locator("input[name=foto]")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
}

export function toasts(page: Page): Locator {
  return page.getByRole("region", { name: "Avisos" });
}
