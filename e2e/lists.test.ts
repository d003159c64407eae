import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { today } from "../app/calendar/civil-date.ts";
import { formatStay } from "../app/calendar/stays.ts";
import { askAt, listOwnAds, publish, register } from "../testing/advertiser.ts";
import { findOrdinaryStay } from "../testing/ordinary-stay.ts";
import { listingCards, openPage, violations, visit } from "./browser.ts";
import { findSampleAd } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const { checkIn, checkOut } = findOrdinaryStay(100, 3);
const inquiry = `?entrada=${checkIn}&saida=${checkOut}&pessoas=4`;
const looking = `Você procurava: ${formatStay({ checkIn, checkOut }, today())}, 4 pessoas`;
/** An ad of the tests' own, and another. */
const ownTitle = `Rancho ${crypto.randomUUID()}`;
let cookie: string;
let ownId: string;
let otherId: string;

beforeAll(async () => {
  const ask = askAt(site.url);
  cookie = await register(ask);
  await publish(ask, cookie, { title: ownTitle, valorFds: "900", valorDiaria: "300" });
  [ownId = ""] = await listOwnAds(ask, cookie);
  otherId = (await findSampleAd(site)).replace("/posts/", "");
});

/** The heart of an ad, on its card or its page. */
const heart = (page: Page) => page.getByRole("button", { name: /^Guardar/ }).first();
const saved = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Minha lista", exact: true });
const isPressed = (page: Page) => heart(page).getAttribute("aria-pressed");
const vote = (page: Page) =>
  page
    .getByRole("group", { name: `Seu voto: ${ownTitle}` })
    .getByRole("button", { name: "Quero esta" });
const hasFocus = (page: Page, name: string) =>
  page
    .getByRole("button", { name })
    .first()
    .evaluate((it) => it === document.activeElement);

/** The label or text of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return element?.labels?.[0]?.textContent ?? element?.textContent;
  });

/** Posts a form of a list as another person, and never follows where it leads. */
const send = (page: Page, address: string, form: Record<string, string>) =>
  page.request.post(address, { form, maxRedirects: 0 });

/** Shares a list of both ads; the page is its creator's. */
async function createList(page: Page, name = "Virada"): Promise<string> {
  const form = { nome: name, entrada: "", saida: "", pessoas: "", anuncio: `${ownId},${otherId}` };
  const created = await send(page, `${site.url}/lista/nova`, form);
  expect(created.status()).toBe(302);
  return new URL(created.headers().location ?? "", site.url).href;
}

async function join(page: Page, nome: string): Promise<void> {
  await page.getByLabel("Seu nome, para o grupo ver").fill(nome);
  await page.getByRole("button", { name: "Entrar e votar" }).click();
}

test("a saved ad keeps the dates of its search, their total, and what is done to it by keyboard", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/search${inquiry}`);
  expect(await saved(page).isVisible()).toBe(false);
  const card = listingCards(page).first();
  const total = await card.locator("[data-estimativa]").innerText();
  const title = await card.getByRole("heading").innerText();
  await heart(page).click();
  expect(await saved(page).getAttribute("data-saved-count")).toBe("1");
  await saved(page).click();
  await page.getByText(looking).waitFor();
  expect(await card.locator("[data-estimativa]").innerText()).toBe(total);
  const link = card.getByRole("heading").getByRole("link");
  expect(await link.getAttribute("href")).toContain(inquiry);
  // A list made of it is offered the same dates.
  await expect.poll(() => page.getByLabel("Entrada", { exact: true }).inputValue()).toBe(checkIn);
  expect(await violations(page)).toEqual([]);

  await heart(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText(`${title} saiu da sua lista.`).waitFor();
  expect(await isPressed(page)).toBe("false");
  expect(await hasFocus(page, `Guardar: ${title}`)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "1 casa guardada" }).waitFor();
  await page.reload();
  await page.getByText(looking).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("where the browser stores nothing, hearts last as long as the tab", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await visit(page, site.url);
  await heart(page).click();
  await expect.poll(() => isPressed(page)).toBe("true");
  await saved(page).click();
  await expect.poll(() => listingCards(page).count()).toBe(1);
  await heart(page).click();
  await expect.poll(() => isPressed(page)).toBe("false");
  expect(consoleErrors).toEqual([]);
});

test("a group chooses: ads saved on a phone and shared, votes by others, a calendar that changes", async () => {
  const ana = await openPage(browser, { reducedMotion: "reduce" });
  for (const id of [ownId, otherId]) {
    await visit(ana.page, `${site.url}/posts/${id}`);
    await heart(ana.page).click();
    await expect.poll(() => isPressed(ana.page)).toBe("true");
  }
  await visit(ana.page, `${site.url}/guardados`);
  await ana.page.getByRole("heading", { name: "2 casas guardadas" }).waitFor();
  await ana.page.getByLabel("Nome da lista").fill("Rancho pra virada");
  await ana.page.getByLabel("Entrada").fill(checkIn);
  await ana.page.getByLabel("Saída").fill(checkIn);
  await ana.page.getByRole("button", { name: "Compartilhar lista" }).click();
  await ana.page.getByText("A saída precisa ser depois da entrada.").waitFor();
  expect(await ana.page.getByLabel("Nome da lista").inputValue()).toBe("Rancho pra virada");
  await ana.page.getByLabel("Saída").fill(checkOut);
  await ana.page.getByRole("button", { name: "Compartilhar lista" }).click();
  await ana.page.getByRole("heading", { level: 1, name: "Rancho pra virada" }).waitFor();
  const list = ana.page.url();
  expect(list).toMatch(/\/lista\/[\w-]{22}$/);
  const sent = await ana.page.getByRole("link", { name: "Mandar no grupo" }).getAttribute("href");
  expect(decodeURIComponent(sent ?? "")).toContain(list);

  const beto = await openPage(browser);
  await visit(beto.page, list);
  await join(beto.page, "");
  await expect.poll(() => focused(beto.page)).toBe("Seu nome, para o grupo ver");
  await join(beto.page, "Beto");
  await beto.page.getByRole("status").getByText("Você entrou como Beto.").waitFor();
  const first = await listingCards(beto.page).first().getByRole("heading").innerText();
  await expect.poll(() => focused(beto.page)).toBe(first);
  await beto.page.context().setOffline(true);
  await vote(beto.page).click();
  await beto.page.getByText("Seu voto não foi.").waitFor();
  expect(await vote(beto.page).getAttribute("aria-pressed")).toBe("true");
  await beto.page.context().setOffline(false);
  await vote(beto.page).click();
  await beto.page.getByText("1 de 1").waitFor();

  // The list was left open, and shows the votes of others once it is on the screen again.
  const { page: caio } = await openPage(browser);
  await send(caio, list, { intent: "entrar", nome: "Caio" });
  await send(caio, list, { intent: "votar", anuncio: ownId, voto: "quero" });
  await ana.page.getByLabel("Endereço do anúncio").fill("https://");
  await ana.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const choice = ana.page.getByRole("region", { name: ownTitle });
  await choice.getByText("O grupo prefere").waitFor();
  await choice.getByText("2 de 2").waitFor();
  expect(await choice.getByText(/^Livre de/).isVisible()).toBe(true);
  expect(await choice.locator("[data-estimativa]").innerText()).toMatch(/^R\$/);
  expect(await ana.page.getByLabel("Endereço do anúncio").inputValue()).toBe("https://");
  expect(await violations(ana.page)).toEqual([]);

  const marked = await fetch(`${site.url}/posts/${ownId}/calendario/noites`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ marcar: checkIn, liberar: "" }),
  });
  expect(marked.status).toBe(200);
  await visit(beto.page, list);
  await beto.page.getByText(/^Ocupado em /).waitFor();
  for (const { consoleErrors } of [ana, beto]) {
    expect(consoleErrors.filter((text) => !/status of 400|ERR_INTERNET/.test(text))).toEqual([]);
  }
});

test("the list is complete without script: join, vote, take an ad off and put it back", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(await createList(page));
  await join(page, "");
  await page.getByText("Diga o seu nome, para o grupo saber quem votou.").waitFor();
  await join(page, "Duda");
  await vote(page).click();
  await expect.poll(() => vote(page).getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("button", { name: `Tirar da lista: ${ownTitle}` }).click();
  await page.getByText("saiu da lista.").waitFor();
  await expect.poll(() => listingCards(page).count()).toBe(1);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(() => listingCards(page).count()).toBe(2);

  await page.goto(`${site.url}/guardados`);
  // Text selectors ignore the noscript element.
  expect(await page.content()).toContain("só aparecem com JavaScript");
  await page.goto(site.url);
  expect(await page.getByRole("button", { name: "Guardar" }).count()).toBe(0);
});

test("a list's members change it by keyboard, and the focus goes where the answer is", async () => {
  const { page } = await openPage(browser);
  await visit(page, await createList(page, "Férias"));
  const press = (name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
  const says = (text: string) => page.getByRole("status").getByText(text).waitFor();
  await join(page, "Marcos");
  await says("Você entrou como Marcos. Agora é só votar.");
  await press(`Tirar da lista: ${ownTitle}`);
  await page.getByRole("form", { name: `${ownTitle} saiu da lista` }).waitFor();
  await expect.poll(() => focused(page)).toBe("Desfazer");
  await page.keyboard.press("Enter");
  await says("A casa está na lista.");
  await expect.poll(() => focused(page)).toBe(ownTitle);
  await press("Adicionar à lista");
  await expect.poll(() => focused(page)).toBe("Endereço do anúncio");
  await page.getByLabel("Pessoas", { exact: true }).fill("6");
  await press("Salvar");
  await says("Mudanças salvas.");
  await expect.poll(() => focused(page)).toBe("Férias");
  await press("Sair da lista");
  await says("Você saiu da lista.");
  await expect.poll(() => focused(page)).toBe("Férias");
});

test("inside Instagram, ads saved and an ad's form lead to a browser that keeps them", async () => {
  const { page } = await openPage(browser, {
    userAgent:
      "Mozilla/5.0 (Linux; Android 13; SM-A536E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.6045.163 Mobile Safari/537.36 Instagram 309.1.0.41.113 Android (33/13; 450dpi; pt_BR)",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "share");
  });
  await page.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  await visit(page, `${site.url}/posts/${otherId}`);
  await page.getByRole("link", { name: "Compartilhar" }).click();
  await page.waitForURL("https://wa.me/**");
  expect(new URL(page.url()).searchParams.get("text")).toContain(`${site.url}/posts/${otherId}`);

  await visit(page, `${site.url}/search${inquiry}`);
  await heart(page).click();
  const dialog = page.getByRole("dialog", { name: "Guardado" });
  await dialog.getByText("só aqui no navegador do Instagram").waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("link", { name: "Levar num link" }).click();
  await page.waitForURL(`${site.url}/guardados#compartilhar`);
  await page.getByText("Você está no navegador do Instagram").waitFor();
  await page.getByRole("button", { name: "Copiar link" }).click();
  await page.getByText("Link copiado. Cole no Chrome ou no Safari.").waitFor();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const { pathname, hash } = new URL(await copied());

  const { page: other } = await openPage(browser);
  await visit(other, site.url + pathname + hash);
  await other.getByText("1 casa de outro navegador veio neste link.").waitFor();
  await other.getByRole("button", { name: "Guardar aqui" }).click();
  await other.getByText(looking).waitFor();
  expect(await other.getByText("Você está no navegador").count()).toBe(0);
});
