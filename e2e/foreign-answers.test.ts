import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { siteVersionHeader } from "../app/delivery/hydration/site-version.ts";
import { calendarLink, publishAd, signUp } from "./advertiser.ts";
import { listingCards, openPage, toasts, unfoldSearch, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();

const dataRequests = /\.data(\?|$)/;
const assets = /\/assets\//;
const portalPage = { contentType: "text/html", body: "<h1>Entre no Wi-Fi da pousada</h1>" };

/** Answers from something other than this version of the site. */
const strangers: Record<string, [RegExp, (route: Route) => Promise<void>][]> = {
  "a portal's page": [[dataRequests, (route) => route.fulfill(portalPage)]],
  "a portal's refusal": [[dataRequests, (route) => route.fulfill({ ...portalPage, status: 511 })]],
  "a portal's redirect": [
    [
      dataRequests,
      (route) => route.fulfill({ status: 302, headers: { Location: "https://portal.example/" } }),
    ],
  ],
  "a missing page": [[dataRequests, (route) => route.fulfill({ status: 404 })]],
  "missing code": [[assets, (route) => route.fulfill({ status: 404 })]],
  "missing code and data": [
    [dataRequests, (route) => route.fulfill({ status: 404 })],
    [assets, (route) => route.fulfill({ status: 404 })],
  ],
  "a newer version": [
    [
      dataRequests,
      async (route) => {
        const response = await route.fetch();
        const headers = response.headers();
        const name = siteVersionHeader.toLowerCase();
        expect(headers[name]).toMatch(/^[0-9a-f]+$/);
        headers[name] = "newer";
        await route.fulfill({ response, headers });
      },
    ],
  ],
};

async function meet(page: Page, stranger: keyof typeof strangers): Promise<void> {
  for (const [url, answer] of strangers[stranger] ?? []) await page.route(url, answer);
}

/** True until a document replaces the one that was marked. */
const isSameDocument = (page: Page) => page.evaluate(() => "marked" in window);
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));

test.each(Object.keys(strangers))(
  "met with %s, a link loads its page as a document",
  async (stranger) => {
    const { page } = await openPage(browser);
    await visit(page, `${site.url}/login`);
    await mark(page);
    await meet(page, stranger);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contato" }).click();
    await page.getByRole("button", { name: "Enviar mensagem" }).waitFor();
    expect(page.url()).toBe(`${site.url}/contato`);
    expect(await isSameDocument(page)).toBe(false);
  },
);

test("met with a portal's page, a search and Back load documents, too", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/contato`);
  await page.getByRole("banner").getByRole("link", { name: "Mar de Minas" }).click();
  await listingCards(page).first().waitFor();
  await mark(page);
  await meet(page, "a portal's page");
  await page.goBack();
  await page.getByRole("button", { name: "Enviar mensagem" }).waitFor();
  expect(await isSameDocument(page)).toBe(false);
  await visit(page, `${site.url}/search`);
  await unfoldSearch(page);
  await page.selectOption("form [name=localizacao]", "Turvo");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/localizacao=Turvo/);
  await page.getByRole("heading", { level: 1, name: /Turvo/ }).waitFor();
});

test.each(["a portal's page", "a portal's refusal", "a portal's redirect", "a missing page"])(
  "met with %s, a form says that nothing was sent and keeps what was typed",
  async (stranger) => {
    const { page } = await openPage(browser);
    await visit(page, `${site.url}/contato`);
    await mark(page);
    await page.fill("[name=nome]", "Ana");
    await page.fill("[name=email]", "ana@example.com");
    await page.fill("[name=mensagem]", "Há vaga para barco?");
    await meet(page, stranger);
    await page.getByRole("button", { name: "Enviar mensagem" }).click();
    await page.getByText("Erro ao enviar o e-mail. Tente novamente.").first().waitFor();
    expect(await page.inputValue("[name=mensagem]")).toBe("Há vaga para barco?");
    expect(await isSameDocument(page)).toBe(true);
  },
);

test("met with a portal's page, logging in and registering say so and keep what was typed", async () => {
  const { page } = await openPage(browser);
  await meet(page, "a portal's page");
  await visit(page, `${site.url}/login`);
  await page.fill("main [name=email]", "ana@example.com");
  await page.fill("main [name=password]", "furnas-e-canastra");
  await page.getByRole("main").getByRole("button", { name: "Entrar", exact: true }).click();
  await page.getByText("Ocorreu um erro, por favor tente mais tarde.").first().waitFor();
  expect(await page.inputValue("main [name=email]")).toBe("ana@example.com");

  await visit(page, `${site.url}/register`);
  await page.fill("main [name=displayName]", "Ana");
  await page.fill("main [name=email]", "ana@example.com");
  for (const name of ["password", "confirmPassword"]) {
    await page.fill(`main [name=${name}]`, "furnas-e-canastra");
  }
  await page.getByRole("main").getByRole("button", { name: "Cadastrar", exact: true }).click();
  await page.getByText("Ocorreu erro, por favor tente mais tarde.").first().waitFor();
  expect(await page.inputValue("main [name=displayName]")).toBe("Ana");
});

test("met with a portal's page, an owner's calendar and account say so and keep what was typed", async () => {
  const { page } = await openPage(browser);
  await signUp(page, site.url);
  await publishAd(page, site.url);
  await visit(page, `${site.url}/dashboard`);
  const calendar = await calendarLink(page).getAttribute("href");
  const stays = async (typed: Record<string, string>, button: string) => {
    await mark(page);
    for (const [name, text] of Object.entries(typed)) await page.fill(`main [name=${name}]`, text);
    await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
    const toast = toasts(page).getByText("Não conseguimos enviar. Confira a internet");
    await toast.waitFor();
    for (const [name, text] of Object.entries(typed)) {
      expect(await page.inputValue(`main [name=${name}]`)).toBe(text);
    }
    expect(await isSameDocument(page)).toBe(true);
    await toast.waitFor({ state: "detached" });
  };
  await meet(page, "a portal's page");
  await visit(page, `${site.url}${calendar}`);
  await stays({}, "Está em dia");
  await stays({ temporada: "Réveillon", minimoNoites: "3" }, "Salvar temporada");
  await stays({ endereco: "https://example.com/a.ics" }, "Conectar");

  await visit(page, `${site.url}/minha-conta`);
  await stays({ displayName: "Maria da Beira" }, "Salvar nome");
  await visit(page, `${site.url}/minha-conta/excluir?confirmar=sim`);
  await stays({ currentPassword: "canastra" }, "Excluir conta");
});

test("met with a portal's page, 'Carregar mais' says so and keeps the list", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  const count = await listingCards(page).count();
  await page.route(/depois=/, (route) => route.fulfill(portalPage));
  await page.getByRole("link", { name: "Carregar mais" }).click();
  await page.getByText("Não conseguimos carregar mais anúncios.").waitFor();
  expect(await listingCards(page).count()).toBe(count);
});

test.each(["at once", "while it waits"])(
  "a page that crashes %s loads the page that was asked for",
  async (moment) => {
    const { page } = await openPage(browser);
    await visit(page, `${site.url}/login`);
    await mark(page);
    // 'Carregando...' then appears, and crashes before the navigation is over.
    if (moment === "while it waits") await page.route(dataRequests, () => undefined);
    await page.evaluate(() => {
      Node.prototype.appendChild = () => {
        throw new Error("an extension's mistake");
      };
    });
    await page.getByRole("contentinfo").getByRole("link", { name: "Contato" }).click();
    await page.waitForURL(`${site.url}/contato`);
    await page.getByRole("button", { name: "Enviar mensagem" }).waitFor();
    await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false);
  },
);
