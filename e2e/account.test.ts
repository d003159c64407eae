import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { password } from "../testing/advertiser.ts";
import { readZip } from "../testing/zip.ts";
import { signUp } from "./advertiser.ts";
import { openPage, visit } from "./browser.ts";
import { waitForMail } from "./mailbox.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

async function logIn(page: Page, email: string, typed: string): Promise<void> {
  await page.goto(`${site.url}/login`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", typed);
  await page.click("main form button[type=submit]");
}

/** The link in the letter that asks to confirm a new address. */
async function linkTo(email: string): Promise<string> {
  const letter = await waitForMail(site, `To: ${email}`, "/novo-email/");
  return site.url + (/\/novo-email\/[\w-]{32}/.exec(letter)?.[0] ?? "");
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
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(height);
  }
}

test("an advertiser changes name, e-mail and password, downloads the data and deletes the account", async () => {
  const { page, consoleErrors } = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
  });
  const oldEmail = await signUp(page, site.url);
  const newEmail = `${crypto.randomUUID()}@example.com`;
  const phone = await openPage(browser);
  await logIn(phone.page, oldEmail, password);
  await phone.page.waitForURL(`${site.url}/`);

  await visit(page, `${site.url}/minha-conta`);
  await page.fill("[name=displayName]", "Maria Leite Souza");
  await page.getByRole("button", { name: "Salvar nome" }).click();
  await page.getByText("Nome salvo.").waitFor();

  // Change the e-mail: wrong password, pending, cancelled, requested again, confirmed.
  const email = page.locator("form#troca-de-email");
  const change = async (address: string, typed: string) => {
    await email.locator("[name=email]").fill(address);
    await email.locator("[name=currentPassword]").fill(typed);
    await email.locator("button[type=submit]").click();
  };
  const mistaken = `${crypto.randomUUID()}@example.com`;
  await change(mistaken, "errada");
  await email.getByText("Senha incorreta.").waitFor();
  expect(await email.locator("[name=email]").inputValue()).toBe(mistaken);
  await change(mistaken, password);
  await page.getByText("espera a sua confirmação").waitFor();
  await expect.poll(() => email.locator("[name=currentPassword]").inputValue()).toBe("");
  const cancelled = await linkTo(mistaken);
  await page.getByRole("button", { name: "Cancelar a troca" }).click();
  await page.getByText("espera a sua confirmação").waitFor({ state: "detached" });
  expect((await fetch(cancelled)).status).toBe(410);
  await change(newEmail, password);
  await page.getByText(newEmail).waitFor();
  await visit(page, await linkTo(newEmail));
  await page.getByRole("button", { name: "Confirmar e-mail" }).click();
  await page.waitForURL(`${site.url}/minha-conta#seu-email`);
  await page.getByText(`${newEmail} está confirmado.`).waitFor();
  await page.getByText(`Você entra com ${newEmail}.`).waitFor();

  // Changing the password logs out the phone but not this browser.
  const passwords = page.locator("form#troca-de-senha");
  await passwords.locator("[name=currentPassword]").fill(password);
  await passwords.locator("[name=password]").fill("beira-da-cachoeira");
  await passwords.locator("[name=confirmPassword]").fill("lago");
  await passwords.locator("button[type=submit]").click();
  await passwords.getByText("As senhas precisam ser iguais!").waitFor();
  await passwords.locator("[name=confirmPassword]").fill("beira-da-cachoeira");
  await passwords.locator("button[type=submit]").click();
  await page.getByText("Senha trocada.").waitFor();
  await phone.page.goto(`${site.url}/dashboard`);
  await phone.page.waitForURL(`${site.url}/login`);

  await visit(page, `${site.url}/minha-conta`);
  expect(await page.inputValue("[name=displayName]")).toBe("Maria Leite Souza");
  await askForData(page, "errada");
  await expectDataRefused(page, "Senha incorreta.");
  const downloading = page.waitForEvent("download");
  await askForData(page, "beira-da-cachoeira");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^meus-dados-mar-de-minas-[\d-]+\.zip$/);
  const zip = readZip(await readFile(await download.path()));
  const data = JSON.parse(new TextDecoder().decode(zip.get("dados.json")));
  expect(data.conta).toMatchObject({ displayName: "Maria Leite Souza", email: newEmail });

  // Escape closes the confirmation; a wrong password keeps it open.
  await page.getByRole("link", { name: "Excluir conta" }).click();
  const leave = page.getByRole("link", { name: "Excluir minha conta" });
  await leave.click();
  const dialog = page.getByRole("dialog", { name: "Excluir sua conta?" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await leave.click();
  await dialog.locator("[name=currentPassword]").fill("errada");
  await dialog.getByRole("button", { name: "Excluir conta" }).click();
  await dialog.getByText("Senha incorreta.").waitFor();
  await dialog.locator("[name=currentPassword]").fill("beira-da-cachoeira");
  await dialog.getByRole("button", { name: "Excluir conta" }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByText("Sua conta, os anúncios e as fotos foram excluídos.").first().waitFor();
  await logIn(page, newEmail, "beira-da-cachoeira");
  await page.getByText("Usuario não encontrado.").waitFor();

  // Chromium logs every 400 response as an error.
  const errors = [...consoleErrors, ...phone.consoleErrors];
  expect(errors.filter((text) => !/status of 400/.test(text))).toEqual([]);
});

test("without script an address is changed, a download refused, and an account deleted", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto(`${site.url}/register`);
  await page.fill("[name=displayName]", "Maria");
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.fill("[name=confirmPassword]", password);
  await page.getByRole("main").getByRole("button", { name: "Cadastrar" }).click();
  await page.locator("[data-flash]").getByText("Conta criada!").waitFor();
  await page.goto(`${site.url}/minha-conta#troca-de-email`);
  const form = page.locator("form:target");
  const meant = `nova.${email}`;
  await form.getByLabel("Novo e-mail").fill(meant);
  await form.getByLabel("Senha atual", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Trocar e-mail" }).click();
  await page.waitForURL(`${site.url}/minha-conta#seu-email`);
  await page.getByText(`Enviamos um link para ${meant}`).waitFor();

  await askForData(page, "");
  await expectDataRefused(page, "Escreva sua senha atual.");
  await page.goto(`${site.url}/minha-conta/excluir`);
  await page.getByRole("link", { name: "Excluir minha conta" }).click();
  const remove = page.locator("dialog button[type=submit]").last();
  await page.locator("dialog [name=currentPassword]").fill("errada");
  await remove.click();
  await page.getByText("Senha incorreta.").waitFor();
  await page.locator("dialog [name=currentPassword]").fill(password);
  await remove.click();
  await page.waitForURL(`${site.url}/`);
  await page.goto(`${site.url}/minha-conta`);
  await page.waitForURL(`${site.url}/login`);
});
