import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { password } from "../testing/advertiser.ts";
import { readZip } from "../testing/zip.ts";
import { signUp } from "./advertiser.ts";
import { openPage, toasts, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

async function openRow(page: Page, title: string): Promise<void> {
  await page.locator("summary", { hasText: title }).first().click();
}

async function askForData(page: Page, typed: string): Promise<void> {
  await page.locator("#senha-para-dados").fill(typed);
  await page.getByRole("button", { name: "Baixar meus dados" }).click();
}

/** The field has the focus and its sentence, where one can see both. */
async function expectDataRefused(page: Page, sentence: string): Promise<void> {
  const field = page.locator("#senha-para-dados:focus[aria-invalid]");
  await field.waitFor();
  const error = page.locator("#senha-para-dados-error");
  expect(await error.innerText()).toContain(sentence);
  const height = page.viewportSize()?.height ?? 0;
  for (const part of [field, error]) {
    await expect.poll(async () => (await part.boundingBox())?.y).toBeGreaterThan(0);
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }
}

test("an advertiser changes name and password, and each form reports its outcome", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await signUp(page, site.url);
  await visit(page, `${site.url}/minha-conta`);
  await openRow(page, "Nome");
  await page.fill("[name=displayName]", "Maria Leite Souza");
  await page.getByRole("button", { name: "Salvar nome" }).click();
  await toasts(page).getByText("Nome salvo.").waitFor();

  const passwords = page.locator("form#troca-de-senha");
  await openRow(page, "Senha");
  const renew = async (confirmed: string) => {
    await passwords.locator("[name=currentPassword]").fill(password);
    await passwords.locator("[name=password]").fill("beira-da-cachoeira");
    await passwords.locator("[name=confirmPassword]").fill(confirmed);
    await passwords.locator("button[type=submit]").click();
  };
  await renew("lago");
  await passwords.getByText("As senhas precisam ser iguais!").waitFor();
  // The address has a fragment by now, which would take the browser elsewhere.
  await passwords.locator("[name=confirmPassword]:focus").waitFor();
  await renew("beira-da-cachoeira");
  await toasts(page).getByText("Senha trocada.").waitFor();
  // Chromium logs every 400 response as an error.
  expect(consoleErrors.filter((text) => !/status of 400/.test(text))).toEqual([]);
});

test("an advertiser downloads the data and deletes the account", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  const email = await signUp(page, site.url);
  await visit(page, `${site.url}/minha-conta`);
  await openRow(page, "Baixar meus dados");
  await askForData(page, "errada");
  await expectDataRefused(page, "Senha incorreta.");
  const downloading = page.waitForEvent("download");
  await askForData(page, password);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^meus-dados-mar-de-minas-[\d-]+\.zip$/);
  const zip = readZip(await readFile(await download.path()));
  const data = JSON.parse(new TextDecoder().decode(zip.get("dados.json")));
  expect(data.conta).toMatchObject({ email });

  await page.getByRole("link", { name: "Excluir conta" }).click();
  const leave = page.getByRole("link", { name: "Excluir minha conta" });
  await leave.click();
  const dialog = page.getByRole("dialog", { name: "Excluir sua conta?" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(`${site.url}/minha-conta/excluir`);
  await leave.click();
  await dialog.locator("[name=currentPassword]").fill("errada");
  await dialog.getByRole("button", { name: "Excluir conta" }).click();
  await dialog.getByText("Senha incorreta.").waitFor();
  await dialog.locator("[name=currentPassword]").fill(password);
  await dialog.getByRole("button", { name: "Excluir conta" }).click();
  await page.waitForURL(`${site.url}/`);
  await toasts(page).getByText("Sua conta, os anúncios e as fotos foram excluídos.").waitFor();
});
