import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, today } from "../../app/domain/calendar/civil-date.ts";
import { comingWeekend } from "../../app/domain/calendar/stays.ts";
import { askAt, listOwnAds, logIn, sampleAccount } from "../../testing/advertiser.ts";
import { soakMinutes } from "../../testing/soak.ts";
import { expectNoViolations, loadAxeEverywhere } from "../accessibility.ts";
import { openPage, visit } from "../browser.ts";
import { listCollisions } from "../collisions.ts";
import { openPanel } from "../operator.ts";
import { findSampleAd } from "../tables.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const weekend = comingWeekend(new Date());
const weekendSearch = `/search?entrada=${weekend.checkIn}&saida=${weekend.checkOut}&ordem=preco&lazer=Piscina`;
const withoutResults = `/search?${new URLSearchParams({
  localizacao: "Dique",
  entrada: addDays(today(), 40),
  saida: addDays(today(), 43),
  pessoas: "8",
  q: "90",
  lazer: "Sauna",
  pets: "1",
})}`;
const selectionPage = "/alugar/escarpas-do-lago/com-piscina";

/** Pages of the same layout as one of `visitorPaths`, which wait for `npm run soak`. */
const alikePaths = [
  "/novo-email/nada",
  "/confirmar-email/nada",
  "/nova-senha/nada",
  "/pergunta/nada",
  "/calendario-em-dia/nada",
  "/sem-lembretes/nada",
  "/sem-numeros/nada",
  "/avisos/nada",
  "/lista/nada",
  "/anuncio-conferido",
  "/como-ordenamos",
  "/roteiros",
  "/alugar/capitolio",
  "/termos-e-condicoes",
  "/comofunciona",
  "/confira",
  "/about",
  "/detalhes/99",
  "/search?entrada=2020-01-01&saida=2019-01-01&pessoas=x&lazer=x&ordem=x",
];
const alikePanelPaths = [
  "/operador/anuncios?q=Rancho",
  "/operador/depoimentos",
  "/operador/emails",
  "/operador/registro",
  "/operador/mais",
  "/operador/fator",
];
const visitorPaths = [
  "/",
  weekendSearch,
  withoutResults,
  "/login",
  "/register",
  "/avisos/novo?localizacao=Turvo&pessoas=8",
  "/guardados?anuncio=",
  "/plans",
  "/ajuda",
  "/ajuda/calendario",
  "/depoimentos",
  "/contato",
  "/onde-visitar",
  "/detalhes/1",
  selectionPage,
  "/blog",
  "/nada",
  ...(soakMinutes === null ? [] : alikePaths),
];
const advertiserPaths = [
  "/posts/create",
  "/dashboard",
  "/plans/pix?plano=basico&por=ano",
  "/minha-conta",
  "/minha-conta/excluir?confirmar=sim",
];

const panelPaths = [
  "/operador",
  "/operador/anunciantes?q=@example.com",
  "/operador/mensagens",
  "/operador/pagamentos",
  "/operador/denuncias",
  ...(soakMinutes === null ? [] : alikePanelPaths),
];

/** Pages whose text is doubled, too. */
const largeTexts = [
  "/",
  withoutResults,
  "/guardados?anuncio=",
  "/login",
  "/register",
  "/contato",
  "/plans",
  "/comofunciona",
  "/ajuda",
  "/ajuda/calendario",
  selectionPage,
  "/nada",
];

/** Pages whose layout on a desktop differs in more than its width. */
const wideLayouts = ["/", weekendSearch, selectionPage, "/posts/create", "/dashboard", "/operador"];

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

interface Looks {
  isWide: boolean;
  isLarge: boolean;
}

async function checkPage(page: Page, url: string, { isWide, isLarge }: Looks): Promise<void> {
  await page.setViewportSize(phone);
  await visit(page, url);
  await expectNoViolations(page);
  for (const viewport of [phone, ...zoomed, desktop]) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
  }
  if (isWide) {
    // The page loads as on a desktop.
    await visit(page, url);
    await expectNoViolations(page);
  }
  if (!isLarge) return;
  await page.setViewportSize(phone);
  await doubleText(page);
  await expectNoOverflow(page);
  expect(await findCutOff(page), `${url} with text of 200 %`).toEqual([]);
  expect(await findCollisions(page), `${url} with text of 200 %`).toEqual([]);
}

/** Checks the paths in one tab, and the console. */
async function checkAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await checkPage(page, site.url + path, {
      isWide: wideLayouts.includes(path) || isAd.test(path),
      isLarge: largeTexts.includes(path) || isAd.test(path),
    });
  }
}

/** An ad, or its calendar. */
const isAd = /^\/posts\/[0-9a-f-]{36}(\/calendario)?$/;

async function open() {
  const opened = await openPage(browser);
  await loadAxeEverywhere(opened.page);
  return opened;
}

/** Chromium logs every 404 and 410 page as an error. */
const isUnexpected = (text: string) => !/status of 4(04|10)/.test(text);

const claim = "has axe violations, scrolls sideways, or loses text that is twice as large";

test(`no screen of a visitor ${claim}`, { timeout: 400_000 }, async () => {
  const { page, consoleErrors } = await open();
  const ask = askAt(site.url);
  const ad = await findSampleAd(site);
  const from = addDays(today(), 100);
  const dates = `?entrada=${from}&saida=${addDays(from, 3)}&pessoas=99`;
  const saved = `/guardados?anuncio=${ad.replace("/posts/", "")}`;
  const [article = ""] = /\/blog\/[a-z-]+/.exec(await (await ask("/blog")).text()) ?? [];
  await checkAll(page, [...visitorPaths, saved, article, ad, ad + dates]);
  expect(consoleErrors.filter(isUnexpected)).toEqual([]);
});

test(`no screen of an advertiser ${claim}`, { timeout: 200_000 }, async () => {
  const { page, consoleErrors } = await open();
  const { email, password } = sampleAccount(site.output());
  const ask = askAt(site.url);
  const [own = ""] = await listOwnAds(ask, await logIn(ask, email, password));
  const form = { email, password };
  await page.request.post(`${site.url}/login`, { form, maxRedirects: 0 });
  const paths = [`/posts/edit/${own}`, `/posts/${own}`, `/posts/${own}/calendario`];
  await checkAll(page, [...advertiserPaths, ...paths]);
  expect(consoleErrors.filter(isUnexpected)).toEqual([]);
});

test(`no screen of the panel ${claim}`, { timeout: 200_000 }, async () => {
  const { page, consoleErrors } = await openPanel(browser, site);
  await loadAxeEverywhere(page);
  await checkAll(page, panelPaths);
  expect(consoleErrors).toEqual([]);
});

/** Doubles the text, as a browser's default font size of 32 px does. */
async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
    // Cards far from the viewport have no layout that could be measured.
    for (const card of document.querySelectorAll("article")) {
      card.style.contentVisibility = "visible";
    }
  });
}

function findCollisions(page: Page): Promise<string[]> {
  return page.evaluate(listCollisions);
}

/** Finds texts wider than the window, and long ones squeezed to a few letters per line. */
function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, p, a, a > span, button, label, dt, dd, b, td, th")]
      .filter(
        (one) =>
          !one.closest(".visually-hidden, noscript, [aria-roledescription], [data-bottom-bar]"),
      )
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        let scroller: Element | null = one;
        while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) {
          scroller = scroller.parentElement;
        }
        const { left, right, width } = one.getBoundingClientRect();
        const isSqueezed = width < 64 && (one.textContent?.trim().length ?? 0) > 12;
        return width > 1 && !scroller && (left < -1 || right > innerWidth + 1 || isSqueezed);
      })
      .map((one) => `${one.tagName} ${one.textContent?.trim().slice(0, 60)}`),
  );
}
