import { expect, test } from "vitest";
import { breakMethod, hasCrashed } from "./broken-code.ts";
import { listingCards, openPage, unfoldSearch } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

test("a crash while hydrating keeps the typed text, and the form works", async () => {
  const { page } = await openPage(browser);
  // Looks for errors that the search still has.
  await page.addInitScript(breakMethod, "Array.flatMap");
  await page.route("**/assets/hydrate-*.js", async (route) => {
    await page.fill("form [name=q]", "9000");
    await page.selectOption("form [name=localizacao]", "Capitólio");
    await route.continue();
  });
  await page.goto(site.url, { waitUntil: "networkidle" });
  await unfoldSearch(page);
  await page.focus("form [name=q]");
  await expect.poll(() => hasCrashed(page)).toBe(true);
  // The server's form is empty until the typed text is put back.
  await expect
    .poll(async () => [
      await page.inputValue("form [name=q]"),
      await page.inputValue("form [name=localizacao]"),
    ])
    .toEqual(["9000", "Capitólio"]);
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?localizacao=Capit.*q=9000/);
  await listingCards(page).first().waitFor();
});
