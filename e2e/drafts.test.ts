import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { password } from "../testing/advertiser.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { findOwnAd, publishAd, signUp, uniqueTitle } from "./advertiser.ts";
import { openPage, storedPhotos, violations } from "./browser.ts";
import { drafts, formEntries, soon, waitForDraftKeeping } from "./draft-form.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
let page: Page;
let consoleErrors: string[];
let email: string;

beforeEach(async () => {
  ({ page, consoleErrors } = await openPage(browser));
  email = await signUp(page, site.url);
  return () => page.context().close();
});

async function logIn(): Promise<void> {
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.click("main form button[type=submit]");
}

/** Waits until the form saves drafts. */
async function openForm(path: string): Promise<void> {
  await page.goto(site.url + path);
  await waitForDraftKeeping(page);
}

async function choosePhoto(): Promise<void> {
  const buffer = await makeJpeg(120, 90);
  await page.setInputFiles("input[type=file]", { name: "a.jpg", mimeType: "image/jpeg", buffer });
}

const save = () => page.getByRole("button", { name: "Salvar", exact: true }).click();
const endSession = () => page.context().clearCookies({ name: /session/ });
const notice = () =>
  page.getByRole("status").filter({ hasText: "Recuperamos o que você tinha digitado" });

test("a new ad's form survives a reload, and its draft ends once it is published", async () => {
  await openForm("/posts/create");
  const empty = await formEntries(page);
  await choosePhoto();
  await storedPhotos(page).last().waitFor();
  await page.fill("[name=title]", uniqueTitle());
  await page.fill("[name=body]", "Primeira linha\nSegunda linha");
  await page.fill("[name=valorFds]", "1500");
  await page.fill("[name=telefone]", "35998765432");
  await page.selectOption("[name=localizacao]", "Turvo");
  await page.getByText("Sauna", { exact: true }).click();
  await page.fill("[name=mapa]", "-23.55, -46.63");
  await page.getByText("É isso mesmo: a casa fica fora da região").click();
  await page.getByText("Mostrar o ponto exato").click();
  await page.getByRole("button", { name: "Aumentar Max Pessoas" }).click();
  await page.getByRole("table").getByRole("button", { pressed: false }).last().click();
  const typed = await formEntries(page);
  expect(typed).toContainEqual(["lazer", "Sauna"]);
  expect(Object.fromEntries(typed)).toMatchObject({
    valorFds: "1.500",
    quantidadeMaximaPessoas: "1",
    datasIndisponiveis: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    foto: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await page.reload();
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);
  expect(await violations(page)).toEqual([]);

  // Another account on the device sees nothing of it.
  const cookies = await page.context().cookies();
  await endSession();
  await signUp(page, site.url);
  await openForm("/posts/create");
  expect([await notice().count(), await formEntries(page)]).toEqual([0, empty]);
  await page.context().addCookies(cookies);
  await openForm("/posts/create");
  await notice().waitFor();
  await save();
  await page.waitForURL(`${site.url}/`);
  await page.getByText("Anúncio publicado!").first().waitFor();
  await expect.poll(() => drafts(page), soon).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("saving after the session expired leads through login back to the filled form", async () => {
  await publishAd(page, site.url);
  const form = (await findOwnAd(page, site.url)).replace("/posts/", "/posts/edit/");
  await openForm(form);
  await choosePhoto();
  await storedPhotos(page).nth(1).waitFor();
  await page.getByRole("button", { name: "Excluir foto 1" }).click();
  const title = uniqueTitle();
  await page.fill("[name=title]", title);
  await page.getByText("Sauna", { exact: true }).click();
  const typed = await formEntries(page);
  await endSession();
  await save();
  await page.waitForURL(`${site.url}/login`);
  await logIn();
  await page.waitForURL(site.url + form);
  await notice().waitFor();
  await expect.poll(() => formEntries(page), soon).toEqual(typed);

  // The form says that it is offline until the connection is back.
  await page.context().setOffline(true);
  await save();
  await page.getByText(/^Parece que você está sem internet/).waitFor();
  await page.context().setOffline(false);
  await page.getByText("A internet voltou.").waitFor();
  await save();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: title, exact: true }).first().waitFor();
  await expect.poll(() => drafts(page), soon).toEqual([]);
});

test("logging out asks about an unfinished ad, and deletes its draft", async () => {
  await openForm("/posts/create");
  await page.fill("[name=title]", "Rancho sem fim");
  await expect.poll(() => drafts(page), soon).toHaveLength(1);
  // A static page, which is never hydrated.
  await page.goto(`${site.url}/blog`);
  const logOut = page.getByRole("button", { name: "Sair", exact: true }).filter({ visible: true });
  const question = page.getByRole("dialog", { name: "Sair" });
  await page.getByText("Menu", { exact: true }).click();
  await logOut.click();
  await question.getByText("anúncio sem terminar").waitFor();
  await question.getByRole("button", { name: "Ficar" }).click();
  await question.waitFor({ state: "detached" });
  expect(page.url()).toBe(`${site.url}/blog`);
  expect(await drafts(page)).toHaveLength(1);
  await page.getByText("Menu", { exact: true }).click();
  await logOut.click();
  await question.getByRole("button", { name: "Sair mesmo assim" }).click();
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => drafts(page), soon).toEqual([]);
});
