import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { askAt, listOwnAds, logIn, sampleAccount } from "../testing/advertiser.ts";
import { listingCards, openPage, violations, visit } from "./browser.ts";
import { doubleText } from "./large-text.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** Cookie of the sample advertiser. */
let cookie: string;
let ownId: string;
let ownTitle: string;
/** Path of the list that the journey shares. */
let list: string;

const checkIn = addDays(today(), 200);
const checkOut = addDays(checkIn, 2);

beforeAll(async () => {
  const { email, password } = sampleAccount(site.output());
  const ask = askAt(site.url);
  cookie = await logIn(ask, email, password);
  [ownId = ""] = await listOwnAds(ask, cookie);
  const ad = await (await fetch(`${site.url}/posts/${ownId}`)).text();
  ownTitle = /<h1>(.*?)<\/h1>/.exec(ad)?.[1] ?? "";
});

const save = (page: Page) => page.getByRole("button", { name: "Guardar" });
const isPressed = (page: Page) =>
  save(page).evaluateAll((buttons) => buttons.map(({ ariaPressed }) => ariaPressed === "true"));

async function join(page: Page, nome: string): Promise<void> {
  await visit(page, site.url + list);
  await page.getByLabel("Seu nome, para o grupo ver").fill(nome);
  await page.getByRole("button", { name: "Entrar e votar" }).click();
  await page.getByRole("button", { name: "Sair da lista" }).waitFor();
}

const vote = (page: Page) =>
  page.getByRole("group", { name: `Seu voto: ${ownTitle}` }).getByRole("button", {
    name: "Quero esta",
  });

/** Shares a list of the sample advertiser's ad; the page is its creator's. */
async function createList(page: Page, plan: Record<string, string> = {}): Promise<string> {
  const form = { nome: "Virada", entrada: "", saida: "", pessoas: "", ...plan, anuncio: ownId };
  const created = await send(page, `${site.url}/lista/nova`, form);
  expect(created.status()).toBe(302);
  return new URL(created.headers().location ?? "", site.url).href;
}

/** Posts a form of the list as another person, and never follows where it leads. */
const send = (page: Page, address: string, form: Record<string, string>) =>
  page.request.post(address, { form, maxRedirects: 0 });

/** Opens another person's browser, who joins the list and wants its ad. */
async function openVoter(address: string, nome: string): Promise<Page> {
  const { page } = await openPage(browser);
  await send(page, address, { intent: "entrar", nome });
  await send(page, address, { intent: "votar", anuncio: ownId, voto: "quero" });
  return page;
}

/** The label or text of what has the focus; "body" if nothing has it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (!element || element === document.body) return "body";
    return element.labels?.[0]?.textContent ?? element.textContent;
  });

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violations(page), page.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, ["color-contrast"]), `${page.url()}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await violations(page), `${page.url()} at 1440 px`).toEqual([]);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${page.url()} is wider than ${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

test("a group chooses: three ads saved on a phone and shared, votes by others, a calendar that changes", {
  timeout: 180_000,
}, async () => {
  const ana = await openPage(browser, { reducedMotion: "reduce" });
  const counted: (string | null)[] = [];
  ana.page.on("request", (request) => {
    if (request.url().endsWith("/visitas")) counted.push(request.postData());
  });
  await visit(ana.page, `${site.url}/posts/${ownId}`);
  await save(ana.page).click();
  await expect.poll(() => isPressed(ana.page)).toEqual([true]);
  await ana.page.getByRole("link", { name: "Mar de Minas" }).first().click();
  await ana.page.waitForURL(`${site.url}/`);
  const others = listingCards(ana.page).filter({ hasNotText: ownTitle });
  for (const n of [0, 1]) await others.nth(n).getByRole("button", { name: "Guardar" }).click();
  await ana.page.reload();
  await expect
    .poll(async () => (await isPressed(ana.page)).filter(Boolean).length)
    .toBeGreaterThan(1);
  await expect.poll(() => counted.filter((mark) => mark?.startsWith("guardado "))).toHaveLength(3);
  expect(counted).toContain(`guardado ${ownId}`);

  await ana.page
    .getByRole("banner")
    .getByRole("link", { name: "Minha lista", exact: true })
    .click();
  await expect.poll(() => listingCards(ana.page).count()).toBe(3);
  await ana.page.getByRole("heading", { name: "3 casas guardadas" }).waitFor();
  await expect.poll(() => isPressed(ana.page)).toEqual([true, true, true]);
  await expectNoViolations(ana.page);
  await ana.page.getByLabel("Nome da lista").fill("Rancho pra virada");
  await ana.page.getByLabel("Entrada").fill(checkIn);
  await ana.page.getByLabel("Saída").fill(checkIn);
  await ana.page.getByRole("button", { name: "Compartilhar lista" }).click();
  await ana.page.getByText("A saída precisa ser depois da entrada.").waitFor();
  expect(await ana.page.getByLabel("Nome da lista").inputValue()).toBe("Rancho pra virada");
  await ana.page.getByLabel("Saída").fill(checkOut);
  await ana.page.getByRole("button", { name: "Compartilhar lista" }).click();
  await ana.page.getByRole("heading", { level: 1, name: "Rancho pra virada" }).waitFor();
  list = new URL(ana.page.url()).pathname;
  expect(list).toMatch(/^\/lista\/[\w-]{22}$/);
  const sent = await ana.page.getByRole("link", { name: "Mandar no grupo" }).getAttribute("href");
  expect(decodeURIComponent(sent ?? "")).toContain(site.url + list);

  await join(ana.page, "Ana");
  const [beto, caio] = [await openPage(browser), await openPage(browser)];
  for (const [{ page }, nome] of [
    [beto, "Beto"],
    [caio, "Caio"],
  ] as const) {
    await join(page, nome);
    const isCounted = page.waitForResponse((answer) => answer.url().endsWith("/votos"));
    await vote(page).click();
    expect((await isCounted).status()).toBe(200);
    expect(await vote(page).getAttribute("aria-pressed")).toBe("true");
    await expect.poll(() => vote(page).evaluate((it) => it === document.activeElement)).toBe(true);
  }
  await caio.page.getByText("O grupo prefere").waitFor();
  expect(await vote(caio.page).evaluate((it) => it === document.activeElement)).toBe(true);
  await visit(ana.page, site.url + list);
  const choice = ana.page.getByRole("region", { name: ownTitle });
  await choice.getByText("O grupo prefere").waitFor();
  expect(await choice.getByText(/2 de 3/).isVisible()).toBe(true);
  expect(await choice.getByText(/^Livre de/).isVisible()).toBe(true);
  expect(await choice.locator("[data-estimativa]").innerText()).toMatch(/^R\$/);
  await expectNoViolations(ana.page);

  const marked = await fetch(`${site.url}/posts/${ownId}/calendario/noites`, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ marcar: checkIn, liberar: "" }),
  });
  expect(marked.status).toBe(200);
  await visit(beto.page, site.url + list);
  await beto.page.getByText(/^Ocupado em /).waitFor();
  for (const { page, consoleErrors } of [ana, beto, caio]) {
    expect(consoleErrors.filter((text) => !/status of 400/.test(text))).toEqual([]);
    await page.context().close();
  }
});

test("the list is complete without script: join, vote, take an ad off and put it back", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(site.url + list);
  await page.getByRole("button", { name: "Entrar e votar" }).click();
  await page.getByText("Diga o seu nome, para o grupo saber quem votou.").waitFor();
  await page.getByLabel("Seu nome, para o grupo ver").fill("Duda");
  await page.getByRole("button", { name: "Entrar e votar" }).click();
  await vote(page).click();
  await expect.poll(() => vote(page).getAttribute("aria-pressed")).toBe("true");
  await page
    .getByRole("button", { name: /^Tirar da lista/ })
    .last()
    .click();
  await page.getByText("saiu da lista.").waitFor();
  await expect.poll(() => listingCards(page).count()).toBe(1);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(() => listingCards(page).count()).toBe(2);

  await page.goto(`${site.url}/guardados`);
  // Text selectors ignore the noscript element.
  expect(await page.content()).toContain("só aparecem com JavaScript");
  await page.goto(site.url);
  expect(await save(page).count()).toBe(0);
  await page.context().close();
});

test("at 200 % text the list fits a phone", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url + list);
  await doubleText(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.context().close();
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
  await save(page).first().click();
  await expect.poll(async () => (await isPressed(page)).filter(Boolean)).toHaveLength(1);
  await page.getByRole("banner").getByRole("link", { name: "Minha lista", exact: true }).click();
  await expect.poll(() => listingCards(page).count()).toBe(1);
  await save(page).click();
  await expect.poll(() => isPressed(page)).toEqual([false]);
  expect(consoleErrors).toEqual([]);
  await page.context().close();
});

test("a new list is offered the dates and people of the search before it", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/search?entrada=${checkIn}&saida=${checkOut}&pessoas=2`);
  await save(page).first().click();
  await page.getByRole("banner").getByRole("link", { name: "Minha lista", exact: true }).click();
  await page.getByRole("heading", { name: "1 casa guardada" }).waitFor();
  const offered = () =>
    Promise.all(
      ["Entrada", "Saída", "Pessoas"].map((name) =>
        page.getByLabel(name, { exact: true }).inputValue(),
      ),
    );
  await expect.poll(offered).toEqual([checkIn, checkOut, "2"]);
  await page.reload();
  await page.getByRole("heading", { name: "1 casa guardada" }).waitFor();
  await expect.poll(offered).toEqual([checkIn, checkOut, "2"]);
  await page.getByLabel("Nome da lista").fill("Virada");
  await page.getByRole("button", { name: "Compartilhar lista" }).click();
  await page.getByRole("heading", { level: 1, name: "Virada" }).waitFor();
  expect(consoleErrors).toEqual([]);
  await page.context().close();
});

test("saved ads load without a layout shift", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url);
  await save(page).first().click();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as LayoutShift).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${site.url}/guardados`);
  await page.getByRole("heading", { name: "1 casa guardada" }).waitFor();
  // Shifts are reported after the frame in which they happen.
  const shifts = await page.evaluate(
    () =>
      new Promise<number[]>((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            requestIdleCallback(() => done((window as unknown as { shifts: number[] }).shifts)),
          ),
        ),
      ),
  );
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1);
  await page.context().close();
});

test("in a shared list the heart means one's own favourites, and only members remove a house", async () => {
  const { page } = await openPage(browser);
  await visit(page, site.url + list);
  const first = listingCards(page).first();
  const title = await first.getByRole("heading").innerText();
  const heart = first.getByRole("button", { name: `Guardar: ${title}` });
  await heart.click();
  await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
  expect(await first.getByRole("button", { name: /^Tirar da lista/ }).count()).toBe(0);
  const count = await listingCards(page).count();
  await page.reload();
  expect(await listingCards(page).count()).toBe(count);

  await join(page, "Lívia");
  await first.getByRole("button", { name: `Tirar da lista: ${title}` }).click();
  const undo = page.getByRole("form", { name: `${title} saiu da lista` });
  await undo.waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Desfazer");
  const box = await undo.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  await page.keyboard.press("Enter");
  await expect.poll(() => listingCards(page).count()).toBe(count);
  expect(await first.getByRole("heading").innerText()).toBe(title);
  await expect.poll(() => focused(page)).toBe(title);
  await page.getByRole("status").getByText("A casa está na lista.").waitFor();
  await page.context().close();
});

test("each form of a list leaves the focus where its answer is, and says it", async () => {
  const { page } = await openPage(browser);
  await visit(page, await createList(page));
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const described = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-describedby");
      return id && document.getElementById(id)?.textContent;
    });
  const says = (text: string) => page.getByRole("status").getByText(text).waitFor();

  await press("Entrar e votar");
  await expect.poll(() => focused(page)).toBe("Seu nome, para o grupo ver");
  await expect.poll(described).toBe("Diga o seu nome, para o grupo saber quem votou.");
  await page.keyboard.type("Marcos");
  await page.keyboard.press("Enter");
  await says("Você entrou como Marcos. Agora é só votar.");
  await expect.poll(() => focused(page)).toBe(ownTitle);

  for (const _ of ["once", "again, with the same error"]) {
    await press("Adicionar à lista");
    await expect.poll(() => focused(page)).toBe("Endereço do anúncio");
    expect(await described()).toBe("Cole aqui o endereço de um anúncio do Mar de Minas.");
  }

  await page.getByLabel("Pessoas", { exact: true }).fill("0");
  await press("Salvar");
  await expect.poll(() => focused(page)).toBe("Pessoas");
  await page.getByLabel("Pessoas", { exact: true }).fill("6");
  await press("Salvar");
  await says("Mudanças salvas.");
  await expect.poll(() => focused(page)).toBe("Virada");
  expect(await page.getByText("6 pessoas").isVisible()).toBe(true);

  const isTopShown = () =>
    page.getByRole("heading", { level: 1 }).evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await press("Encerrar lista");
  await says("Lista encerrada.");
  await expect.poll(() => focused(page)).toBe("Virada");
  await press("Reabrir lista");
  await says("Lista reaberta. O grupo pode votar.");
  await expect.poll(() => focused(page)).toBe("Virada");
  expect(await isTopShown()).toBe(true);

  await page.getByLabel("Seu nome, para o grupo ver").fill("Marquinhos");
  await press("Mudar nome");
  await says("Agora o seu nome aqui é Marquinhos.");
  await expect.poll(() => focused(page)).toBe("Seu nome na lista");
  await press("Sair da lista");
  await says("Você saiu da lista.");
  await expect.poll(() => focused(page)).toBe("Virada");
  await page.context().close();
});

test("a guest's first screen on a phone has a house, and a look starts with what the group prefers", async () => {
  const creator = await openPage(browser);
  const address = await createList(creator.page);
  const voters = [await openVoter(address, "Beto"), await openVoter(address, "Caio")];
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  await visit(page, address);
  const choice = page.getByRole("region", { name: ownTitle });
  expect((await choice.boundingBox())?.y).toBeLessThan(600);
  await page.getByRole("link", { name: "Só olhar" }).click();
  const top = async () => (await choice.boundingBox())?.y ?? -1;
  await expect.poll(top).toBeLessThan(100);
  expect(await top()).toBeGreaterThanOrEqual(0);

  const heart = choice.getByRole("button", { name: `Guardar: ${ownTitle}` });
  await heart.click();
  await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
  await visit(page, `${site.url}/guardados`);
  await listingCards(page).filter({ hasText: ownTitle }).waitFor();
  for (const one of [page, creator.page, ...voters]) await one.context().close();
});

test("a list left open shows the votes and dates of others once it is on the screen again", async () => {
  const { page } = await openPage(browser);
  const address = await createList(page, { entrada: checkIn, saida: checkOut });
  await visit(page, address);
  await page.getByText("Mande a lista no grupo").waitFor();
  const [beto, caio] = [await openVoter(address, "Beto"), await openVoter(address, "Caio")];
  await send(beto, address, { intent: "mudar", entrada: checkIn, saida: addDays(checkOut, 1) });
  await page.getByLabel("Endereço do anúncio").fill("https://");
  await listingCards(page)
    .first()
    .getByRole("button", { name: /^Guardar/ })
    .focus();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("2 de 2").waitFor();
  await page.getByText("O grupo prefere").waitFor();
  await expect.poll(() => focused(page)).toBe(ownTitle);
  await page.getByRole("status").getByText("Beto mudou as datas").waitFor();
  await page.getByText("Votos das datas de antes: Beto e Caio").waitFor();
  expect(await page.getByLabel("Endereço do anúncio").inputValue()).toBe("https://");

  await page.route("**/votos", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await failed;
  expect(await page.getByText("2 de 2").isVisible()).toBe(true);
  for (const one of [page, beto, caio]) await one.context().close();
});
