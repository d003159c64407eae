import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { listingCards, openPage, violations, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
const { checkIn, checkOut } = findOrdinaryStay(100, 3);
const query = `?entrada=${checkIn}&saida=${checkOut}&pessoas=2`;
const map = (page: Page) => page.getByRole("region", { name: "Resultados no desenho da região" });
const toggle = (page: Page) => page.getByRole("button", { name: "Ver no desenho" });

test.each([390, 1440])(
  "at %i px the results show on the drawing, which loads when it is opened",
  async (width) => {
    const { page, consoleErrors } = await openPage(browser, { viewport: { width, height: 900 } });
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await visit(page, `${site.url}/search${query}`);
    expect(loaded.filter((url) => /desenho|show-map/.test(url))).toEqual([]);
    await toggle(page).click();
    await map(page)
      .getByRole("img", { name: /^Desenho da região/ })
      .waitFor();
    expect(loaded.filter((url) => url.includes("/search/desenho"))).toHaveLength(1);
    expect(loaded.every((url) => new URL(url).origin === site.url)).toBe(true);

    const total = Number.parseInt(await page.getByRole("heading", { level: 1 }).innerText(), 10);
    expect(await map(page).getByRole("listitem").count()).toBeGreaterThanOrEqual(total);
    const marks = map(page).locator("[data-casas]");
    const counted = await marks.evaluateAll((all) =>
      all.reduce(
        (sum, mark) => sum + ((mark as SVGElement).dataset.casas ?? "").split(" ").length,
        0,
      ),
    );
    expect(counted).toBe(await map(page).getByRole("listitem").count());
    const prices = await marks.locator("rect + text").allTextContents();
    expect(prices.length).toBeGreaterThan(0);
    for (const price of prices) expect(price).toMatch(/^R\$\s[\d.]+$/);
    const piles = marks.locator("circle + text + text");
    expect(await piles.count()).toBeGreaterThan(0);
    const places = await map(page).getByRole("heading").allInnerTexts();
    for (const place of await piles.allTextContents()) {
      expect(places.some((heading) => heading.startsWith(place))).toBe(true);
    }
    expect(await violations(page)).toEqual([]);

    await toggle(page).click();
    await map(page).getByRole("listitem").first().waitFor({ state: "detached" });
    expect(consoleErrors).toEqual([]);
  },
);

test("a house in the list points at its mark and its card, and the mark back at the house", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await visit(page, `${site.url}/search${query}`);
  await toggle(page).click();
  // Where the pointer rests, a mark may come to lie, and be pointed at.
  await page.mouse.move(0, 0);
  const title = await listingCards(page).first().getByRole("heading").innerText();
  const entry = map(page).getByRole("listitem").filter({ hasText: title });
  const id = (await entry.getAttribute("data-casa")) ?? "";
  await entry.getByRole("link").focus();
  expect(await map(page).locator(`[data-casas~="${id}"]`).getAttribute("data-lit")).toBe("");
  expect(await listingCards(page).first().getAttribute("data-lit")).toBe("");
  await map(page).locator("[data-casas]").last().click();
  const lit = map(page).locator("li[data-lit]").first();
  await lit.waitFor();
  expect(await lit.isVisible()).toBe(true);
});

test("if the drawing can't be loaded, the page says so and keeps the results", async () => {
  const { page } = await openPage(browser);
  await page.route("**/search/desenho*", (route) => route.abort());
  await visit(page, `${site.url}/search${query}`);
  await toggle(page).click();
  await page.getByText("O desenho não carregou. Confira a internet.").waitFor();
  expect(await toggle(page).getAttribute("aria-pressed")).toBe("false");
  expect(await listingCards(page).count()).toBeGreaterThan(0);
});
