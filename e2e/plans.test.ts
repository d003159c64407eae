import { expect, test, vi } from "vitest";
import { addDays, formatCivilDate, today } from "../app/calendar/civil-date.ts";
import { runOperator } from "../cli/main.ts";
import { password } from "../testing/advertiser.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail, findMail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const pix = { PIX_KEY: "pix@example.com", PIX_NAME: "Mar de Minas", PIX_CITY: "Capitolio" };
const phone = { SITE_WHATSAPP: "37998710264" };
const site = shareSite(() => startEmptySite({ env: { ...phone, ...pix } }));
const browser = await workerBrowser();

async function runPlan(email: string, ...args: string[]): Promise<void> {
  const terminal = {
    env: { DATA_DIR: site.dataDir },
    stdout: process.stdout,
    stderr: process.stderr,
  };
  expect(await runOperator(["plano", email, ...args], terminal)).toBe(0);
}

const price = "R$ 25,00 por mês ou R$ 250,00 por ano";
const terms = [
  "Não há nada a pagar agora, nem data para terminar.",
  `O prazo só começa quando combinarmos com você: os primeiros 30 dias são grátis; depois, ${price}.`,
];

test("on a phone, a new owner reads one story before and after registering", async () => {
  const { page, consoleErrors } = await openPage(browser);
  async function expectTerms(region: string) {
    const text = (await page.locator(region).innerText()).replace(/\s+/g, " ");
    for (const sentence of terms) expect(text, page.url()).toContain(sentence);
    expect(text).not.toMatch(/sem data para terminar|30 dias grátis, depois/i);
    expect(await violations(page)).toEqual([]);
  }
  for (const path of ["/plans", "/comofunciona"]) {
    await visit(page, site.url + path);
    await expectTerms("main");
  }
  await visit(page, `${site.url}/register`);
  await expectTerms("main");

  const email = `${crypto.randomUUID()}@example.com`;
  await page.fill("[name=displayName]", "Maria");
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.fill("[name=confirmPassword]", password);
  await page.locator("main form").getByRole("button", { name: "Cadastrar" }).click();
  await page.waitForURL(`${site.url}/`);
  await page.locator("[data-flash]").waitFor();
  await expectTerms("[data-flash]");
  for (const [path, region] of [
    ["/dashboard", "[aria-labelledby=plano]"],
    ["/minha-conta", "[aria-labelledby=seu-plano]"],
    ["/plans", "[aria-labelledby=seu-plano]"],
  ] as const) {
    await visit(page, site.url + path);
    expect(await page.locator(region).innerText()).toContain("Plano Básico");
    await expectTerms(region);
    expect(await page.locator('[href*="/plans/pix?plano=basico"]').count()).toBe(0);
  }
  await visit(page, `${site.url}/plans/pix?plano=basico&por=mes`);
  await page.getByRole("heading", { level: 1, name: "Não há nada a pagar agora" }).waitFor();
  expect(await page.locator("[data-pix]").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Pagar com Pix" }).click();
  await page.getByText("Plano Profissional, 1 mês").waitFor();
  await page.getByText("por isso não vale dias no Plano Profissional.").waitFor();
  await vi.waitFor(
    async () => {
      const letter = await findMail(site, email, "/confirmar-email/");
      for (const sentence of terms) expect(letter).toContain(sentence);
    },
    { timeout: 30_000 },
  );
  expect(consoleErrors).toEqual([]);
});

test("on a phone, a plan that ends tomorrow says when, what it costs and how to pay, as its letter did", async () => {
  const { page } = await openPage(browser);
  const email = await signUp(page, site.url);
  await confirmEmail(site, email);
  await publishAd(page, site.url);
  const tomorrow = addDays(today(), 1);
  await runPlan(email, "basico", "--ate", tomorrow);
  const date = formatCivilDate(tomorrow);
  await vi.waitFor(
    async () => {
      const letter = await findMail(site, email, `vai até ${date}, incluído`);
      expect(letter).toContain(price);
      expect(letter).toContain(`${site.url}/plans/pix?plano=basico&por=mes`);
      expect(letter).toContain(`${site.url}/contato?plano=basico&para=renovar`);
    },
    { timeout: 30_000 },
  );
  await visit(page, `${site.url}/dashboard`);
  const card = page.getByRole("region", { name: "Plano Básico" });
  const words = (await card.innerText()).replace(/\s+/g, " ");
  expect(words).toContain(`Até ${date}, amanhã.`);
  expect(words).toContain(`Para continuar depois, ${price}.`);
  const payment = card.getByRole("link", { name: "Pagar com Pix" });
  expect(await payment.getAttribute("href")).toBe("/plans/pix?plano=basico&por=mes");
  expect(await card.getByRole("link", { name: "Pedir no WhatsApp" }).count()).toBe(0);
  await card.getByText("Outras formas").click();
  const whatsapp = await card.getByRole("link", { name: "Pedir no WhatsApp" }).getAttribute("href");
  expect(new URL(whatsapp ?? "").searchParams.get("text")).toBe(
    `Olá! Quero renovar o plano Básico.\nMinha conta no site: ${email}`,
  );
  await card.getByRole("link", { name: "Renovar o plano" }).click();
  await page.waitForURL(`${site.url}/contato?plano=basico&para=renovar`);
  expect(await page.locator("[name=mensagem]").inputValue()).toBe(
    "Olá! Quero renovar o plano Básico.",
  );
});

test("on a phone, a Profissional owner with two ads is asked to talk, not to upgrade to Profissional", async () => {
  const { page } = await openPage(browser);
  const email = await signUp(page, site.url);
  await runPlan(email, "profissional");
  for (const title of ["Rancho do Lago", "Casa da Serra"]) {
    await publishAd(page, site.url, { title });
  }
  await page.context().clearCookies({ name: /aviso$/ });
  await visit(page, `${site.url}/posts/create`);
  await page.waitForURL(`${site.url}/`);
  const note = page.locator("[data-flash]");
  await note.getByText("Mais de dois anúncios? Fale com a gente.").waitFor();
  expect(await page.locator("body").innerText()).not.toContain("Atualize para o plano");
  await note.getByRole("link", { name: "Falar com a gente" }).click();
  await page.waitForURL(`${site.url}/contato?plano=profissional&para=mais`);
  expect(await page.locator("[name=mensagem]").inputValue()).toBe(
    "Olá! Quero publicar mais de dois anúncios. Como fazemos?",
  );
  await visit(page, `${site.url}/dashboard`);
  const card = page.getByRole("region", { name: "Plano Profissional" });
  await card.getByText("Mais de dois anúncios? Fale com a gente.").waitFor();
  expect(await card.getByRole("link", { name: /Profissional/ }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
});
