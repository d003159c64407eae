import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { today } from "../app/calendar/civil-date.ts";
import { runOperator } from "../cli/main.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import { codeOf } from "../testing/second-factor.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail, findMail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
let page: Page;
let consoleErrors: string[];
let adPath: string;

beforeAll(async () => {
  const owner = await openPage(browser);
  await signUp(owner.page, site.url, "maria@example.com");
  await publishAd(owner.page, site.url);
  adPath = await findAd(askAt(site.url));
  await reportQuestion(owner.page);
  ({ page, consoleErrors } = await openPage(browser, { reducedMotion: "reduce" }));
  await signUp(page, site.url, "bia@example.com");
  await confirmEmail(site, "bia@example.com");
  const write = () => undefined;
  const code = await runOperator(["equipe", "adicionar", "bia@example.com"], {
    env: { DATA_DIR: site.dataDir },
    stdout: { write },
    stderr: { write },
  });
  expect(code).toBe(0);
});

/** Sends a form as a visitor. */
function send(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(site.url + path, { method: "POST", body, redirect: "manual" });
}

/** Asks about the ad as a visitor, and reports the question as its owner. */
async function reportQuestion(owner: Page): Promise<void> {
  const mensagem = `Empréstimo na hora, sem consulta ${"x".repeat(200)}`;
  await send(`${adPath}/perguntar`, { nome: "Zé", email: "ze@example.com", mensagem });
  const inbox = await (await owner.request.get(`${site.url}/perguntas`)).text();
  const [, id = ""] = /name="id" value="([0-9a-f-]{36})"/.exec(inbox) ?? [];
  const form = { intent: "denunciar", id };
  expect((await owner.request.post(`${site.url}/perguntas`, { form })).status()).toBe(200);
}

/** The last day of next month, `YYYY-MM-DD`. */
function endOfNextMonth(): string {
  const [year = 0, month = 0] = today().split("-").map(Number);
  return new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
}

test("the operator's day, on a phone", async () => {
  const reported = await send(`${adPath}/denunciar`, {
    motivo: "golpe",
    detalhes: "Pediram Pix em nome de outra pessoa.",
    contato: "(31) 99999-2240",
  });
  expect(reported.status).toBe(302);
  const written = await send("/contato", {
    nome: "Marcos",
    email: "marcos@example.com",
    mensagem: "Quero anunciar dois ranchos. Qual plano?",
  });
  expect(written.status).toBeLessThan(400);

  // Kept pages recognize those who joined the staff while logged in from the next login on.
  await visit(page, `${site.url}/dashboard`);
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("link", { name: "Operação" }).click();
  // A second factor comes first, before the panel opens.
  await page.getByRole("heading", { name: "Segundo fator" }).waitFor();
  await page.getByRole("button", { name: "Usar um aplicativo" }).click();
  await page.getByRole("img", { name: "Código QR com a chave para o aplicativo" }).waitFor();
  expect(await violations(page)).toEqual([]);
  const key = await page.locator("[data-chave-do-aplicativo]").textContent();
  await page.fill("[name=codigo]", await codeOf((key ?? "").replaceAll(" ", "")));
  await page.getByRole("button", { name: "Confirmar código" }).click();
  await page.getByRole("heading", { name: "Guarde estes códigos" }).waitFor();
  expect(await page.locator("[data-codigo-de-recuperacao]").count()).toBe(10);
  await page.getByRole("link", { name: "Abrir o painel" }).click();
  await page.getByRole("heading", { name: "O que precisa de você hoje" }).waitFor();

  const tasks = page.getByRole("navigation", { name: "À espera de você" });
  await tasks.getByRole("link", { name: /^1\s*Denúncias/ }).click();
  await page.getByText("Pediram Pix em nome de outra pessoa.").waitFor();
  await page.fill("[name=motivo]", "Denúncia de golpe: estamos conferindo.");
  await page.getByRole("button", { name: "Pausar" }).click();
  await page.getByText("Nenhuma denúncia à espera.").waitFor();
  await expect.poll(async () => (await fetch(site.url + adPath)).status).toBe(404);
  await vi.waitFor(
    async () =>
      expect(await findMail(site, "maria@example.com", "Denúncia de golpe")).toBeDefined(),
    { timeout: 30_000 },
  );

  const panel = page.getByRole("navigation", { name: "Operação" });
  await panel.getByRole("link", { name: "Anunciantes" }).click();
  await page.getByRole("searchbox").fill("maria@");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.getByLabel("Plano", { exact: true }).selectOption("profissional");
  await page.getByLabel("Até").fill(endOfNextMonth());
  const planForm = page.locator("form", {
    has: page.getByRole("button", { name: "Salvar plano" }),
  });
  await planForm.getByLabel("Por que este plano").fill("Pix de R$ 80 recebido");
  await planForm.getByRole("button", { name: "Salvar plano" }).click();
  const [year, month, day] = endOfNextMonth().split("-");
  await page
    .getByRole("row", { name: /Maria.*Profissional/ })
    .getByText(`${day}/${month}/${year}`)
    .waitFor();

  await panel.getByRole("link", { name: "Mensagens" }).click();
  await page.getByText("Quero anunciar dois ranchos.").waitFor();
  const reply = await page.getByRole("link", { name: "Responder" }).getAttribute("href");
  expect(decodeURIComponent(reply ?? "")).toMatch(/^mailto:marcos@example\.com\?/);
  await page.getByRole("button", { name: "Resolvida" }).click();
  await page.getByText("Nenhuma mensagem à espera.").waitFor();

  await panel.getByRole("link", { name: "Registro" }).click();
  await page.getByRole("heading", { name: "Registro" }).waitFor();
  const log = page.getByRole("listitem").filter({ hasText: "Você" });
  await expect
    .poll(() => log.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Você resolveu a mensagem de Marcos\./),
      expect.stringMatching(
        /Você mudou o plano de maria@example\.com\.\s+“Pix de R\$ 80 recebido”/,
      ),
      expect.stringMatching(/Você pausou o anúncio Rancho Beira d’Água\.\s+“Denúncia de golpe/),
    ]);
  expect(await page.getByText("O terminal pôs na equipe").count()).toBe(1);
  expect(consoleErrors).toEqual([]);
});

test("no page of the panel has axe violations, light or dark, or scrolls sideways", async () => {
  // This gives every page something to show.
  await send("/contato", { nome: "Sônia", email: "sonia@example.com", mensagem: "x".repeat(300) });
  for (const path of [
    "/operador",
    "/operador/anunciantes?q=maria",
    "/operador/anuncios?q=Rancho",
    "/operador/denuncias",
    "/operador/copias",
    "/operador/mensagens?mostrar=todas",
    "/operador/perguntas",
    "/operador/depoimentos",
    "/operador/pagamentos",
    "/operador/emails",
    "/operador/velocidade",
    "/operador/registro",
    "/operador/fator",
  ]) {
    await visit(page, site.url + path);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await violations(page), `${path}, ${width} px`).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} is wider than ${width} px`).toBe(0);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, ["color-contrast"]), `${path}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  }
});
