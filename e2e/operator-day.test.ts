import { expect, test } from "vitest";
import { publishAd, signUp, uniqueTitle } from "./advertiser.ts";
import { openPage, toasts, visit } from "./browser.ts";
import { waitForMail } from "./mailbox.ts";
import { openPanel } from "./operator.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

/** Sends a form as a visitor. */
function send(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(site.url + path, { method: "POST", body, redirect: "manual" });
}

test("the operator's day, on a phone", async () => {
  const title = uniqueTitle();
  const owner = await openPage(browser);
  const ownersEmail = await signUp(owner.page, site.url);
  const ad = await publishAd(owner.page, site.url, { title });
  const reported = await send(`${ad}/denunciar`, {
    motivo: "golpe",
    detalhes: `Pediram Pix em nome de outra pessoa, em ${title}.`,
    contato: "(31) 99999-2240",
  });
  expect(reported.status).toBe(302);
  const written = await send("/contato", {
    nome: "Marcos",
    email: "marcos@example.com",
    mensagem: `Quero anunciar dois ranchos como ${title}. Qual plano?`,
  });
  expect(written.status).toBeLessThan(400);
  const { page, consoleErrors } = await openPanel(browser, site);
  await visit(page, `${site.url}/operador`);
  const tasks = page.getByRole("navigation", { name: "À espera de você" });
  await tasks.getByRole("link", { name: /denunciado/ }).click();
  const report = page.getByRole("article").filter({ hasText: `de outra pessoa, em ${title}` });
  await report.locator("[name=motivo]").fill("Denúncia de golpe: estamos conferindo.");
  await report.getByRole("button", { name: "Pausar" }).click();
  await report.waitFor({ state: "detached" });
  await expect.poll(async () => (await fetch(site.url + ad)).status).toBe(404);
  await waitForMail(site, ownersEmail, "Denúncia de golpe");

  const panel = page.getByRole("navigation", { name: "Operação" });
  await panel.getByRole("link", { name: "Anunciantes" }).click();
  await page.getByRole("searchbox").fill(ownersEmail);
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.getByLabel("Plano", { exact: true }).selectOption("profissional");
  const planForm = page.locator("form", {
    has: page.getByRole("button", { name: "Salvar plano" }),
  });
  await planForm.getByText("1 mês").click();
  await planForm.getByLabel("Por que este plano").fill("Pix de R$ 80 recebido");
  await planForm.getByRole("button", { name: "Salvar plano" }).click();
  await toasts(page).getByText("Plano salvo.").waitFor();
  await page.getByText(/^Plano Profissional até/).waitFor();

  await panel.getByRole("link", { name: "Mais" }).click();
  await page.getByRole("link", { name: "Mensagens" }).click();
  const message = page.getByRole("listitem").filter({ hasText: `dois ranchos como ${title}` });
  const reply = await message.getByRole("link", { name: "Responder" }).getAttribute("href");
  expect(decodeURIComponent(reply ?? "")).toMatch(/^mailto:marcos@example\.com\?/);
  await message.getByRole("button", { name: "Resolvida" }).click();
  await message.getByText("Resolvida em").waitFor();

  await panel.getByRole("link", { name: "Mais" }).click();
  await page.getByRole("link", { name: "Registro" }).click();
  await page.getByRole("heading", { name: "Registro" }).waitFor();
  const log = page.getByRole("listitem").filter({ hasText: "Você" });
  await expect
    .poll(() => log.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Você resolveu uma mensagem\./),
      expect.stringMatching(
        /Você mudou o plano de \S+: Plano Profissional até [\d/]+\.\s+“Pix de R\$ 80 recebido”/,
      ),
      expect.stringMatching(new RegExp(`Você pausou o anúncio ${title}\\.\\s+“Denúncia de golpe`)),
    ]);
  expect(consoleErrors).toEqual([]);
});
