import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, today } from "../../app/domain/calendar/civil-date.ts";
import { askAt, listingForm, listOwnAds, post, register } from "../../testing/advertiser.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { gallery, listingCards, openPage, toasts, visit } from "../browser.ts";
import { findSampleAd } from "../tables.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const from = addDays(today(), 100);
const dated = `?entrada=${from}&saida=${addDays(from, 3)}&pessoas=2`;
/** Path of a sample ad with several photos. */
let ad: string;

beforeAll(async () => {
  ad = await findSampleAd(site);
});

const open = async (width: number, height: number) =>
  (await openPage(browser, { viewport: { width, height } })).page;

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element has no box");
  return { ...box, bottom: box.y + box.height };
}

/** Publishes an ad with one photo of this size; returns its path. */
async function publishPhoto(size: [number, number], fields = {}): Promise<string> {
  const ask = askAt(site.url);
  const cookie = await register(ask);
  const form = listingForm(fields, [await makeJpeg(...size)]);
  expect((await ask("/posts/create", post(form, cookie))).status).toBe(302);
  const [id] = await listOwnAds(ask, cookie);
  return `/posts/${id}`;
}

test("a phone's first screens show a house, a search folded to a line, and what a stay costs", async () => {
  const page = await open(390, 844);
  const { checkIn, checkOut } = findOrdinaryStay(100, 3);
  const search = `/search?entrada=${checkIn}&saida=${checkOut}&pessoas=2`;
  const card = listingCards(page).first();
  const people = page.locator("form [name=pessoas]");
  for (const path of ["/", search]) {
    await visit(page, site.url + path);
    expect((await boxOf(card.locator("img").first())).y, path).toBeLessThan(844 - 60);
    expect(await people.isVisible()).toBe(false);
  }
  expect((await boxOf(card.locator("[data-estimativa]"))).bottom).toBeLessThanOrEqual(844);

  await visit(page, site.url + ad + dated);
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  for (const part of [box.getByLabel("Entrada"), box.locator("[data-estimativa]")]) {
    expect((await boxOf(part)).y).toBeLessThan(2 * 844);
  }
  await page.getByRole("link", { name: /estimativa/ }).click();
  await expect.poll(async () => (await boxOf(box)).y).toBeLessThan(844 / 2);

  await page.setViewportSize({ width: 844, height: 390 });
  for (const path of ["/", search]) {
    await visit(page, site.url + path);
    const line = page.getByRole("search").locator("summary").first();
    expect((await boxOf(line)).bottom, path).toBeLessThanOrEqual(390);
    expect((await boxOf(card.getByRole("img").first())).height, path).toBeLessThan(390);
  }
  await visit(page, site.url + ad);
  expect((await boxOf(gallery(page).getByRole("img").first())).bottom).toBeLessThanOrEqual(390);

  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, site.url + search);
  expect(await people.isVisible()).toBe(true);
});

test("an ad keeps prices in their columns, its trail in lines, and its contact box above what follows", async () => {
  const page = await open(360, 900);
  for (const width of [360, 700, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, site.url + ad);
    const prices = page.locator("#contato b").filter({ hasText: "R$" });
    const ends = await prices.evaluateAll((all) =>
      all.slice(0, 2).map((price) => {
        const range = document.createRange();
        range.selectNodeContents(price);
        const column = price.parentElement?.getBoundingClientRect();
        return range.getBoundingClientRect().right <= (column?.right ?? 0);
      }),
    );
    expect(ends, `${width} px`).toEqual([true, true]);
    const steps = page.getByRole("navigation", { name: "Você está em" }).getByRole("listitem");
    const heights = await steps.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(heights).toHaveLength(3);
    expect(Math.max(...heights), `${width} px`).toBeLessThan(60);
    const similar = page.getByRole("region", { name: "Parecidos com este" }).getByRole("link");
    const tops = await similar
      .filter({ has: page.locator("img") })
      .evaluateAll((links) =>
        links.map((link) => [...link.children].map((part) => part.getBoundingClientRect().top)),
      );
    expect(tops.length).toBeGreaterThan(1);
    if (width < 1440) for (const [photo, words] of tops) expect(words).toBe(photo);
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const box = await boxOf(page.getByRole("complementary", { name: "Preços e contato" }));
  const tips = await boxOf(page.getByRole("region", { name: "Antes de pagar" }));
  expect(box.bottom).toBeLessThanOrEqual(tips.y);
});

test("on a desktop 'Chamar no WhatsApp' is in view beside the dates, whatever the total says", async () => {
  const { checkIn, checkOut } = findOrdinaryStay(200, 3);
  const page = await open(1440, 900);
  for (const [width, height] of [
    [1440, 900],
    [1366, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const query of ["", `?entrada=${checkIn}&saida=${checkOut}&pessoas=2`]) {
      await page.goto(site.url + ad + query);
      await page
        .getByRole("region", { name: "Disponibilidade" })
        .evaluate((it) => it.scrollIntoView());
      const box = page.getByRole("complementary", { name: "Preços e contato" });
      const { y = -1, height: own = 0 } =
        (await box.getByRole("link", { name: "Chamar no WhatsApp" }).boundingBox()) ?? {};
      expect(y, query).toBeGreaterThan(0);
      expect(y + own, query).toBeLessThanOrEqual(height);
    }
  }
});

test("a portrait shows whole, a tiny photo isn't blown up, and a long description folds until it is asked for", async () => {
  const ending = "Fim do texto.";
  const body = `${"Uma casa grande na beira do lago, com varanda e rede. ".repeat(30)}${ending}`;
  const portrait = site.url + (await publishPhoto([900, 1600], { body }));
  const photo = (page: Page) => page.getByRole("img", { name: "Foto 1 do imóvel" });
  for (const width of [390, 1440]) {
    const page = await open(width, 900);
    await visit(page, portrait);
    expect(await photo(page).evaluate((img) => getComputedStyle(img).objectFit)).toBe("contain");
    const shown = await boxOf(photo(page));
    // Neither a strip nor taller than the screen.
    expect(shown.height).toBeGreaterThan(300);
    expect(shown.height).toBeLessThanOrEqual(Math.max(560, shown.width));
  }
  const page = await open(1440, 900);
  await visit(page, site.url + (await publishPhoto([240, 180])));
  const shown = await boxOf(photo(page));
  expect(shown.height).toBe(320);
  expect(shown.width).toBeLessThan(430);

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, portrait);
  const height = async () => (await boxOf(page.getByText(ending))).height;
  const folded = await height();
  expect(folded).toBeLessThan(400);
  await page.emulateMedia({ media: "print" });
  expect(await height()).toBeGreaterThan(folded);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("checkbox", { name: "Ler tudo" }).press("Space");
  expect(await height()).toBeGreaterThan(600);
});

test("cards stand side by side with titles of two lines at most, and plans' bands are equal", async () => {
  const title = "Rancho com um nome comprido que não acaba nunca, na beira do lago e perto de tudo";
  await publishPhoto([120, 90], { title });
  const page = await open(820, 1180);
  await visit(page, site.url);
  const [first, second] = [listingCards(page).first(), listingCards(page).nth(1)];
  const { y, height } = await boxOf(first);
  expect(await boxOf(second)).toMatchObject({ y, height });
  const heading = first.getByRole("heading");
  expect(await heading.innerText()).toBe(title);
  const lines = await heading.evaluate(
    (one) =>
      one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
  // Those who listen learn first which house it is.
  const isFirst = await first.evaluate((card) => card.querySelector("h3, img, button, a")?.tagName);
  expect(isFirst).toBe("H3");

  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `${site.url}/plans`);
  const bands = await page
    .locator("main section > .water")
    .evaluateAll((all) =>
      all.map((band) => [band.getBoundingClientRect().top, band.clientHeight].map(Math.round)),
    );
  expect(bands).toHaveLength(3);
  expect(new Set(bands.map(String)).size).toBe(1);
});

test("on a phone the map's places are targets of 44 px that nothing covers, before the list", async () => {
  const page = await open(390, 844);
  await visit(page, site.url);
  await page.getByRole("link", { name: "Escolha no mapa" }).click();
  const labels = page.getByRole("list", { name: "Lugares no desenho" }).getByRole("link");
  const list = page.getByRole("list", { name: /^Lugares, do que/ }).getByRole("link");
  expect([await labels.count(), await list.count()]).toEqual([10, 10]);
  for (const link of [...(await labels.all()), ...(await list.all())]) {
    const { width, height } = await boxOf(link);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await link.click({ trial: true });
  }
  await labels.filter({ hasText: "Turvo" }).click();
  await page.getByRole("heading", { level: 1, name: "Ranchos e casas no Turvo" }).waitFor();
});

test("a toast doesn't cover the field it is about", async () => {
  const isCovered = (page: Page, name: string) =>
    page.evaluate((field) => {
      const toast = document.querySelector("[aria-label=Avisos]")?.getBoundingClientRect();
      const control = document.querySelector(`main [name=${field}]`)?.closest("[data-field]");
      const box = control?.getBoundingClientRect();
      if (!toast || !box) throw new Error("nothing to measure");
      const isOutside = box.top < 0 || box.top > innerHeight;
      const isBeside = box.right <= toast.left || box.left >= toast.right;
      return isOutside || (!isBeside && box.top < toast.bottom && box.bottom > toast.top);
    }, name);
  for (const [width, height] of [
    [390, 420],
    [1440, 900],
  ] as const) {
    const page = await open(width, height);
    await visit(page, `${site.url}/contato`);
    for (const [name, sentence] of [
      ["nome", "Por favor, preencha o nome."],
      ["email", "Por favor, preencha o email."],
      ["mensagem", "Por favor, preencha a mensagem."],
    ] as const) {
      // The field is where the toast appears.
      await page.locator(`main [name=${name}]`).evaluate((field) => {
        field.scrollIntoView({ block: "start", behavior: "instant" });
      });
      await page.locator("main form").evaluate((form: HTMLFormElement) => form.requestSubmit());
      await toasts(page).getByText(sentence).waitFor();
      expect(await isCovered(page, name), `${name} at ${width} px`).toBe(false);
      await page.fill(`main [name=${name}]`, name === "email" ? "maria@example.com" : "Maria");
    }
  }
});

test.each(["/", "/guardados"])(
  "%s keeps its place while fonts and saved ads arrive",
  async (path) => {
    const page = await open(820, 900);
    await visit(page, site.url);
    await page
      .getByRole("button", { name: /^Guardar/ })
      .first()
      .click();
    await page.addInitScript(() => {
      const shifting = Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          shifting.shift += (entry as unknown as { value: number }).value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const painted = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async (route) => {
      await painted.promise;
      await route.continue();
    });
    await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
    const paint = () =>
      page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    await paint();
    painted.resolve();
    await page.waitForFunction(() => document.fonts.check("400 1em 'Atkinson Hyperlegible Next'"));
    await listingCards(page).first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await paint();
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift).toBeLessThan(0.02);
  },
);
