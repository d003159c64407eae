import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { addDays, formatCivilDate, today } from "../app/calendar/civil-date.ts";
import { monthName, monthOf } from "../app/calendar/month.ts";
import { calendarLink, publishAd, signUp } from "./advertiser.ts";
import { listingCards, openPage, unfoldSearch, visit, waitForHydration } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { translate } from "./translator.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
let owner: Page;
let consoleErrors: string[];

beforeAll(async () => {
  ({ page: owner, consoleErrors } = await openPage(browser));
  await signUp(owner, site.url);
  await publishAd(owner, site.url);
});

afterEach(() => {
  consoleErrors.length = 0;
});

const cardLinks = (page: Page) => listingCards(page).getByRole("heading").getByRole("link");

/** True until a document replaces the one that was marked. */
const isSameDocument = (page: Page) => page.evaluate(() => "marked" in window);
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));

for (const how of ["replaces", "wraps"] as const) {
  test(`a visitor searches, saves and chooses dates while a translator ${how} every text`, async () => {
    const { page, consoleErrors } = await openPage(browser);
    await visit(page, site.url);
    await translate(page, how);

    await unfoldSearch(page);
    await page.getByRole("button", { name: "Buscar" }).click();
    await page.getByText("Escolha um lugar, as datas ou quanto quer pagar").waitFor();
    await page.selectOption("form [name=localizacao]", "Capitólio");
    expect(await page.getByText("Escolha um lugar, as datas").count()).toBe(0);
    await page.getByRole("button", { name: "Buscar" }).click();
    await page.waitForURL(/localizacao=Capit/);
    await translate(page, how);
    await unfoldSearch(page);
    await page.locator("form [name=ordem]").waitFor();
    const heading = page.getByRole("heading", { level: 1 });
    const first = await heading.innerText();
    await page.selectOption("form [name=localizacao]", "Turvo");
    await page.getByRole("button", { name: "Buscar" }).click();
    await page.waitForURL(/localizacao=Turvo/);
    await expect.poll(() => heading.innerText()).not.toBe(first);
    await translate(page, how);

    await page.getByRole("button", { name: "Guardar" }).first().click();
    const title = (await cardLinks(page).first().innerText()) ?? "";
    await cardLinks(page).first().click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await waitForHydration(page);
    await mark(page);
    await translate(page, how);
    const free = page.locator("button[data-dia]:not([disabled])");
    await page.getByRole("button", { name: "Próximo mês" }).click();
    await free.nth(1).click();
    await page.getByText("Agora toque no dia de saída").waitFor();
    await free.nth(2).click();
    await page.getByText(/^De \d/).waitFor();
    expect(await page.getByText("Agora toque no dia de saída").count()).toBe(0);
    await page.getByRole("button", { name: "Limpar datas" }).click();
    await page.getByText("e depois no de saída").waitFor();
    expect(await isSameDocument(page)).toBe(true);
    await page.goBack();
    await expect.poll(() => cardLinks(page).first().innerText()).toBe(title);
    expect(consoleErrors).toEqual([]);
  });

  test(`an owner pauses, edits and marks nights while a translator ${how} every text`, async () => {
    await visit(owner, `${site.url}/dashboard`);
    await mark(owner);
    await translate(owner, how);
    await owner.getByText(`Publicado em ${formatCivilDate(today())}`).waitFor();
    await owner.getByRole("button", { name: "Pausar anúncio" }).click();
    await owner.getByText("Em pausa desde").waitFor();
    expect(await owner.getByText("No ar, calendário de").count()).toBe(0);
    await owner.getByRole("button", { name: "Voltar a mostrar" }).click();
    await owner.getByText("No ar, calendário de hoje").waitFor();
    expect(await owner.getByText("Em pausa desde").count()).toBe(0);

    await calendarLink(owner).click();
    await owner.waitForURL(/calendario$/);
    const day = owner.locator(`[data-dia="${addDays(today(), 20)}"]`);
    const before = await day.getAttribute("aria-pressed");
    await day.click();
    await owner.getByText(/^Tudo salvo às/).waitFor();
    expect(await owner.getByText(/^Salvando/).count()).toBe(0);
    expect(await day.getAttribute("aria-pressed")).not.toBe(before);
    await owner.getByRole("button", { name: "Desfazer" }).click();
    await expect.poll(() => day.getAttribute("aria-pressed")).toBe(before);
    expect(await isSameDocument(owner)).toBe(true);
    expect(consoleErrors).toEqual([]);
  });
}

test("an ad's form says what is missing while a translator replaces every text", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  await mark(page);
  await translate(page);
  await page.fill("[name=title]", "Rancho");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText("Por favor, selecione ao menos uma imagem.").first().waitFor();
  await page.fill("[name=telefone]", "37");
  await page.fill("[name=body]", "Perto da água.");
  await page.fill("[name=telefone]", "37900010264");
  await page.fill("[name=valorFds]", "2400");
  await page.selectOption("[name=localizacao]", "Turvo");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText("Por favor, selecione ao menos uma imagem.").first().waitFor();
  expect(await page.inputValue("[name=title]")).toBe("Rancho");
  expect(await isSameDocument(page)).toBe(true);
  expect(consoleErrors).toEqual([]);
});

test("a page translated before it is hydrated works all the same", async () => {
  const { page } = await openPage(browser);
  await page.route("**/assets/hydrate-*.js", async (route) => {
    await translate(page);
    await route.continue();
  });
  await page.goto(site.url);
  const title = await cardLinks(page).first().innerText();
  await cardLinks(page).first().click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await waitForHydration(page);
  await page.getByRole("button", { name: "Guardar" }).first().click();
  await page.getByRole("button", { name: "Aumentar Pessoas" }).click();
  await page.waitForURL(/pessoas=1/);
});

/** Makes the page an engine whose ICU writes other texts than the server's. */
function writeOtherTexts() {
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
  const { page, consoleErrors } = await openPage(browser, {
    storageState: await owner.context().storageState(),
  });
  await page.addInitScript(writeOtherTexts);
  await visit(page, `${site.url}/dashboard`);
  expect(await page.evaluate(() => (1234.5).toLocaleString("pt-BR"))).not.toContain(".");
  await page.getByText(`Publicado em ${formatCivilDate(today())}`).waitFor();
  await calendarLink(page).click();
  await page.waitForURL(/calendario$/);
  await visit(page, page.url());
  const month = monthName(monthOf(today()));
  await page.getByRole("table", { name: month }).first().waitFor();
  await page.getByRole("button", { name: "Está em dia" }).click();
  await page.getByText(/^Em dia desde hoje, \d\d:\d\d$/).waitFor();
  await visit(
    page,
    `${site.url}/search?entrada=${addDays(today(), 40)}&saida=${addDays(today(), 42)}`,
  );
  expect(await listingCards(page).first().innerText()).toMatch(/R\$\s\d/);
  await visit(page, site.url);
  await cardLinks(page).nth(1).click();
  await page.waitForURL(/\/posts\//);
  await visit(page, page.url());
  await page.getByRole("table", { name: month }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});
