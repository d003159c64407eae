import type Axe from "axe-core";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { hydrationDataId } from "../app/hydration/hydration-data.ts";
import { localhostCertificate } from "../testing/certificate.ts";

/**
 * Chromium without the background traffic that has no place in a test. It accepts this process's
 * certificate as a valid one: errors that are merely ignored keep pages from its caches.
 */
export async function launchBrowser(more: string[] = [], fewer: string[] = []): Promise<Browser> {
  const { keyHash } = await localhostCertificate();
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--ignore-certificate-errors-spki-list=${keyHash}`,
      ...more,
    ],
    ignoreDefaultArgs: fewer,
  });
}

/**
 * Waits until the page's script has taken it over (app/entry.client.ts): until then a link loads, a
 * form is sent, as without script. Keeping the place is the router's from then on.
 */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === "manual");
}

/** Opens a page and waits until it works: hydrated, unless it is one that never is. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(
    (id) => !document.getElementById(id) || history.scrollRestoration === "manual",
    hydrationDataId,
  );
}

/** The rules of axe that a page breaks, with the elements; `rules` limits it to some. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const found = await axe.run(document, only ? { runOnly: only } : {});
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`,
    );
  }, rules);
}

/** A page of a new visitor; what it complains of on the console is collected in `complaints`. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    locale: "pt-BR",
    viewport: { width: 390, height: 844 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { page, complaints };
}

/** The listings of a list. */
export function listingCards(page: Page): Locator {
  return page.getByRole("article");
}

/** The photos of a listing, on its page. */
export function gallery(page: Page): Locator {
  return page.getByRole("region", { name: "Fotos do imóvel" });
}

/** The position in a gallery or in its full screen, as in "2 / 9". */
export function photoCounter(within: Locator): Locator {
  return within.getByText(/^\d+ \/ \d+$/);
}

/** The photos of the ad's form, each by its button that takes it away. */
export function pickedPhotos(page: Page): Locator {
  return page.getByRole("button", { name: /^(Cancelar|Excluir|Remover) foto \d+$/ });
}

/** Those that are stored. */
export function storedPhotos(page: Page): Locator {
  return page.getByRole("button", { name: /^Excluir foto \d+$/ });
}

export function toasts(page: Page): Locator {
  return page.getByRole("region", { name: "Avisos" });
}
