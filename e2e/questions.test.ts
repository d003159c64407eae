import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { addDays, formatCivilDate, today } from "../app/calendar/civil-date.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail, findMail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(() => startEmptySite({ env: { RATE_LIMIT_FACTOR: "10" } }));
const browser = await workerBrowser();
let owner: Page;
let consoleErrors: string[];
let email: string;
/** Path of the owner's ad. */
let ad: string;

beforeAll(async () => {
  ({ page: owner, consoleErrors } = await openPage(browser));
  email = await signUp(owner, site.url);
  await confirmEmail(site, email);
  await publishAd(owner, site.url, { title: "Rancho da Enseada", valorDiaria: "500" });
  const dashboard = await (await owner.request.get(`${site.url}/dashboard`)).text();
  ad = /\/posts\/[0-9a-f-]{36}/.exec(dashboard)?.[0] ?? "";
});

const soon = (days: number) => addDays(today(), days);

async function letterWith(...words: string[]): Promise<string> {
  return vi.waitFor(
    async () => {
      const letter = await findMail(site, ...words);
      if (!letter) throw new Error("no letter yet");
      return letter;
    },
    { timeout: 30_000 },
  );
}

/** Path of the letter's link that means 'Está livre'. */
async function linkTo(nome: string): Promise<string> {
  const letter = await letterWith(`To: ${email}`, `${nome} perguntou sobre`);
  return /\/pergunta\/\S+\?resposta=livre/.exec(letter)?.[0] ?? "";
}

test.each([
  ["with", true],
  ["without", false],
])(
  "%s script: an ad with dates, a question, the owner's letter, 'Está livre', the visitor's letter",
  async (_, javaScriptEnabled) => {
    const { page } = await openPage(browser, { javaScriptEnabled });
    const nome = javaScriptEnabled ? "Ana Souza" : "Bia Lima";
    const address = `${crypto.randomUUID()}@example.com`;
    const [entrada, saida] = [soon(60), soon(62)];
    const open = javaScriptEnabled
      ? (path: string) => visit(page, site.url + path)
      : (path: string) => page.goto(site.url + path);
    await open(`${ad}?entrada=${entrada}&saida=${saida}&pessoas=4`);
    await page.getByRole("link", { name: "Perguntar por e-mail" }).click();
    await page.getByRole("heading", { level: 1, name: "Perguntar por e-mail" }).waitFor();
    const question = page.getByLabel("Sua pergunta");
    const greeting = await question.inputValue();
    const dates = `${formatCivilDate(entrada)} a ${formatCivilDate(saida)} (2 noites)`;
    expect(greeting).toContain(`Olá! Vim pelo site Mar de Minas`);
    expect(greeting).toContain(`de ${dates}, para 4 pessoas.`);
    await page.getByRole("button", { name: "Enviar pergunta" }).click();
    await page.getByText("Diga o seu nome.").waitFor();
    expect(await question.inputValue()).toBe(greeting);
    await page.getByLabel("Seu nome").fill(nome);
    await page.getByLabel("Seu e-mail").fill(address);
    await page.getByLabel("Seu WhatsApp").fill("35997341187");
    await page.getByRole("button", { name: "Enviar pergunta" }).click();
    await page.getByRole("heading", { name: "Pergunta enviada!" }).waitFor();
    await letterWith(`To: ${address}`, "Sua pergunta foi enviada", dates);

    const link = await linkTo(nome);
    const letter = await letterWith(`To: ${email}`, `${nome} perguntou sobre`);
    expect(letter).toMatch(new RegExp(`^Reply-To: ${nome} <${address}>`, "m"));
    expect(letter).toContain("https://wa.me/5535997341187?text=");

    await open(link);
    await page.getByRole("heading", { level: 1, name: "O que você responde?" }).waitFor();
    await page.getByRole("button", { name: "Está livre" }).click();
    await page.getByRole("heading", { level: 1, name: "Resposta enviada" }).waitFor();
    const answer = await letterWith(`To: ${address}`, "está livre.");
    expect(answer).not.toContain(email);
    await page.context().close();

    await visit(owner, `${site.url}/perguntas`);
    const answered = owner.getByRole("region", { name: "Respondidas" });
    const card = answered.getByRole("article", { name: nome });
    expect(
      await card.getByRole("button", { name: "Está livre" }).getAttribute("aria-pressed"),
    ).toBe("true");
  },
);

async function askByVisitor(nome: string): Promise<void> {
  const form = {
    nome,
    email: `${crypto.randomUUID()}@example.com`,
    entrada: soon(80),
    saida: soon(83),
    pessoas: "2",
    mensagem: `Pode levar cachorro? ${nome}`,
  };
  const answer = await fetchAsVisitor(`${ad}/perguntar`, form);
  expect(answer).toBe(302);
}

async function fetchAsVisitor(path: string, form: Record<string, string>): Promise<number> {
  const context = await browser.newContext();
  const answer = await context.request.post(site.url + path, { form, maxRedirects: 0 });
  await context.close();
  return answer.status();
}

const cardOf = (nome: string) => owner.getByRole("article", { name: nome });
const buttonOf = (nome: string, name: string) => cardOf(nome).getByRole("button", { name });

test("an answer tapped without signal stays, says so, and goes out with the signal", async () => {
  await askByVisitor("Caio Dias");
  await visit(owner, `${site.url}/perguntas`);
  await owner.context().setOffline(true);
  await buttonOf("Caio Dias", "Está ocupado").click();
  await owner.getByText("Sem internet: 1 resposta esperando.").waitFor();
  expect(await buttonOf("Caio Dias", "Está ocupado").getAttribute("aria-pressed")).toBe("true");
  await owner.context().setOffline(false);
  await owner.getByText("Pronto! Avisamos quem perguntou.").waitFor();
  await letterWith("está ocupado.");

  await buttonOf("Caio Dias", "Marcar 3 noites como ocupadas").click();
  await cardOf("Caio Dias").getByText("Noites marcadas como ocupadas.").waitFor();
  const calendar = await owner.request.get(`${site.url}${ad}/calendario?meses=24`);
  expect(await calendar.text()).toMatch(
    new RegExp(
      `(data-dia="${soon(81)}"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*data-dia="${soon(81)}")`,
    ),
  );
});

test("an answer left behind without signal goes out when any page is opened again", async () => {
  await askByVisitor("Davi Reis");
  await visit(owner, `${site.url}/perguntas`);
  await owner.context().setOffline(true);
  await buttonOf("Davi Reis", "Já respondi").click();
  await owner.getByText("Sem internet: 1 resposta esperando.").waitFor();
  const other = await owner.context().newPage();
  await owner.close();
  await other.context().setOffline(false);
  owner = other;
  await visit(owner, `${site.url}/about`);
  await letterWith("Sua pergunta foi respondida");
  await expect
    .poll(() => owner.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain("respostas");
});

test("the dates chosen in the form go into the greeting, until the visitor changes the text", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}${ad}/perguntar`);
  const question = page.getByLabel("Sua pergunta");
  await page.getByLabel("Entrada").fill(soon(90));
  await page.getByLabel("Saída").fill(soon(92));
  await expect.poll(() => question.inputValue()).toContain(formatCivilDate(soon(92)));
  await question.fill("Tem rede?");
  await page.getByLabel("Saída").fill(soon(93));
  expect(await question.inputValue()).toBe("Tem rede?");
  await page.context().close();
});

test.each([390, 1440])(
  "the pages at %i px have no axe violations, light or dark",
  async (width) => {
    await askByVisitor(`Eva ${width}`);
    const link = await linkTo(`Eva ${width}`);
    await owner.setViewportSize({ width, height: 844 });
    await owner.emulateMedia({ reducedMotion: "reduce" });
    for (const path of ["/perguntas", link, `${ad}/perguntar`]) {
      await owner.emulateMedia({ colorScheme: "light" });
      await visit(owner, site.url + path);
      expect(await violations(owner)).toEqual([]);
      await owner.emulateMedia({ colorScheme: "dark" });
      expect(await violations(owner, ["color-contrast"])).toEqual([]);
      const overflow = await owner.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
    expect(consoleErrors.filter((text) => !/ERR_INTERNET|403/.test(text))).toEqual([]);
  },
);
