import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { endOfTerm } from "../app/accounts/plans/plan-terms.ts";
import { addDays, formatCivilDate, today } from "../app/calendar/civil-date.ts";
import { runOperator } from "../cli/main.ts";
import { pixVariables, receiverName } from "../testing/orders.ts";
import { readBrCode } from "../testing/read-br-code.ts";
import { readQrCode } from "../testing/read-qr-code.ts";
import { setUpAuthenticator } from "../testing/second-factor.ts";
import { signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail, findMail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(() => startEmptySite({ env: pixVariables }));
const browser = await workerBrowser();
let operator: Page;
let consoleErrors: string[];

/** Runs a command of the operator's terminal. */
async function run(...command: string[]): Promise<void> {
  const write = () => undefined;
  const code = await runOperator(command, {
    env: { DATA_DIR: site.dataDir, ...pixVariables },
    stdout: { write },
    stderr: { write },
  });
  expect(code).toBe(0);
}

beforeAll(async () => {
  ({ page: operator, consoleErrors } = await openPage(browser));
  const email = await signUp(operator, site.url);
  await confirmEmail(site, email);
  await run("equipe", "adicionar", email);
  await setUpAuthenticator(async (path, form) => {
    const options = { maxRedirects: 0, ...(form && { method: "POST", form }) };
    const answer = await operator.request.fetch(site.url + path, options);
    return new Response(await answer.text(), { status: answer.status() });
  });
});

/** Reads the picture on the page, as another telephone's camera would. */
async function readPicture(page: Page): Promise<string | null> {
  const picture = page.getByRole("img", { name: "Código QR do Pix" });
  await picture.waitFor();
  const [size, path] = await picture.evaluate((svg) => [
    svg.getAttribute("viewBox")?.split(" ")[2],
    svg.querySelector("path:last-of-type")?.getAttribute("d"),
  ]);
  return readQrCode({ size: Number(size), path: path ?? "" });
}

test.each([
  ["with", true],
  ["without", false],
])("%s script: a plan that ends tomorrow is renewed by Pix", async (_, javaScriptEnabled) => {
  const { page, consoleErrors: ownErrors } = await openPage(browser, {
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const email = await signUp(page, site.url);
  await confirmEmail(site, email);
  const tomorrow = addDays(today(), 1);
  await run("plano", email, "basico", "--ate", tomorrow);
  const open = (path: string) =>
    javaScriptEnabled ? visit(page, site.url + path) : page.goto(site.url + path);

  await open("/dashboard");
  await page.getByRole("link", { name: "Pagar com Pix" }).click();
  await page.getByRole("heading", { level: 1, name: "Pagar com Pix" }).waitFor();
  expect(page.url()).toBe(`${site.url}/plans/pix?plano=basico&por=mes`);
  const until = formatCivilDate(endOfTerm("mes", tomorrow));
  await page.getByText(until).waitFor();
  await page.getByText(new RegExp(`^${receiverName}`)).waitFor();
  const code = await page.locator("[data-pix]").innerText();
  expect(readBrCode(code)).toMatchObject({ amount: "25.00", name: receiverName });
  expect(await readPicture(page)).toBe(code);
  const copy = page.getByRole("button", { name: "Copiar código" });
  expect(await copy.isVisible()).toBe(javaScriptEnabled);
  if (javaScriptEnabled) {
    await copy.click();
    await page.getByText("Código copiado.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(code);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, ["color-contrast"])).toEqual([]);
  }
  await page.getByRole("button", { name: "Já paguei" }).click();
  await page.getByRole("heading", { level: 1, name: "Seu aviso chegou" }).waitFor();
  await open("/dashboard");
  await page.getByText(/^Seu aviso de R\$ 25,00 chegou; conferimos até/).waitFor();
  expect(await page.getByRole("link", { name: "Pagar com Pix" }).count()).toBe(0);
  if (javaScriptEnabled) expect(await violations(page)).toEqual([]);

  await visit(operator, `${site.url}/operador`);
  await operator.getByRole("link", { name: /^1\s*Pix para conferir/ }).click();
  const { txid } = readBrCode(code);
  const waiting = operator.getByRole("listitem").filter({ hasText: txid });
  await waiting.getByText("R$ 25,00 · Plano Básico, 1 mês").waitFor();
  expect(await violations(operator)).toEqual([]);
  await waiting.getByRole("button", { name: "Recebi este Pix" }).click();
  await waiting.getByText("O dinheiro está no extrato?").waitFor();
  expect(await violations(operator)).toEqual([]);
  await waiting.getByRole("button", { name: "Sim, recebi este Pix" }).click();
  await operator.getByText("Pix confirmado: o plano já vale.").waitFor();

  await open("/plans/pix?plano=basico&por=mes");
  await page.getByRole("heading", { level: 1, name: "Pix recebido!" }).waitFor();
  await page.getByText(until).waitFor();
  expect(await page.locator("[data-pix]").count()).toBe(0);
  await open("/dashboard");
  await page.getByText(until).first().waitFor();
  await vi.waitFor(async () => expect(await findMail(site, `To: ${email}`, until)).toBeDefined(), {
    timeout: 30_000,
  });
  const errors = [...ownErrors, ...consoleErrors];
  expect(errors.filter((text) => !/status of 409/.test(text))).toEqual([]);
  await page.context().close();
});
