import { expect, test } from "vitest";
import { publishAd, signUp } from "./advertiser.ts";
import { listingCards, openPage, violations, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();

test("on a phone rows show six houses on two screens, and the browser remembers them", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/search?pessoas=2`);
  const toggle = page.getByRole("button", { name: "Ver em linhas" });
  expect(await toggle.getAttribute("aria-pressed")).toBe("false");
  await toggle.click();
  expect(await toggle.getAttribute("aria-pressed")).toBe("true");
  const sixth = listingCards(page).nth(5);
  await expect
    .poll(async () => {
      const box = await sixth.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? Infinity);
    })
    .toBeLessThan(2 * 844);
  // Cards far from the viewport have no text yet (docs/decisions/010).
  await sixth.scrollIntoViewIfNeeded();
  await expect.poll(() => sixth.innerText()).toMatch(/dos cânions[\s\S]*R\$[\s\S]*Max Pessoas/);
  expect(await violations(page)).toEqual([]);

  await visit(page, site.url);
  expect(await toggle.getAttribute("aria-pressed")).toBe("true");
  expect((await listingCards(page).first().boundingBox())?.height).toBeLessThan(250);
  await toggle.click();
  await visit(page, site.url);
  expect(await toggle.getAttribute("aria-pressed")).toBe("false");
  expect(consoleErrors).toEqual([]);
});

test("without script there are only cards", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/search`);
  await listingCards(page).first().waitFor();
  expect(await page.getByText("Ver em linhas").isVisible()).toBe(false);
});

test("at 820 px two cards of the same height stand side by side, and titles take two lines at most", async () => {
  const { page } = await openPage(browser, { viewport: { width: 820, height: 1180 } });
  await signUp(page, site.url);
  const title = "Rancho com um nome comprido que não acaba nunca, na beira do lago e perto de tudo";
  await publishAd(page, site.url, { title });
  await visit(page, site.url);
  const [first, second] = await Promise.all(
    [0, 1].map((nth) => listingCards(page).nth(nth).boundingBox()),
  );
  expect(second?.y).toBe(first?.y);
  expect(second?.height).toBe(first?.height);
  const heading = listingCards(page).first().getByRole("heading");
  expect(await heading.innerText()).toBe(title);
  const lines = await heading.evaluate(
    (one) =>
      one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
  // Those who listen learn first which house it is.
  const isFirst = await listingCards(page)
    .first()
    .evaluate((card) => card.querySelector("h3, img, button, a")?.tagName);
  expect(isFirst).toBe("H3");
});
