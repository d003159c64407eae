import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openPage, toasts, waitForHydration } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { removeData, type SiteProcess } from "./site-process.ts";

let site: SiteProcess;
let browser: Browser;

beforeAll(async () => {
  site = await startEmptySite();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await site?.end("SIGTERM");
  if (site) await removeData(site);
});

/** Of the animation that closes a toast. */
function timer(toast: Locator): Promise<[duration: unknown, state: string]> {
  return toast.evaluate((element) => {
    const animations = element.getAnimations({ subtree: true });
    const [last] = animations.filter(({ effect }) => effect?.getTiming().fill === "forwards");
    return [last?.effect?.getTiming().duration, last?.playState ?? ""];
  });
}

test.each(["no-preference", "reduce"] as const)(
  "a toast stays open under the pointer and closes two seconds after it leaves, with motion %s",
  async (reducedMotion) => {
    const { page, consoleErrors } = await openPage(browser, { reducedMotion });
    await page.goto(`${site.url}/contato`);
    await waitForHydration(page);
    await page.mouse.move(200, 40);
    await page.press("[name=nome]", "Enter");
    const toast = toasts(page).getByRole("status");
    await toast.getByText("Por favor, preencha o nome.").waitFor();
    await expect.poll(() => timer(toast)).toEqual([2000, "paused"]);
    await page.mouse.move(200, 800);
    await toast.waitFor({ state: "detached" });
    expect(consoleErrors).toEqual([]);
  },
);

test("a toast's button closes it", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${site.url}/contato`);
  await waitForHydration(page);
  // The pointer keeps the toast open, so only the button can close it.
  await page.mouse.move(200, 40);
  await page.press("[name=nome]", "Enter");
  const toast = toasts(page).getByRole("status");
  await expect.poll(() => timer(toast)).toEqual([2000, "paused"]);
  await toast.getByRole("button", { name: "Fechar" }).click();
  await toast.waitFor({ state: "detached" });
});
