import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { addDays, formatCivilDate, today } from "../../app/domain/calendar/civil-date.ts";
import { monthName, monthOf } from "../../app/domain/calendar/month.ts";
import { makeFolder } from "../../testing/folder.ts";
import { useOldBrowser, useOlderBrowser } from "../../testing/older-methods.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { calendarLink, publishAd, signUp } from "../advertiser.ts";
import {
  gallery,
  listingCards,
  openPage,
  storedPhotos,
  unfoldDetails,
  unfoldFilters,
  visit,
} from "../browser.ts";
import { workerBrowser } from "../worker-browser.ts";
import { workerSite } from "../worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const folder = await makeFolder({ onDone: afterAll });

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
  await unfoldFilters(page);
  await page.locator("form [name=q]").focus();
  await page.locator("[data-awake]").waitFor({ state: "attached" });
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
  await expect.poll(() => storedPhotos(page).count()).toBe(1);
  await page.fill("[name=title]", "Rancho do Vale");
  await page.fill("[name=body]", "Perto da água.");
  await page.fill("[name=valorFds]", "2400");
  await page.fill("[name=telefone]", "37900010264");
  await page.selectOption("[name=localizacao]", "Turvo");
  await unfoldDetails(page);
  await page.fill("[name=datasIndisponiveis]", "25/12/2030, 24/12/2030");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.waitForURL(`${site.url}/`);

  await visit(page, `${site.url}/dashboard`);
  await calendarLink(page).click();
  await page.waitForURL(/calendario$/);
  await visit(page, page.url());
  await night(page, 20).click();
  await page.getByText(/^Tudo salvo às/).waitFor();
  await page.reload();
  expect(await night(page, 20).getAttribute("aria-pressed")).toBe("true");
  expect(consoleErrors).toEqual([]);
});

/** Opens a page and waits until nothing more is loaded; fails if that hydrates it. */
async function openStatic(page: Page, path: string): Promise<void> {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  expect(scripts.join(" ")).toMatch(/entry\.client/);
  expect(scripts.join(" ")).not.toMatch(/react|router|hydrate/);
}

test("in still older browsers a visitor uses the server's pages", async () => {
  const { page, consoleErrors } = await openOld(useOlderBrowser);
  await openStatic(page, "/");
  await unfoldFilters(page);
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
  // The visible input shows the names of the chosen files.
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
  await page.check("[name=whatsapp]");
  await page.selectOption("[name=localizacao]", "Turvo");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.waitForURL(`${site.url}/`);
  // In newer browsers, a toast alone says this.
  await page.locator("[data-flash]").waitFor();

  await page.goto(`${site.url}/dashboard`);
  await calendarLink(page).click();
  await page.waitForURL(/calendario$/);
  await openStatic(page, new URL(page.url()).pathname);
  for (const name of ["periodoDe", "periodoAte"]) {
    await page.fill(`[name=${name}]`, addDays(today(), 20));
  }
  await page.getByRole("button", { name: "Ocupado", exact: true }).click();
  await page.getByRole("button", { name: "Desfazer" }).waitFor();
  await page.getByText(`Ocupado por você: ${formatCivilDate(addDays(today(), 20))}.`).waitFor();
  expect(consoleErrors).toEqual([]);
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
  await unfoldFilters(page);
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

/** Makes the page an engine whose ICU writes other texts than the server's. */
function writeOtherTexts(): void {
  const other = (text: string) => text.replace(/[ .,/-]/g, "\u202f");
  for (const { prototype } of [Intl.DateTimeFormat, Intl.NumberFormat]) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, "format") ?? {};
    Object.defineProperty(prototype, "format", {
      get() {
        const format = get?.call(this);
        return (value: unknown) => other(format(value)).split("").reverse().join("");
      },
    });
  }
  for (const prototype of [Number.prototype, Date.prototype]) {
    const write = prototype.toLocaleString;
    Object.assign(prototype, {
      toLocaleString(...given: []) {
        return other(write.apply(this, given));
      },
    });
  }
  Intl.ListFormat.prototype.format = (texts) => [...texts].join(" & ");
}

test("pages hydrate and read right where Intl writes other texts than on the server", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await page.addInitScript(writeOtherTexts);
  await signUp(page, site.url);
  await publishAd(page, site.url);
  await visit(page, `${site.url}/dashboard`);
  expect(await page.evaluate(() => (1234.5).toLocaleString("pt-BR"))).not.toContain(".");
  await calendarLink(page).click();
  await page.waitForURL(/calendario$/);
  const month = monthName(monthOf(today()));
  await page.getByRole("table", { name: month }).first().waitFor();
  await page.getByRole("button", { name: "Está em dia" }).click();
  await page.getByText(/^Em dia desde hoje, \d\d:\d\d$/).waitFor();
  const dates = `entrada=${addDays(today(), 40)}&saida=${addDays(today(), 42)}`;
  await visit(page, `${site.url}/search?${dates}`);
  expect(await listingCards(page).first().innerText()).toMatch(/R\$\s\d/);
  await visit(page, site.url);
  await firstAd(page).click();
  await page.waitForURL(/\/posts\//);
  await visit(page, page.url());
  await page.getByRole("table", { name: month }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});
