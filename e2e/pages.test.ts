import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { comingWeekend } from "../app/calendar/stays.ts";
import { askAt, findAd, sampleAccount } from "../testing/advertiser.ts";
import { expectNoViolations, loadAxeEverywhere } from "./accessibility.ts";
import { gallery, listingCards, openPage, photoCounter, unfoldSearch, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** A sample listing with several photos. */
let listing: string;

beforeAll(async () => {
  listing = site.url + (await findAd(askAt(site.url)));
});

async function logIn(page: Page): Promise<void> {
  const { email, password } = sampleAccount(site.output());
  await page.goto(`${site.url}/login`);
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
}

const { checkIn, checkOut } = comingWeekend(new Date());
const weekendSearch = `/search?entrada=${checkIn}&saida=${checkOut}&ordem=preco&lazer=Piscina`;

const selectionPage = "/alugar/escarpas-do-lago/com-piscina";

const visitorPaths = [
  "/",
  "/search?q=500",
  "/search?q=1&localizacao=Turvo",
  weekendSearch,
  `${weekendSearch}&pessoas=999&localizacao=Turvo`,
  "/search?entrada=2020-01-01&saida=2019-01-01&pessoas=x&lazer=x&ordem=x",
  "/login",
  "/register",
  "/nova-senha/nada",
  "/novo-email/nada",
  "/confirmar-email/nada",
  "/calendario-em-dia/nada",
  "/sem-lembretes/nada",
  "/sem-numeros/nada",
  "/pergunta/nada",
  "/avisos/novo?localizacao=Turvo&pessoas=8",
  "/avisos/nada",
  "/avisos/apagado",
  "/guardados",
  "/lista/nada",
  "/plans",
  "/ajuda",
  "/ajuda/calendario",
  "/ajuda/planos",
  "/comofunciona",
  "/anuncio-conferido",
  "/depoimentos",
  "/como-ordenamos",
  "/confira",
  "/contato",
  "/about",
  "/roteiros",
  "/onde-visitar",
  "/detalhes/1",
  "/detalhes/99",
  selectionPage,
  "/alugar/nada",
  "/blog",
  "/termos-e-condicoes",
  "/nada",
];
const advertiserPaths = [
  "/",
  "/posts/create",
  "/dashboard",
  "/posts/edit/nada",
  "/contato",
  "/minha-conta",
  "/minha-conta/excluir",
  "/minha-conta/excluir?confirmar=sim",
];

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
/** The widths of a 1280 px screen zoomed to 200 % and 400 %. */
const zoomed = [640, 320].map((width) => ({ width, height: 512 }));

async function expectNoOverflow(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {};
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} is wider than ${width} px`).toBe(0);
}

/** Pages whose layout on a desktop differs in more than its width. */
const wideLayouts = [
  "/",
  weekendSearch,
  selectionPage,
  "/ajuda/calendario",
  "/posts/create",
  "/dashboard",
];

test("no screen has axe violations, light or dark, on a phone or a desktop, or scrolls sideways", {
  timeout: 240_000,
}, async () => {
  const { page, consoleErrors } = await openPage(browser, { reducedMotion: "reduce" });
  await loadAxeEverywhere(page);
  const check = async (url: string, isWide = wideLayouts.includes(url.replace(site.url, ""))) => {
    await page.setViewportSize(phone);
    await visit(page, url);
    await expectNoViolations(page);
    for (const viewport of [phone, ...zoomed, desktop]) {
      await page.setViewportSize(viewport);
      await expectNoOverflow(page);
    }
    if (!isWide) return;
    // The page loads as on a desktop.
    await visit(page, url);
    await expectNoViolations(page);
    await expectNoOverflow(page);
  };
  for (const path of visitorPaths) await check(site.url + path);
  await page.goto(`${site.url}/blog`);
  const article = await page.locator("main a[href^='/blog/']").first().getAttribute("href");
  await check(site.url + article);
  await check(listing, true);
  await logIn(page);
  for (const path of advertiserPaths) await check(site.url + path);
  await visit(page, `${site.url}/dashboard`);
  const edit = await page
    .getByRole("link", { name: /Editar/ })
    .first()
    .getAttribute("href");
  await check(site.url + edit);
  // Chromium logs every 404 and 410 page as an error.
  expect(consoleErrors.filter((text) => !/status of 4(04|10)/.test(text))).toEqual([]);
});

test("pagination, search, ads and WhatsApp links work without JavaScript", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(site.url);
  expect(await listingCards(page).count()).toBe(12);
  const first = await listingCards(page).getByRole("heading").allTextContents();
  await page.getByRole("link", { name: "Carregar mais" }).click();
  await page.waitForURL(/depois=/);
  const second = await listingCards(page).getByRole("heading").allTextContents();
  expect(second).toHaveLength(12);
  expect(second.filter((title) => first.includes(title))).toEqual([]);

  await page.goto(site.url);
  await unfoldSearch(page);
  await page.selectOption("form [name=localizacao]", "Serra da Canastra");
  await page.fill("form [name=q]", "400");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?/);
  expect(await listingCards(page).count()).toBeGreaterThan(0);
  await listingCards(page).getByRole("heading").getByRole("link").first().click();
  await page.waitForURL(/\/posts\//);
  const href = await page
    .getByRole("link", { name: /WhatsApp/ })
    .first()
    .getAttribute("href");
  expect(href).toMatch(/^https:\/\/wa\.me\/55\d{10,11}\?text=Ol%C3%A1/);
});

test("on a phone the map's places are targets of 44 px that nothing covers, before the list", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await page.getByRole("link", { name: "Escolha no mapa" }).click();
  const labels = page.getByRole("list", { name: "Lugares no desenho" }).getByRole("link");
  const list = page.getByRole("list", { name: /^Lugares, do que/ }).getByRole("link");
  expect(await labels.count()).toBe(10);
  expect(await list.count()).toBe(10);
  for (const link of [...(await labels.all()), ...(await list.all())]) {
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await link.click({ trial: true });
  }
  await labels.first().focus();
  const focused: (string | null)[] = [];
  for (let n = 0; n < 20; n++) {
    focused.push(await page.evaluate(() => document.activeElement?.getAttribute("href") ?? null));
    await page.keyboard.press("Tab");
  }
  expect(focused.slice(10)).toEqual(focused.slice(0, 10));
  await labels.filter({ hasText: "Turvo" }).click();
  await page.getByRole("heading", { level: 1, name: "Ranchos e casas no Turvo" }).waitFor();
});

test("'Carregar mais' extends the list, which is restored when coming back from an ad", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await page.getByRole("link", { name: "Carregar mais" }).click();
  await expect.poll(() => listingCards(page).count()).toBe(24);
  await page.getByRole("link", { name: "Carregar mais" }).waitFor({ state: "detached" });
  await listingCards(page).getByRole("heading").getByRole("link").nth(20).click();
  await page.waitForURL(/\/posts\//);
  await page.goBack();
  await expect.poll(() => listingCards(page).count()).toBe(24);
});

test("the carousel advances every 5000 ms until paused, and turns by 40 px swipes and keys", async () => {
  const { page } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await page.clock.install();
  await page.goto(listing);
  const film = gallery(page);
  const count = photoCounter(film);
  await film.getByRole("button", { name: "Pausar as fotos" }).waitFor();
  expect(await count.innerText()).toMatch(/^1 \/ \d+$/);
  // The clock stands still, so pausing and resuming restarts the photo's 5000 ms.
  await film.getByRole("button", { name: "Pausar as fotos" }).click();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await film.getByRole("button", { name: "Passar as fotos" }).click();
  expect(await count.innerText()).toMatch(/^1 \/ \d+$/);
  await page.clock.runFor(4900);
  expect(await count.innerText()).toMatch(/^1 \//);
  await page.clock.runFor(200);
  await expect.poll(() => count.innerText()).toMatch(/^2 \//);

  await film.getByRole("button", { name: "Pausar as fotos" }).click();
  await page.clock.runFor(20_000);
  expect(await count.innerText()).toMatch(/^2 \//);
  await film.getByRole("button", { name: "Passar as fotos" }).waitFor();

  const box = await film.locator("ol").boundingBox();
  const drag = async (dx: number) => {
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 100];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y);
    await page.mouse.move(x + dx, y);
    await page.mouse.up();
    await page.clock.runFor(400);
  };
  await drag(-39);
  expect(await count.innerText()).toMatch(/^2 \//);
  await drag(-40);
  await expect.poll(() => count.innerText()).toMatch(/^3 \//);
  await drag(40);
  await expect.poll(() => count.innerText()).toMatch(/^2 \//);

  await film.locator("ol").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => count.innerText()).toMatch(/^3 \//);
  await page.keyboard.press("Home");
  await expect.poll(() => count.innerText()).toMatch(/^1 \//);
});

test("unavailable days are disabled and labelled, with a legend for red dates", async () => {
  const { page } = await openPage(browser);
  await page.goto(listing);
  await page.getByText("Datas em vermelho estão indisponíveis").waitFor();
  const taken = page.getByRole("button", { name: /, indisponível$/ });
  expect(await taken.count()).toBeGreaterThan(0);
  for (const day of await taken.all()) expect(await day.isDisabled()).toBe(true);
});

test("an empty search stays on the page and offers all ads, and the price accepts five digits", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await unfoldSearch(page);
  await page.getByRole("button", { name: "Buscar" }).click();
  expect(page.url()).toBe(`${site.url}/`);
  const all = page.getByRole("status").getByRole("link", { name: "veja todos os anúncios" });
  expect(await all.getAttribute("href")).toBe("/search");
  const price = page.locator("form [name=q]");
  for (const [typed, shown] of [
    ["1a2b3c4d5e6", "12345"],
    ["R$ 500,00", "500"],
    ["1.200,50", "1200"],
  ] as const) {
    await price.fill("");
    await price.pressSequentially(typed);
    expect(await price.inputValue(), typed).toBe(shown);
  }
  // Once the price is edited, digits count again.
  await price.press("Backspace");
  await price.pressSequentially("5");
  expect(await price.inputValue()).toBe("1205");
});

test("an unknown ad shows the site's 404 page", async () => {
  const answer = await fetch(`${site.url}/posts/${crypto.randomUUID()}`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("Essa estrada não chega no lago");
});

test("at 1440 px the plans' bands are equal, whatever a plan includes", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await visit(page, `${site.url}/plans`);
  const bands = await page
    .locator("main section > .water")
    .evaluateAll((all) =>
      all.map((band) => [band.getBoundingClientRect().top, band.clientHeight].map(Math.round)),
    );
  expect(bands).toHaveLength(3);
  expect(new Set(bands.map(String)).size).toBe(1);
});
