import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { gallery, openPage, photoCounter, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
const screen = 844;
/** URL of a sample listing with several photos. */
let listing: string;

beforeAll(async () => {
  listing = site.url + (await findAd(askAt(site.url)));
});

const from = addDays(today(), 100);
const dated = () => `${listing}?entrada=${from}&saida=${addDays(from, 3)}&pessoas=2`;

test("dates, people and estimate are within the first two screens, and the bar's price leads there", async () => {
  const { page } = await openPage(browser);
  await visit(page, dated());
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  for (const part of [box.getByLabel("Entrada"), box.getByLabel("Pessoas", { exact: true })]) {
    expect((await part.boundingBox())?.y).toBeLessThan(2 * screen);
  }
  expect((await box.locator("[data-estimativa]").boundingBox())?.y).toBeLessThan(2 * screen);
  await page.getByRole("link", { name: /estimativa/ }).click();
  await expect.poll(async () => (await box.boundingBox())?.y).toBeLessThan(screen / 2);
  expect(new URL(page.url()).searchParams.get("entrada")).toBe(from);
});

test("the bar answers at once for the dates of the ad's address", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  const bar = page.locator("[data-bottom-bar]");
  await visit(page, dated());
  expect(await bar.innerText()).toMatch(
    /R\$\s[\d.]+\sestimativa\s+(Livre de|Pergunte:) .*, 3 noites/,
  );
});

test("the legend explains only the signs of the visible months", async () => {
  const { page } = await openPage(browser);
  await visit(page, listing);
  const sign = (text: string) => page.getByText(new RegExp(`^\\d+${text}$`)).isVisible();
  expect(await sign("Hoje")).toBe(true);
  expect(await sign("Alguém chega à tarde: dá para sair")).toBe(true);
  for (let turn = 0; turn < 20; turn++) {
    await page.getByRole("button", { name: "Próximo mês" }).click();
  }
  expect(await sign("Datas em vermelho estão indisponíveis")).toBe(true);
  expect(await sign("Hoje")).toBe(false);
  expect(await sign("Alguém chega à tarde: dá para sair")).toBe(false);
  expect(await sign("Alguém sai de manhã: dá para entrar")).toBe(false);
});

test("a long description folds, and is whole when asked for, without script and on paper", async () => {
  const { page } = await openPage(browser);
  await signUp(page, site.url);
  const ending = "Fim do texto.";
  const body = `${"Uma casa grande na beira do lago, com varanda e rede. ".repeat(30)}${ending}`;
  await publishAd(page, site.url, { body });
  const dashboard = await (await page.request.get(`${site.url}/dashboard`)).text();
  const path = /\/posts\/[0-9a-f-]{36}/.exec(dashboard)?.[0] ?? "";
  await visit(page, site.url + path);
  const heightOf = async (shown: Page) =>
    (await shown.getByText(ending).boundingBox())?.height ?? 0;
  const folded = await heightOf(page);
  expect(folded).toBeLessThan(400);
  await page.emulateMedia({ media: "print" });
  expect(await heightOf(page)).toBeGreaterThan(folded);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("checkbox", { name: "Ler tudo" }).press("Space");
  expect(await heightOf(page)).toBeGreaterThan(600);
  expect(await page.getByText("Ler tudo").isVisible()).toBe(false);

  const { page: plain } = await openPage(browser, { javaScriptEnabled: false });
  await plain.goto(site.url + path);
  expect(await heightOf(plain)).toBeGreaterThan(600);
  expect(await plain.getByText("Ler tudo").isVisible()).toBe(false);
});

test.each([390, 820])(
  "at %i px no line of the trail begins with a slash, and similar ads begin level with their photos",
  async (width) => {
    const { page } = await openPage(browser, { viewport: { width, height: 900 } });
    await visit(page, listing);
    const steps = page.getByRole("navigation", { name: "Você está em" }).getByRole("listitem");
    const shown = await steps.evaluateAll((all) =>
      all.map((step) => ({
        before: getComputedStyle(step, "::before").content,
        isOneLine: step.clientHeight < 60,
      })),
    );
    expect(shown).toEqual(shown.map(() => ({ before: "none", isOneLine: true })));
    expect(shown).toHaveLength(3);
    const similar = page.getByRole("region", { name: "Parecidos com este" }).getByRole("link");
    const tops = await similar
      .filter({ has: page.locator("img") })
      .evaluateAll((links) =>
        links.map((link) => [...link.children].map((part) => part.getBoundingClientRect().top)),
      );
    expect(tops.length).toBeGreaterThan(1);
    for (const [photo, words] of tops) expect(words).toBe(photo);
  },
);

const pause = (page: Page) => page.getByRole("button", { name: "Pausar as fotos" });

test("the photos stop turning by themselves once they have the focus", async () => {
  const { page } = await openPage(browser, { reducedMotion: "no-preference" });
  await visit(page, listing);
  await pause(page).waitFor({ state: "attached" });
  await gallery(page).getByRole("list").focus();
  await expect.poll(() => pause(page).count()).toBe(0);
});

test.each([
  ["saveData", true],
  ["effectiveType", "3g"],
  ["type", "cellular"],
] as const)(
  "the photos don't turn by themselves on an expensive or slow connection (%s: %s)",
  async (...connection) => {
    const { page } = await openPage(browser, { reducedMotion: "no-preference" });
    await page.addInitScript((known) => {
      const [name, value] = known;
      Object.defineProperty(navigator, "connection", { value: { [name]: value } });
    }, connection);
    await visit(page, listing);
    await gallery(page).locator("ol[data-ready=true]").waitFor();
    expect(await pause(page).count()).toBe(0);
    expect(await photoCounter(gallery(page)).innerText()).toMatch(/^1 /);
  },
);
