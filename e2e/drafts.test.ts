import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runOperator } from "../cli/main.ts";
import { password } from "../testing/advertiser.ts";
import { makeFolder } from "../testing/folder.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { expectNoViolations } from "./accessibility.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, storedPhotos } from "./browser.ts";
import { drafts, dropResponses, formEntries, soon, waitForDraftKeeping } from "./draft-form.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const folder = await makeFolder({ onDone: afterAll });
let photo: string;
let page: Page;
let consoleErrors: string[];
let email: string;

beforeAll(async () => {
  photo = join(folder, "rancho.jpg");
  await writeFile(photo, await makeJpeg(120, 90));
});

beforeEach(async () => {
  await page?.context().close();
  ({ page, consoleErrors } = await openPage(browser));
  email = await signUp(page, site.url);
});

async function logIn(on: Page, typed = password): Promise<void> {
  await on.fill("input[name=email]", email);
  await on.fill("input[name=password]", typed);
  await on.click("main form button[type=submit]");
}

/** Waits until the form saves drafts. */
async function openForm(path: string, on = page): Promise<void> {
  await on.goto(site.url + path);
  await waitForDraftKeeping(on);
}

async function fillIn(on = page): Promise<void> {
  await on.setInputFiles("input[type=file]", photo);
  await storedPhotos(on).last().waitFor();
  await on.fill("[name=title]", "Rancho do Rascunho");
  await on.fill("[name=body]", "Primeira linha\nSegunda linha");
  await on.fill("[name=valorFds]", "1500");
  await on.fill("[name=telefone]", "35998765432");
  await on.selectOption("[name=localizacao]", "Turvo");
  await on.getByText("Sauna", { exact: true }).click();
  await on.fill("[name=mapa]", "-23.55, -46.63");
  await on.getByText("É isso mesmo: a casa fica fora da região").click();
  await on.getByText("Mostrar o ponto exato").click();
  await on.getByRole("button", { name: "Aumentar Max Pessoas" }).click();
  await on.getByRole("table").getByRole("button", { pressed: false }).last().click();
}

const save = (on = page) => on.click("main form button[type=submit]");

/** Returns the path of the ad's edit form. */
async function publish(): Promise<string> {
  await publishAd(page, site.url, { title: "Rancho do Rascunho" });
  await page.goto(`${site.url}/dashboard`);
  const href = await page.getByRole("link", { name: /Editar/ }).getAttribute("href");
  return href ?? "";
}

function endSession(): Promise<void> {
  return page.context().clearCookies({ name: /session/ });
}

/** A plan with a second ad keeps /posts/create reachable. */
async function upgradePlan(): Promise<void> {
  const terminal = {
    env: { DATA_DIR: site.dataDir },
    stdout: process.stdout,
    stderr: process.stderr,
  };
  expect(await runOperator(["plano", email, "profissional"], terminal)).toBe(0);
}

const notice = (on = page) =>
  on.getByRole("status").filter({ hasText: "Recuperamos o que você tinha digitado" });
/** The draft as 'Meus Anúncios' shows it. */
const keptOnServer = (on = page) =>
  on.evaluate(async () => {
    const text = await (await fetch("/dashboard")).text();
    return text.split("Continuar de onde parou").length > 1 ? 1 : 0;
  });
const adLinks = () => page.getByRole("link", { name: "Rancho do Rascunho", exact: true });

test("a new ad's form survives a reload, and 'Começar do zero' clears it, which can be undone", async () => {
  await openForm("/posts/create");
  const empty = await formEntries(page);
  await fillIn();
  const typed = await formEntries(page);
  expect(typed).toContainEqual(["lazer", "Sauna"]);
  expect(typed).toContainEqual(["quantidadeMaximaPessoas", "1"]);
  expect(Object.fromEntries(typed)).toMatchObject({
    valorFds: "1.500",
    datasIndisponiveis: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    foto: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });

  await page.reload();
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);

  const restart = page.getByRole("button", { name: "Começar do zero" });
  const restarted = page.getByRole("status").filter({ hasText: "está como no começo" });
  await restart.focus();
  await page.keyboard.press("Enter");
  await restarted.waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent), soon)
    .toContain("está como no começo");
  await expect.poll(() => formEntries(page), soon).toEqual(empty);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);
  await expect.poll(() => keptOnServer(), soon).toBe(1);
  await restart.click();
  await restarted.waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(empty);
  await expect.poll(() => drafts(page), soon).toEqual([]);
  await expect.poll(() => keptOnServer(), soon).toBe(0);
  await page.reload();
  await waitForDraftKeeping(page);
  expect([await notice().count(), await formEntries(page)]).toEqual([0, empty]);
  expect(consoleErrors).toEqual([]);
});

test("a form left through a link is recovered when reopened, and its draft is gone once saved", async () => {
  await openForm("/posts/create");
  await fillIn();
  const typed = await formEntries(page);
  await page.getByRole("link", { name: "Mar de Minas" }).first().click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Criar primeiro post" }).click();
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);
  await save();
  await page.waitForURL(`${site.url}/`);
  await adLinks().first().waitFor();
  await expect.poll(() => drafts(page), soon).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("saving after the session expired leads through login back to the filled form", async () => {
  await openForm("/posts/create");
  await fillIn();
  const typed = await formEntries(page);
  await endSession();
  await save();
  await page.waitForURL(`${site.url}/login`);
  await logIn(page, "errada");
  await page.getByText("Senha incorreta.").first().waitFor();
  await logIn(page);
  await page.waitForURL(`${site.url}/posts/create`);
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);
  await save();
  await page.waitForURL(`${site.url}/`);
  await adLinks().first().waitFor();
  await expect.poll(() => drafts(page), soon).toEqual([]);
});

test("an edit survives a reload and an expired session, including added and removed photos", async () => {
  const form = await publish();
  await openForm(form);
  await page.setInputFiles("input[type=file]", photo);
  await storedPhotos(page).nth(1).waitFor();
  await page.getByRole("button", { name: "Excluir foto 1" }).click();
  await page.fill("[name=title]", "Rancho Mudado");
  await page.getByText("Sauna", { exact: true }).click();
  const typed = await formEntries(page);

  await page.reload();
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);
  await endSession();
  // Submits natively, as before hydration.
  await page.evaluate(() => document.querySelector<HTMLFormElement>("#anuncio")?.submit());
  await page.waitForURL(`${site.url}/login`);
  await logIn(page);
  await page.waitForURL(site.url + form);
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);
  await save();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Rancho Mudado", exact: true }).first().waitFor();
  await expect.poll(() => drafts(page), soon).toEqual([]);
  await openForm(form);
  expect([await notice().count(), await formEntries(page)]).toEqual([0, typed]);
});

test("an edit that couldn't be sent says so until the connection is back, and is then saved", async () => {
  await openForm(await publish());
  await page.fill("[name=title]", "Rancho sem internet");
  await page.context().setOffline(true);
  await save();
  await page.getByText(/^Parece que você está sem internet/).waitFor();
  await page.context().setOffline(false);
  await page.getByText("A internet voltou.").waitFor();
  expect(await page.getByText(/^Parece que você está sem internet/).count()).toBe(0);
  expect(await page.inputValue("[name=title]")).toBe("Rancho sem internet");
  await save();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Rancho sem internet", exact: true }).first().waitFor();
});

test("drafts are invisible to other accounts on the device, and logging out deletes them", async () => {
  await openForm("/posts/create");
  const empty = await formEntries(page);
  await page.fill("[name=title]", "Só da Maria");
  await endSession();
  await signUp(page, site.url);
  await openForm("/posts/create");
  expect([await notice().count(), await formEntries(page)]).toEqual([0, empty]);
  await page.fill("[name=title]", "Do outro");

  await endSession();
  await page.goto(`${site.url}/login`);
  await logIn(page);
  await page.waitForURL((url) => url.pathname !== "/login");
  await openForm("/posts/create");
  await notice().waitFor();
  expect(await page.inputValue("[name=title]")).toBe("Só da Maria");

  // Log out from a static page, which is never hydrated.
  await page.goto(`${site.url}/blog`);
  await page.getByText("Menu", { exact: true }).click();
  const logOut = page.getByRole("button", { name: "Sair", exact: true }).filter({ visible: true });
  await logOut.click();
  const question = page.getByRole("dialog", { name: "Sair" });
  await question.getByText("Neste aparelho há 2 anúncios sem terminar.").waitFor();
  await question.getByRole("button", { name: "Ficar" }).click();
  await question.waitFor({ state: "detached" });
  expect(page.url()).toBe(`${site.url}/blog`);
  expect(await drafts(page)).toHaveLength(2);
  await page.evaluate(() => sessionStorage.setItem("mais-anuncios", "[]"));
  await page.getByText("Menu", { exact: true }).click();
  await logOut.click();
  await question.getByRole("button", { name: "Sair mesmo assim" }).click();
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => drafts(page), soon).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem("mais-anuncios"))).toBeNull();
});

test("drafts expire after eight days and are removed from the device", async () => {
  await openForm("/posts/create");
  const empty = await formEntries(page);
  await page.fill("[name=title]", "De outra semana");
  const age = () =>
    page.evaluate(
      (eightDays) => {
        for (const key of Object.keys(localStorage)) {
          const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
          localStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - eightDays }));
        }
      },
      8 * 24 * 3_600_000,
    );
  await age();
  await page.goto(`${site.url}/blog`);
  await expect.poll(() => drafts(page), soon).toEqual([]);
  await openForm("/posts/create");
  expect([await notice().count(), await formEntries(page)]).toEqual([0, empty]);
});

test("a draft is not recovered if the ad was published but the response was lost", async () => {
  await upgradePlan();
  await openForm("/posts/create");
  const empty = await formEntries(page);
  await fillIn();
  await dropResponses(page, /\/posts\/create/);
  await save();
  await page.getByText("Não conseguimos salvar agora.").first().waitFor();
  expect(await drafts(page)).toHaveLength(1);
  await openForm("/posts/create");
  // The next ad begins with the contact of the published one.
  const starting = empty.flatMap((entry) =>
    entry[0] === "telefone"
      ? [
          ["telefone", "(35) 99876-5432"],
          ["whatsapp", "on"],
        ]
      : [entry],
  );
  await expect
    .poll(async () => [await notice().count(), await formEntries(page), await drafts(page)], soon)
    .toEqual([0, starting, []]);
  await page.goto(site.url);
  await adLinks().first().waitFor();
});

test("a draft is not recovered if the edit was saved but the response was lost", async () => {
  const form = await publish();
  await openForm(form);
  await page.fill("[name=title]", "Salvo sem resposta");
  await dropResponses(page, /\/posts\/edit\//);
  await save();
  await page.getByText("Não conseguimos salvar agora.").first().waitFor();
  expect(await drafts(page)).toHaveLength(1);
  await openForm(form);
  expect([await notice().count(), await page.inputValue("[name=title]")]).toEqual([
    0,
    "Salvo sem resposta",
  ]);
  await expect.poll(() => drafts(page), soon).toEqual([]);
});

test("a draft of an outdated version warns, overwrites nothing, and can be discarded", async () => {
  const form = await publish();
  await openForm(form);
  await page.fill("[name=title]", "Do celular");
  await page.goto(site.url);
  const { page: other } = await openPage(browser);
  await other.goto(`${site.url}/login`);
  await logIn(other);
  await other.waitForURL(`${site.url}/`);
  await openForm(form, other);
  await other.fill("[name=title]", "Do computador");
  await other.setInputFiles("input[type=file]", photo);
  await storedPhotos(other).nth(1).waitFor();
  await save(other);
  await other.waitForURL(`${site.url}/`);

  await openForm(form);
  await notice().filter({ hasText: "foi alterado em outra aba ou aparelho" }).waitFor();
  expect(await page.inputValue("[name=title]")).toBe("Do celular");
  await save();
  await page.getByRole("button", { name: "Salvar a minha mesmo assim" }).waitFor();
  expect(await page.getByRole("button", { name: "Começar do zero" }).count()).toBe(0);
  await page.getByRole("button", { name: "Descartar as mudanças não salvas" }).click();
  await page.getByText("Descartamos as mudanças não salvas.").waitFor();
  await expect.poll(() => page.inputValue("[name=title]"), soon).toBe("Do computador");
  await expect.poll(() => storedPhotos(page).count(), soon).toBe(2);
  await page.fill("[name=title]", "Dos dois");
  await save();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Dos dois" }).first().waitFor();
  await other.context().close();
});

test("a recovered edit keeps the nights that were blocked in the calendar meanwhile", async () => {
  const form = await publish();
  const id = form.split("/").at(-1);
  const nights = () => page.inputValue("[name=datasIndisponiveis]");
  await openForm(form);
  expect(await nights()).toBe("");
  await page.fill("[name=title]", "Rancho interrompido");

  await page.goto(`${site.url}/posts/${id}/calendario`);
  const free = page.locator("button[data-dia]:enabled[aria-pressed=false]").last();
  const [year, month, day] = ((await free.getAttribute("data-dia")) ?? "").split("-");
  await free.click();
  await page.getByText("Tudo salvo").first().waitFor();

  await openForm(form);
  await notice().waitFor();
  await expect.poll(nights, soon).toBe(`${day}/${month}/${year}`);
  await save();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Rancho interrompido", exact: true }).first().waitFor();
  await openForm(form);
  expect(await nights()).toBe(`${day}/${month}/${year}`);
});

test("two tabs keep what was typed last in each field, and the other one is told", async () => {
  const told = (on: Page) =>
    on.getByRole("status").filter({ hasText: "Este formulário mudou em outra aba." });
  await openForm("/posts/create");
  const second = await page.context().newPage();
  await openForm("/posts/create", second);
  await page.fill("[name=title]", "Primeira aba");
  await page.fill("[name=telefone]", "35998765432");
  await told(second).waitFor();
  expect(await told(page).count()).toBe(0);
  await second.fill("[name=title]", "Segunda aba");
  await second.fill("[name=body]", "Da segunda");
  await told(page).waitFor();
  expect(await page.inputValue("[name=title]")).toBe("Primeira aba");
  await page.fill("[name=observacao]", "Da primeira");
  await expectNoViolations(page);
  await second.close();

  await page.getByRole("button", { name: "Ver como ficou" }).click();
  await notice().waitFor();
  expect(Object.fromEntries(await formEntries(page))).toMatchObject({
    title: "Segunda aba",
    body: "Da segunda",
    telefone: "(35) 99876-5432",
    observacao: "Da primeira",
  });
  expect(await told(page).count()).toBe(0);
});

test("a second tab starts with the first one's draft, and starting again there ends it in neither", async () => {
  await openForm("/posts/create");
  await page.fill("[name=title]", "Primeira aba");
  const second = await page.context().newPage();
  await openForm("/posts/create", second);
  await notice(second).waitFor();
  await second.getByRole("button", { name: "Começar do zero" }).click();
  await expect.poll(() => second.inputValue("[name=title]"), soon).toBe("");
  await expect.poll(() => drafts(page), soon).toEqual([]);
  await page.fill("[name=title]", "De novo");
  await page.reload();
  await notice().waitFor();
  expect(await page.inputValue("[name=title]")).toBe("De novo");
  await second.close();
});

test("a recovered form has no axe violations, light or dark, on a phone or a desktop", async () => {
  await openForm("/posts/create");
  await fillIn();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await notice().waitFor();
    await storedPhotos(page).waitFor();
    const discard = await page.getByRole("button", { name: "Começar do zero" }).boundingBox();
    expect(discard?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectNoViolations(page);
  }
});

test("a new ad goes on where it was left on another device, also after logging out of the first", async () => {
  await openForm("/posts/create");
  await fillIn();
  const typed = await formEntries(page);
  await expect.poll(() => keptOnServer(), soon).toBe(1);
  await page.goto(`${site.url}/blog`);
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Sair", exact: true }).filter({ visible: true }).click();
  await page.getByRole("button", { name: "Sair mesmo assim" }).click();
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => drafts(page), soon).toEqual([]);

  const { page: other } = await openPage(browser);
  await other.goto(`${site.url}/login`);
  await logIn(other);
  await other.waitForURL(`${site.url}/`);
  await other.goto(`${site.url}/dashboard`);
  await other.getByRole("heading", { name: "Rancho do Rascunho" }).waitFor();
  await expectNoViolations(other);
  await other.getByRole("link", { name: "Continuar de onde parou" }).click();
  await notice(other).waitFor();
  await expect.poll(() => formEntries(other), soon).toEqual(typed);
  await save(other);
  await other.waitForURL(`${site.url}/`);
  await other.getByRole("link", { name: "Rancho do Rascunho", exact: true }).first().waitFor();
  expect(await keptOnServer(other)).toBe(0);
  await other.context().close();
});
