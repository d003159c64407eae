import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { addDays, formatCivilDates, today } from "../app/calendar/civil-date.ts";
import { formatStayInFull } from "../app/calendar/stays.ts";
import { runOperator } from "../cli/main.ts";
import { patience } from "../testing/patience.ts";
import { codeOf } from "../testing/second-factor.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail, findMail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(() => startEmptySite({ env: { RATE_LIMIT_FACTOR: "10" } }));
const browser = await workerBrowser();
let owner: Page;
let operator: Page;
let email: string;
/** Path of the owner's ad. */
let ad: string;
const consoleErrors: string[][] = [];

const ago = (days: number) => addDays(today(), -days);
/** Stays of the calendar, one for each journey. */
const stays = [40, 60, 80, 100].map((days) => ({ checkIn: ago(days), checkOut: ago(days - 2) }));
const stayAt = (index: number) => stays[index] as (typeof stays)[number];

beforeAll(async () => {
  const opened = await openPage(browser);
  owner = opened.page;
  consoleErrors.push(opened.consoleErrors);
  email = await signUp(owner, site.url);
  await confirmEmail(site, email);
  const nights = stays.flatMap(({ checkIn }) => [checkIn, addDays(checkIn, 1)]);
  await publishAd(owner, site.url, {
    title: "Rancho da Enseada",
    datasIndisponiveis: formatCivilDates(nights),
  });
  const dashboard = await (await owner.request.get(`${site.url}/dashboard`)).text();
  ad = /\/posts\/[0-9a-f-]{36}/.exec(dashboard)?.[0] ?? "";
  operator = await openOperator();
});

async function openOperator(): Promise<Page> {
  const { page } = await openPage(browser, { reducedMotion: "reduce" });
  await signUp(page, site.url, "bia@example.com");
  await confirmEmail(site, "bia@example.com");
  const write = () => undefined;
  const code = await runOperator(["equipe", "adicionar", "bia@example.com"], {
    env: { DATA_DIR: site.dataDir },
    stdout: { write },
    stderr: { write },
  });
  expect(code).toBe(0);
  await visit(page, `${site.url}/operador/fator`);
  await page.getByRole("button", { name: "Usar um aplicativo" }).click();
  const key = await page.locator("[data-chave-do-aplicativo]").textContent();
  await page.fill("[name=codigo]", await codeOf((key ?? "").replaceAll(" ", "")));
  await page.getByRole("button", { name: "Confirmar código" }).click();
  await page.getByRole("heading", { name: "Guarde estes códigos" }).waitFor();
  return page;
}

function letterWith(...words: string[]): Promise<string> {
  return vi.waitFor(
    async () => {
      const letter = await findMail(site, ...words);
      if (!letter) throw new Error("no letter yet");
      return letter;
    },
    { timeout: 30_000 },
  );
}

/** Waits until the ad, as a visitor gets it, shows the words or no longer does. */
function untilAdHas(words: string, isShown = true): Promise<void> {
  const has = async () => (await (await fetch(site.url + ad)).text()).includes(words);
  return expect.poll(has, patience).toBe(isShown);
}

/** Path of an invitation, taken from the address behind 'Mandar no WhatsApp'. */
async function invitationBy(page: Page): Promise<string> {
  const whatsapp = page.getByRole("link", { name: "Mandar no WhatsApp" }).first();
  const href = (await whatsapp.getAttribute("href")) ?? "";
  const text = new URL(href).searchParams.get("text") ?? "";
  expect(text).toContain("Foi uma alegria receber vocês em Rancho da Enseada.");
  return /\/depoimento\/\S+/.exec(text)?.[0] ?? "";
}

test.each([
  ["with", true],
  ["without", false],
])(
  "%s script: an invitation by WhatsApp, written on a phone, confirmed, answered, reported, hidden with a reason",
  async (_, javaScriptEnabled) => {
    const state = await owner.context().storageState();
    const options = { javaScriptEnabled };
    const { page: host } = await openPage(browser, { ...options, storageState: state });
    const { page: guest, consoleErrors: errors } = await openPage(browser, options);
    consoleErrors.push(errors);
    const open = (page: Page, path: string) =>
      javaScriptEnabled ? visit(page, site.url + path) : page.goto(site.url + path);
    const nome = javaScriptEnabled ? "Ana" : "Caio";
    const address = `${crypto.randomUUID()}@example.com`;
    const texto = `Casa limpa, vista linda e rede na varanda, disse ${nome}.`;
    const resposta = `Voltem sempre, ${nome}!`;
    await fetch(site.url + ad);

    await open(host, `${ad}/depoimentos`);
    if (javaScriptEnabled) {
      await host.getByRole("button", { name: formatStayInFull(stayAt(0)) }).click();
    } else {
      await host.getByLabel("Outra entrada").fill(stayAt(1).checkIn);
      await host.getByLabel("Saída").fill(stayAt(1).checkOut);
      await host.getByRole("button", { name: "Gerar convite" }).click();
    }
    await host.getByText("Agora mande ao hóspede.").waitFor();
    const invitation = await invitationBy(host);

    await open(guest, invitation);
    await guest.getByRole("heading", { level: 1, name: "Conte como foi" }).waitFor();
    await guest.getByText("Rancho da Enseada").waitFor();
    await guest.getByLabel("Como foi?").fill(texto);
    await guest.getByRole("button", { name: "Enviar depoimento" }).click();
    await guest.getByText("Escolha uma nota, de 1 a 5.").waitFor();
    expect(await guest.getByLabel("Como foi?").inputValue()).toBe(texto);
    // The stars are radio buttons, so the keyboard chooses, too.
    await guest.getByRole("radio", { name: "1: Muito ruim" }).focus();
    for (let step = 1; step < 5; step++) await guest.keyboard.press("ArrowRight");
    expect(await guest.getByRole("radio", { name: "5: Ótimo" }).isChecked()).toBe(true);
    await guest.getByLabel("Seu primeiro nome").fill(nome);
    await guest.getByLabel("Seu e-mail").fill(address);
    await guest.getByRole("button", { name: "Enviar depoimento" }).click();
    await guest.getByRole("heading", { level: 1, name: "Falta só confirmar" }).waitFor();

    const letter = await letterWith(`To: ${address}`, "Publicar depoimento");
    const link = /\/meu-depoimento\/\S+/.exec(letter)?.[0] ?? "";
    await open(guest, link);
    await guest.getByText(texto).waitFor();
    expect(await (await fetch(site.url + ad)).text()).not.toContain(texto);
    await guest.getByRole("button", { name: "Publicar depoimento" }).click();
    await guest.getByRole("heading", { level: 1, name: "Seu depoimento está no ar" }).waitFor();
    await untilAdHas(texto);
    await letterWith(`To: ${email}`, `${nome} contou como foi em`);
    await open(guest, invitation);
    await guest.getByRole("heading", { level: 1, name: "Este convite já foi usado" }).waitFor();

    await open(host, `${ad}/depoimentos`);
    const card = host.getByRole("article", { name: nome });
    await card.getByLabel(`Sua resposta a ${nome}`).fill(resposta);
    await card.getByRole("button", { name: "Responder" }).click();
    await host.getByText("Resposta no anúncio.").waitFor();
    await untilAdHas(resposta);

    await open(guest, ad);
    const shown = guest.getByRole("article", { name: nome });
    await shown.getByText(resposta).waitFor();
    await shown.getByText("Nota 5 de 5").waitFor();
    await shown.getByText("Convidado pelo anunciante").waitFor();
    await shown.getByRole("link", { name: "Denunciar" }).click();
    await guest.getByRole("heading", { level: 1, name: "Denunciar depoimento" }).waitFor();
    await guest.getByText("Parece inventado").click();
    await guest.getByRole("button", { name: "Enviar denúncia" }).click();
    await guest.getByRole("heading", { name: "Denúncia recebida. Obrigado!" }).waitFor();

    await visit(operator, `${site.url}/operador/depoimentos`);
    const waiting = operator.getByRole("listitem").filter({ hasText: texto });
    await waiting.getByText("Denunciado: Parece inventado").waitFor();
    // Everything comes from this machine, the invitation, too.
    await waiting.getByText("saíram da mesma internet").waitFor();
    await waiting.getByLabel("Motivo para esconder").fill(`Inventado, ${nome}.`);
    await waiting.getByRole("button", { name: "Esconder" }).click();
    await operator.getByText("Depoimento escondido.").waitFor();
    await untilAdHas(texto, false);
    await letterWith(`To: ${address}`, `Inventado, ${nome}.`);
    await letterWith(`To: ${email}`, `Inventado, ${nome}.`);
    await visit(operator, `${site.url}/operador/registro`);
    await operator.getByText(`Inventado, ${nome}.`).waitFor();

    await open(guest, link);
    await guest.getByText(`Inventado, ${nome}.`).waitFor();
    await guest.getByRole("button", { name: "Apagar meu depoimento" }).click();
    await guest.getByRole("heading", { level: 1, name: "Depoimento apagado" }).waitFor();
    await open(host, `${ad}/depoimentos`);
    await host.getByRole("heading", { name: "No anúncio" }).waitFor();
    expect(await host.getByText(texto).count()).toBe(0);
    await guest.context().close();
    await host.context().close();
  },
);

test("what nobody confirmed is erased by its own button, and never published", async () => {
  const { page: guest } = await openPage(browser);
  const address = `${crypto.randomUUID()}@example.com`;
  const texto = "Fim de semana tranquilo, com boa comida e bons vizinhos.";
  await visit(owner, `${site.url}${ad}/depoimentos`);
  await owner.getByRole("button", { name: formatStayInFull(stayAt(2)) }).click();
  await owner.getByText("Agora mande ao hóspede.").waitFor();
  await visit(guest, site.url + (await invitationBy(owner)));
  await guest.getByRole("radio", { name: "4: Bom" }).check();
  await guest.getByLabel("Como foi?").fill(texto);
  await guest.getByLabel("Seu primeiro nome").fill("Davi");
  await guest.getByLabel("Seu e-mail").fill(address);
  await guest.getByRole("button", { name: "Enviar depoimento" }).click();
  const letter = await letterWith(`To: ${address}`, "Publicar depoimento");
  await visit(guest, site.url + (/\/meu-depoimento\/\S+/.exec(letter)?.[0] ?? ""));
  await guest.getByRole("button", { name: "Apagar meu depoimento" }).click();
  await guest.getByRole("heading", { level: 1, name: "Depoimento apagado" }).waitFor();
  expect(await (await fetch(site.url + ad)).text()).not.toContain(texto);
  // The letter's file goes with it.
  await expect
    .poll(() => findMail(site, `To: ${address}`), { timeout: 15_000, interval: 50 })
    .toBeUndefined();
  await guest.context().close();
});

test.each([390, 1440])(
  "the pages at %i px have no axe violations, light or dark",
  async (width) => {
    const { page: guest } = await openPage(browser, { reducedMotion: "reduce" });
    const address = `${crypto.randomUUID()}@example.com`;
    const path = `${ad}/depoimentos`;
    await visit(owner, site.url + path);
    const stay = width === 390 ? 0 : 3;
    await owner.getByRole("button", { name: formatStayInFull(stayAt(stay)) }).click();
    await owner.getByText("Agora mande ao hóspede.").waitFor();
    const invitation = await invitationBy(owner);
    await visit(guest, site.url + invitation);
    await guest.getByRole("radio", { name: "3: Regular" }).check();
    await guest.getByLabel("Como foi?").fill(`https://www.exemplo.com.br/${"x".repeat(200)} `);
    await guest.getByLabel("Seu primeiro nome").fill("Wolfeschlegelsteinhausenbergerdorff");
    await guest.getByLabel("Seu e-mail").fill(address);
    await guest.getByRole("button", { name: "Enviar depoimento" }).click();
    const letter = await letterWith(`To: ${address}`, "Publicar depoimento");
    const link = /\/meu-depoimento\/\S+/.exec(letter)?.[0] ?? "";
    const pages: [Page, string][] = [
      [guest, invitation],
      [guest, `${invitation}?enviado=1`],
      [guest, link],
      [guest, "/depoimento/nada"],
      [guest, "/depoimentos"],
      [owner, path],
    ];
    await check(pages);
    await visit(guest, site.url + link);
    await guest.getByRole("button", { name: "Publicar depoimento" }).click();
    await guest.getByRole("heading", { level: 1, name: "Seu depoimento está no ar" }).waitFor();
    await untilAdHas("Wolfeschlegelsteinhausenbergerdorff");
    const report = /\/posts\/[0-9a-f-]+\/denunciar\?depoimento=[0-9a-f-]+/;
    const html = await (await fetch(site.url + ad)).text();
    await check([
      [guest, link],
      [guest, ad],
      [guest, report.exec(html)?.[0] ?? ""],
      [owner, path],
      [operator, "/operador/depoimentos"],
    ]);
    await guest.context().close();

    async function check(some: readonly [Page, string][]): Promise<void> {
      for (const [page, at] of some) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await visit(page, site.url + at);
        expect(await violations(page), at).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await violations(page, ["color-contrast"]), at).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, at).toBe(0);
      }
    }
  },
);

test("nothing was logged to the browsers' consoles", () => {
  expect(consoleErrors.flat().filter((text) => !/4(00|10)/.test(text))).toEqual([]);
});
