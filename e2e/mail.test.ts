import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectNode, root } from "../scripts/prepare.mjs";
import { askAt, post, register } from "../testing/advertiser.ts";
import { openMailbox, openMailService } from "../testing/mail-servers.ts";
import { openPage, toasts, waitForHydration } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { type RunningSite, removeData, startSite } from "./site-process.ts";
import { workerBrowser } from "./worker-browser.ts";

let answer: [status: number, text: string] = [200, "OK"];
const service = await openMailService(() => answer);
const mailbox = await openMailbox();
let site: RunningSite;

function serviceSettings() {
  return {
    EMAIL_SERVICE_URL: service.url,
    EMAIL_USER_ID: "usuario",
    EMAIL_SERVICE_ID: "servico",
    EMAIL_TEMPLATE_ID: "contato",
    SITE_EMAIL: "contato@mardeminas.example",
  };
}

beforeAll(async () => {
  site = await startEmptySite({ env: serviceSettings() });
});

afterAll(async () => {
  await site?.end("SIGTERM");
  if (site) await removeData(site);
  await service.close();
  await mailbox.close();
});

const browser = await workerBrowser();

const message = { nome: "João", email: "joao@example.com", mensagem: "Tem vaga no Réveillon?" };
const failure = "Erro ao enviar o e-mail. Tente novamente.";
const success = "E-mail enviado com sucesso!";

async function fill(page: Page, mensagem: string): Promise<void> {
  for (const [name, value] of Object.entries({ ...message, mensagem })) {
    await page.fill(`[name=${name}]`, value);
  }
}

function typed(page: Page): Promise<string[]> {
  return Promise.all(Object.keys(message).map((name) => page.inputValue(`[name=${name}]`)));
}

const texts = () =>
  service.received.map(({ body }) => {
    const { template_params: params } = body as { template_params: { mensagem: string } };
    return params.mensagem;
  });

test("a message rejected by the mail service keeps its input and can be sent again", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${site.url}/contato`);
  await waitForHydration(page);
  await fill(page, message.mensagem);
  answer = [500, "quebrou"];
  const button = page.getByRole("button", { name: "Enviar mensagem" });
  await button.click();
  await toasts(page).getByText(failure).waitFor();
  await page.locator("main form").getByText(failure).waitFor();
  await expect.poll(() => typed(page)).toEqual(Object.values(message));

  answer = [200, "OK"];
  await button.click();
  await toasts(page).getByText(success).waitFor();
  await page.locator("main form").getByText(success).waitFor();
  // Screen readers say it once, and the keyboard stays where it was.
  expect(await page.getByRole("status").filter({ hasText: success }).count()).toBe(1);
  expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
  await expect.poll(() => typed(page)).toEqual(["", "", ""]);
  expect(texts().filter((text) => text === message.mensagem)).toHaveLength(2);

  // An identical message is confirmed without contacting the service again.
  await fill(page, message.mensagem);
  await button.click();
  await expect.poll(() => typed(page)).toEqual(["", "", ""]);
  await toasts(page).getByText(success).first().waitFor();
  expect(texts().filter((text) => text === message.mensagem)).toHaveLength(2);
  await page.context().close();
});

test("without JavaScript a rejected message keeps its input and shows the error", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/contato`);
  const mensagem = "Aceita cachorro?";
  await fill(page, mensagem);
  answer = [500, "quebrou"];
  await page.getByRole("button", { name: "Enviar mensagem" }).click();
  await page.locator("main form").getByText(failure).waitFor();
  expect(await typed(page)).toEqual([message.nome, message.email, mensagem]);

  answer = [200, "OK"];
  await page.getByRole("button", { name: "Enviar mensagem" }).click();
  await expect.poll(() => typed(page)).toEqual(["", "", ""]);
  await page.locator("main form").getByText(success).waitFor();
  await page.context().close();
});

test("e-mails without a template wait with a reason for the operator, then leave by SMTP", async () => {
  const email = "maria@example.com";
  const ask = askAt(site.url);
  await register(ask, email);
  for (let n = 0; n < 2; n++) {
    expect((await ask("/login", post({ intent: "reset", email }))).status).toBe(200);
  }
  const reason = "Falta indicar EMAIL_LETTER_TEMPLATE_ID, ou SMTP_URL.";
  await expect
    .poll(listMail, { timeout: 60_000, interval: 500 })
    .toMatch(new RegExp(`na fila +0 +para ${email} .* ${reason.replaceAll(".", "\\.")}`));
  await expect.poll(() => site.output().split(reason)).toHaveLength(2);
  expect(texts().some((text) => text.includes("nova-senha"))).toBe(false);

  await site.end("SIGTERM");
  const env = { ...serviceSettings(), SMTP_URL: mailbox.url };
  site = await startSite({ dataDir: site.dataDir, env });
  await expect.poll(() => mailbox.letters.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(mailbox.letters[0]?.text).toContain(`To: ${email}`);
  await expect.poll(listMail, { timeout: 60_000, interval: 500 }).not.toContain("na fila");
});

async function listMail(): Promise<string> {
  const env = { ...process.env, DATA_DIR: site.dataDir };
  const args = ["cli/main.ts", "mensagens"];
  return (await promisify(execFile)(projectNode, args, { cwd: root, env })).stdout;
}
