import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readZip } from "../testing/zip.ts";
import { openPage, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();

async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${site.url}/register`);
  await page.fill("[name=displayName]", "Maria Aparecida Leite");
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", "serra-da-canastra");
  await page.fill("[name=confirmPassword]", "serra-da-canastra");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${site.url}/login`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.click("main form button[type=submit]");
}

/** Waits for the e-mail to this address and returns its confirmation link. */
async function linkTo(email: string): Promise<string> {
  const folder = join(site.dataDir, "outbox");
  let link = "";
  await expect
    .poll(
      async () => {
        for (const file of await readdir(folder).catch(() => [])) {
          if (!file.endsWith(".eml")) continue;
          const text = (await readFile(join(folder, file), "utf8")).replace(/=\r?\n/g, "");
          const isFor = text.includes(`To: ${email}`) || text.includes(`<${email}>`);
          if (isFor) link = /\/novo-email\/[\w-]{32}/.exec(text)?.[0] ?? link;
        }
        return link;
      },
      { timeout: 30_000 },
    )
    .not.toBe("");
  return site.url + link;
}

async function askForData(page: Page, password: string): Promise<void> {
  await page.locator("#senha-para-dados").fill(password);
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
  await register(page, "maria@example.com");
  const phone = await openPage(browser);
  await logIn(phone.page, "maria@example.com", "serra-da-canastra");
  await phone.page.waitForURL(`${site.url}/`);

  await page.getByRole("link", { name: "Minha conta" }).filter({ visible: true }).click();
  await page.getByRole("heading", { level: 1, name: "Minha conta" }).waitFor();
  await page.fill("[name=displayName]", "Maria Leite Souza");
  await page.getByRole("button", { name: "Salvar nome" }).click();
  await page.getByText("Nome salvo.").waitFor();
  await page.reload();
  expect(await page.inputValue("[name=displayName]")).toBe("Maria Leite Souza");

  // Change the e-mail: wrong password, pending, cancelled, requested again, confirmed.
  const email = page.locator("form#troca-de-email");
  await email.locator("[name=email]").fill("nova@example.com");
  await email.locator("[name=currentPassword]").fill("errada");
  await email.locator("button[type=submit]").click();
  await email.getByText("Senha incorreta.").waitFor();
  expect(await email.locator("[name=email]").inputValue()).toBe("nova@example.com");
  await email.locator("[name=currentPassword]").fill("serra-da-canastra");
  await email.locator("button[type=submit]").click();
  await page.getByText("espera a sua confirmação").waitFor();
  await expect.poll(() => email.locator("[name=currentPassword]").inputValue()).toBe("");
  const cancelled = await linkTo("nova@example.com");
  await page.getByRole("button", { name: "Cancelar a troca" }).click();
  await page.getByText("espera a sua confirmação").waitFor({ state: "detached" });
  expect((await fetch(cancelled)).status).toBe(410);
  await email.locator("[name=email]").fill("maria.nova@example.com");
  await email.locator("[name=currentPassword]").fill("serra-da-canastra");
  await email.locator("button[type=submit]").click();
  await page.getByText("maria.nova@example.com").waitFor();
  await page.goto(await linkTo("maria.nova@example.com"));
  await page.getByRole("button", { name: "Confirmar e-mail" }).click();
  await page.waitForURL(`${site.url}/minha-conta`);
  await page.getByText("Você entra com maria.nova@example.com.").waitFor();

  // Changing the password logs out the phone but not this browser.
  const password = page.locator("form#troca-de-senha");
  await password.locator("[name=currentPassword]").fill("serra-da-canastra");
  await password.locator("[name=password]").fill("lago-de-furnas");
  await password.locator("[name=confirmPassword]").fill("lago");
  await password.locator("button[type=submit]").click();
  await password.getByText("As senhas precisam ser iguais!").waitFor();
  await password.locator("[name=confirmPassword]").fill("lago-de-furnas");
  await password.locator("button[type=submit]").click();
  await page.getByText("Senha trocada.").waitFor();
  await phone.page.goto(`${site.url}/dashboard`);
  await phone.page.waitForURL(`${site.url}/login`);
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole("heading", { name: "Meus Anúncios" }).waitFor();

  await visit(page, `${site.url}/minha-conta`);
  await askForData(page, "");
  await expectDataRefused(page, "Escreva sua senha atual.");
  await askForData(page, "errada");
  await expectDataRefused(page, "Senha incorreta.");
  const downloading = page.waitForEvent("download");
  await askForData(page, "lago-de-furnas");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^meus-dados-mar-de-minas-[\d-]+\.zip$/);
  const zip = readZip(await readFile(await download.path()));
  const data = JSON.parse(new TextDecoder().decode(zip.get("dados.json")));
  expect(data.conta).toMatchObject({
    displayName: "Maria Leite Souza",
    email: "maria.nova@example.com",
  });

  // Escape closes the confirmation; a wrong password keeps it open.
  await page.getByRole("link", { name: "Excluir conta" }).click();
  const leave = page.getByRole("link", { name: "Excluir minha conta" });
  await leave.click();
  const dialog = page.getByRole("dialog", { name: "Excluir sua conta?" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(`${site.url}/minha-conta/excluir`);
  await leave.click();
  await dialog.locator("[name=currentPassword]").fill("errada");
  await dialog.getByRole("button", { name: "Excluir conta" }).click();
  await dialog.getByText("Senha incorreta.").waitFor();
  await dialog.locator("[name=currentPassword]").fill("lago-de-furnas");
  await dialog.getByRole("button", { name: "Excluir conta" }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByText("Sua conta, os anúncios e as fotos foram excluídos.").first().waitFor();
  await page.getByRole("link", { name: "Entrar" }).filter({ visible: true }).waitFor();
  await logIn(page, "maria.nova@example.com", "lago-de-furnas");
  await page.getByText("Usuario não encontrado.").waitFor();

  // Chromium logs every 400 response as an error.
  const errors = [...consoleErrors, ...phone.consoleErrors];
  expect(errors.filter((text) => !/status of 400/.test(text))).toEqual([]);
});

test("without JavaScript, a refused download leads to its field, and an account can be deleted", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await register(page, "joao@example.com");
  await page.goto(`${site.url}/minha-conta`);
  await askForData(page, "");
  await expectDataRefused(page, "Escreva sua senha atual.");
  await askForData(page, "errada");
  await expectDataRefused(page, "Senha incorreta.");
  await page.goto(`${site.url}/minha-conta/excluir`);
  await page.getByRole("link", { name: "Excluir minha conta" }).click();
  await page.locator("dialog [name=currentPassword]").fill("errada");
  await page.locator("dialog button[type=submit]").last().click();
  await page.getByText("Senha incorreta.").waitFor();
  await page.locator("dialog [name=currentPassword]").fill("serra-da-canastra");
  await page.locator("dialog button[type=submit]").last().click();
  await page.waitForURL(`${site.url}/`);
  await page.goto(`${site.url}/minha-conta`);
  await page.waitForURL(`${site.url}/login`);
});
