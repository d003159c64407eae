import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { signUp } from "./advertiser.ts";
import {
  gallery,
  listingCards,
  openPage,
  storedPhotos,
  visit,
  waitForHydration,
} from "./browser.ts";
import { tooNew, useOldBrowser, useOlderBrowser } from "./older-methods.ts";
import { startDemoSite } from "./prepared-site.ts";
import { removeData, type SiteProcess } from "./site-process.ts";
import { closePages, workerBrowser } from "./worker-browser.ts";

let site: SiteProcess;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  site = await startDemoSite();
  browser = await workerBrowser();
  folder = await mkdtemp(join(tmpdir(), "mar-de-minas-antigos-"));
});

afterAll(async () => {
  await closePages(browser);
  await site?.end("SIGTERM");
  if (site) await removeData(site);
  await rm(folder, { recursive: true, force: true });
});

const firstAd = (page: Page) => listingCards(page).first().getByRole("heading").getByRole("link");
const night = (page: Page, days: number) => page.locator(`[data-dia="${addDays(today(), days)}"]`);
const missingPhotos = "Por favor, selecione ao menos uma imagem.";

async function openOld(remove: typeof useOldBrowser) {
  const opened = await openPage(browser);
  await remove(opened.page);
  return opened;
}

test("in the oldest browsers a visitor searches, saves an ad and chooses dates", async () => {
  const { page, consoleErrors } = await openOld(useOldBrowser);
  await visit(page, site.url);
  await page.locator("form [name=q]").pressSequentially("R$9000x");
  expect(await page.inputValue("form [name=q]")).toBe("9000");
  await page.getByLabel("Piscina").check();
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?/);
  await visit(page, page.url());
  await page.getByRole("button", { name: "Guardar" }).first().click();
  await page.locator("main [data-save][aria-pressed=true]").first().waitFor();
  const title = await firstAd(page).innerText();
  await firstAd(page).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await visit(page, page.url());
  await page.getByRole("button", { name: "Próximo mês" }).click();
  const free = page.locator("button[data-dia]:not([disabled])");
  await free.nth(1).click();
  await page.getByText("Agora toque no dia de saída").waitFor();
  await free.nth(2).click();
  await page.getByText(/^De \d/).waitFor();
  await page.goto(`${site.url}/guardados`);
  await listingCards(page).getByText(title).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("in the oldest browsers an owner publishes an ad and marks nights", async () => {
  const { page, consoleErrors } = await openOld(useOldBrowser);
  await signUp(page, site.url);
  const files = ["a.jpg", "b.jpg"].map((name) => join(folder, name));
  for (const [n, file] of files.entries()) await writeFile(file, await makeJpeg(120 + n, 90));
  await visit(page, `${site.url}/posts/create`);
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText(missingPhotos).first().waitFor();
  await page.setInputFiles("input[type=file]", files);
  await expect.poll(() => storedPhotos(page).count()).toBe(2);
  await storedPhotos(page).first().click();
  await page.getByRole("button", { name: /^Desfazer/ }).click();
  await expect.poll(() => storedPhotos(page).count()).toBe(2);
  await page.fill("[name=title]", "Rancho do Vale");
  await page.fill("[name=body]", "Perto da água.");
  await page.fill("[name=valorFds]", "2400");
  await page.fill("[name=telefone]", "37900010264");
  await page.selectOption("[name=localizacao]", "Turvo");
  await page.getByText("Prefiro digitar as datas").click();
  await page.fill("[name=datasIndisponiveis]", "25/12/2030, 24/12/2030");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.waitForURL(`${site.url}/`);

  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: "Calendário" }).click();
  await page.waitForURL(/calendario$/);
  await visit(page, page.url());
  await night(page, 20).click();
  await page.getByText(/^Tudo salvo às/).waitFor();
  await page.reload();
  expect(await night(page, 20).getAttribute("aria-pressed")).toBe("true");
  expect(consoleErrors).toEqual([]);
});

/** Opens it and waits until nothing more is loaded; fails if that hydrates the page. */
async function openStatic(page: Page, path: string): Promise<void> {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  expect(scripts.join(" ")).toMatch(/entry\.client/);
  expect(scripts.join(" ")).not.toMatch(/framework|hydrate/);
}

test("in still older browsers a visitor uses the server's pages", async () => {
  const { page, consoleErrors } = await openOld(useOlderBrowser);
  await openStatic(page, "/");
  await page.fill("form [name=q]", "9000");
  await page.getByLabel("Piscina").check();
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?.*q=9000/);
  await openStatic(page, new URL(page.url()).pathname + new URL(page.url()).search);
  const title = await firstAd(page).innerText();
  await firstAd(page).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await openStatic(page, new URL(page.url()).pathname);
  const phone = page.getByRole("link", { name: /^Telefone: \(37\)/ });
  expect(await phone.first().getAttribute("href")).toMatch(/^tel:/);
  expect(await page.getByRole("button", { name: "Próximo mês" }).count()).toBe(0);
  await page.fill("[name=entrada]", addDays(today(), 2));
  await page.fill("[name=saida]", addDays(today(), 4));
  await page.getByRole("button", { name: "Calcular estimativa" }).click();
  await page.waitForURL(/\?entrada=/);
  await page.goto(`${site.url}/guardados`);
  await page.getByText("só aparecem com JavaScript").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("in still older browsers an owner's forms and calendar work as without script", async () => {
  const { page, consoleErrors } = await openOld(useOlderBrowser);
  await signUp(page, site.url);
  await openStatic(page, "/posts/create");
  // Shows the names of the chosen files.
  await expect
    .poll(async () => (await page.locator("input[type=file]").boundingBox())?.width)
    .toBeGreaterThan(200);
  const file = join(folder, "c.jpg");
  await writeFile(file, await makeJpeg(120, 90));
  await page.setInputFiles("input[type=file]", file);
  await page.fill("[name=title]", "Rancho da Serra");
  await page.fill("[name=body]", "Perto da água.");
  await page.fill("[name=valorFds]", "2400");
  await page.fill("[name=telefone]", "37900010264");
  await page.selectOption("[name=localizacao]", "Turvo");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.waitForURL(`${site.url}/`);
  // Otherwise only a toast says so.
  await page.locator("[data-flash]").waitFor();

  await page.goto(`${site.url}/dashboard`);
  await page.getByRole("link", { name: "Calendário" }).click();
  await page.waitForURL(/calendario$/);
  await openStatic(page, new URL(page.url()).pathname);
  await night(page, 20).click();
  await page.waitForLoadState("networkidle");
  expect(await night(page, 20).getAttribute("aria-pressed")).toBe("true");
  expect(consoleErrors).toEqual([]);
});

test.each([
  ["is missing", 404, ""],
  ["throws", 200, "throw new Error('a fault')"],
  ["has a syntax that the browser doesn't know", 200, "let #x = 1"],
])("the server's page stays if a file of its code %s", async (_, status, body) => {
  const { page } = await openPage(browser);
  await page.route(/assets\/(shared|listing)-.*\.js$/, (route) =>
    route.fulfill({ status, body, contentType: "text/javascript" }),
  );
  await page.goto(site.url);
  await firstAd(page).click();
  await page.waitForURL(/\/posts\//);
  await page.waitForLoadState("networkidle");
  await page
    .getByRole("link", { name: /^Telefone/ })
    .first()
    .waitFor();
  expect(await page.getByText("O tempo fechou por aqui").count()).toBe(0);
});

/** Makes `method` throw, which no page of the server needs. */
function breakMethod(path: string): void {
  const [owner = "", name = ""] = path.split(".");
  const globals = globalThis as unknown as Record<string, { prototype: object }>;
  Object.assign(globals[owner]?.prototype ?? {}, {
    [name]() {
      sessionStorage.setItem("crashes", "yes");
      throw new Error("a fault");
    },
  });
}

const hasCrashed = (page: Page) => page.evaluate(() => sessionStorage.getItem("crashes") === "yes");
const errorPage = (page: Page) => page.getByText("O tempo fechou por aqui");

test.each([
  ["while React renders", "Array.findLast"],
  ["in an effect", "IntersectionObserver.observe"],
])("after a crash %s while hydrating, the server's page is back", async (_, method) => {
  const { page, consoleErrors } = await openPage(browser);
  await page.goto(site.url);
  const path = await firstAd(page).getAttribute("href");
  await page.addInitScript(breakMethod, method);
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  await expect.poll(() => hasCrashed(page)).toBe(true);
  await page
    .getByRole("link", { name: /^Telefone/ })
    .first()
    .waitFor();
  expect(await errorPage(page).count()).toBe(0);
  await page.getByText("Menu", { exact: true }).click();
  await page.keyboard.press("Escape");
  expect(await page.locator("details[data-menu][open]").count()).toBe(0);
  await page.getByRole("link", { name: "Mar de Minas" }).first().click();
  await page.waitForURL(`${site.url}/`);
  expect(consoleErrors.filter((text) => !text.includes("a fault"))).toEqual([]);
});

test("a crash while hydrating keeps what was typed, and the form works", async () => {
  const { page } = await openPage(browser);
  await page.addInitScript(breakMethod, "Array.findLast");
  await page.route("**/assets/hydrate-*.js", async (route) => {
    await page.fill("form [name=q]", "9000");
    await page.selectOption("form [name=localizacao]", "Capitólio");
    await route.continue();
  });
  await page.goto(site.url, { waitUntil: "networkidle" });
  await expect.poll(() => hasCrashed(page)).toBe(true);
  await expect.poll(() => page.inputValue("form [name=q]")).toBe("9000");
  expect(await page.inputValue("form [name=localizacao]")).toBe("Capitólio");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?localizacao=Capit.*q=9000/);
  await listingCards(page).first().waitFor();
});

const shownBy = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    language: document.documentElement.lang,
    text: document.body.innerText,
    elements: document.body.querySelectorAll("*").length,
  }));

test("after a crash of the frame around the page while hydrating, all of the page is back", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const isShown = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await isShown.promise;
    const answer = await route.fetch();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the built text is a template literal
    const code = (await answer.text()).replace("Pular para o conteúdo", "${null.fault}");
    await route.fulfill({ response: answer, body: code });
  });
  await page.goto(site.url, { waitUntil: "commit" });
  await page.getByRole("contentinfo").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
      ({ sheet }) => sheet,
    ),
  );
  const shown = await shownBy(page);
  isShown.resolve();
  await expect.poll(() => consoleErrors.join(" ")).toContain("fault");
  await expect.poll(() => shownBy(page)).toEqual(shown);
  expect(shown.text).toContain("Pular para o conteúdo");
});

test("a page that crashes is loaded again, and if it crashes again, stays the server's", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  for (const crashes of [1, 2]) {
    await page.evaluate(breakMethod, "Node.appendChild");
    await page.evaluate(breakMethod, "Node.insertBefore");
    const isLoaded = page.waitForEvent("domcontentloaded");
    await page.getByRole("button", { name: "Buscar" }).click();
    await isLoaded;
    expect(await page.evaluate(() => history.state.crashes)).toBe(crashes);
    if (crashes === 1) await waitForHydration(page);
  }
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => history.scrollRestoration)).toBe("auto");
  await listingCards(page).first().waitFor();
  expect(await errorPage(page).count()).toBe(0);
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search/);
});

/** Spells what these browsers don't know so that this one doesn't either. */
async function useOldStyles(page: Page): Promise<void> {
  await page.route("**/assets/*.css", async (route) => {
    const answer = await route.fetch();
    const css = (await answer.text())
      .replaceAll(":has(", ":old(")
      .replace(/(\d)(?:[sd]vh|cq[wh])\b/g, "$1old")
      .replaceAll("overflow:clip", "overflow:old");
    await route.fulfill({ response: answer, body: css });
  });
}

test("in the oldest browsers choices look chosen, and a photo fits the screen", async () => {
  const { page } = await openPage(browser);
  await useOldStyles(page);
  await visit(page, site.url);
  const pool = page.getByLabel("Piscina");
  const frame = () => pool.evaluate((input) => getComputedStyle(input).borderWidth);
  expect(await frame()).toBe("0px");
  await pool.check();
  expect(await frame()).toBe("3px");

  const card = listingCards(page).first();
  expect(await card.evaluate((element) => getComputedStyle(element).overflow)).toBe("hidden");
  await firstAd(page).click();
  await page.waitForURL(/\/posts\//);
  await visit(page, page.url());
  const photos = gallery(page).getByRole("link", { name: /: ver em tela cheia$/ });
  await photos.first().click();
  const photo = page.getByRole("dialog").locator("img").first();
  await expect.poll(() => photo.evaluate((image) => image.getBoundingClientRect().width)).toBe(390);
  const box = await photo.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  expect((await page.getByRole("dialog").boundingBox())?.height).toBe(844);
});

const assets = new URL("../build/client/assets/", import.meta.url);

async function readBuilt(ending: string): Promise<[string, string][]> {
  const names = (await readdir(assets)).filter((name) => name.endsWith(ending));
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      return [name, await readFile(new URL(name, assets), "utf8")];
    }),
  );
}

test("scripts use no method that the oldest browsers lack, nor the router's own error page", async () => {
  // Methods by their name alone, functions with their global.
  const names = tooNew.map((path) => path.replace(/^.*\.prototype\./, ".").replaceAll(".", "\\."));
  const pattern = new RegExp(`(?:${names.join("|")})\\b|Application Error`, "g");
  const found = (await readBuilt(".js")).flatMap(([name, code]) =>
    (code.match(pattern) ?? []).map((method) => `${name}: ${method}`),
  );
  expect(found).toEqual([]);
});

test("styles use nothing that the oldest browsers lack, or not without an alternative", async () => {
  const tooNewStyles =
    /@media[^{]*[<>][^{]*|color-mix\([^;}]*var\([^;}]*|(?<!not\():modal|[;{](?:translate|rotate|scale):[^;}]*/g;
  const found = (await readBuilt(".css")).flatMap(([name, css]) =>
    (css.match(tooNewStyles) ?? []).map((style) => `${name}: ${style}`),
  );
  expect(found).toEqual([]);
});
