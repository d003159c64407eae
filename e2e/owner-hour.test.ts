import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { shortenId } from "../app/photos/photo.ts";
import { password } from "../testing/advertiser.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { calendarLink, publishAd, signUp } from "./advertiser.ts";
import { openPage, pickedPhotos, storedPhotos, toasts, violations, visit } from "./browser.ts";
import { doubleText, findCollisions, findCutOff } from "./large-text.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await makeJpeg(160, 120);
});

const required = {
  title: "Rancho Beira d’Água",
  body: "O gramado termina onde a água começa.",
  valorFds: "2400",
  telefone: "37900010264",
};

async function fillIn(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(required)) await page.fill(`[name=${name}]`, value);
  await page.selectOption("[name=localizacao]", "Turvo");
}

function choosePhotos(page: Page, count: number): Promise<void> {
  const files = Array.from({ length: count }, (_, n) => {
    return { name: `foto-${n}.jpg`, mimeType: "image/jpeg", buffer: jpeg };
  });
  return page.setInputFiles("input[type=file]", files);
}

function saveButton(page: Page): Locator {
  return page.getByRole("button", { name: "Salvar", exact: true });
}

function focusedLabel(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}

async function openCreateForm(): Promise<Page> {
  const { page } = await openPage(browser);
  await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  return page;
}

/** True if an element's top and bottom are within the window and nothing covers its middle. */
async function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom, left, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return top >= 0 && bottom <= innerHeight && element.contains(hit);
  });
}

test("registering leads to the first ad, publishing to the ad and to sharing it", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/register`);
  await page.getByText("Você começa no plano Básico, com 1 anúncio").waitFor();
  await page.fill("[name=displayName]", "Maria");
  await page.fill("[name=email]", `${crypto.randomUUID()}@example.com`);
  await page.fill("[name=password]", password);
  await page.fill("[name=confirmPassword]", password);
  await page.getByRole("main").getByRole("button", { name: "Cadastrar" }).click();
  await page.waitForURL(`${site.url}/`);
  const welcome = page.locator("[data-flash]");
  await welcome.getByText("Conta criada!").waitFor();
  expect(await welcome.textContent()).toContain("Enviamos um e-mail para ");
  // A toast would say the same on top of it.
  expect(await toasts(page).count()).toBe(0);
  // The next Tab leads to the next step.
  await expect.poll(() => welcome.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").textContent()).toBe("Criar primeiro anúncio");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site.url}/posts/create`);
  await page.locator("[data-flash]").waitFor({ state: "detached" });

  await choosePhotos(page, 1);
  await fillIn(page);
  await storedPhotos(page).waitFor();
  await saveButton(page).click();
  await page.waitForURL(`${site.url}/`);
  const note = page.locator("[data-flash]");
  await note.getByText("Anúncio publicado!").waitFor();
  expect(await toasts(page).count()).toBe(0);
  const share = note.getByRole("link", { name: "Compartilhar" });
  expect(await share.getAttribute("href")).toMatch(/^https:\/\/wa\.me\/\?text=Rancho/);
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => document.body.setAttribute("data-shared", String(data.url)),
    });
  });
  await share.click();
  const ad = await note.getByRole("link", { name: "Ver o anúncio" }).getAttribute("href");
  await expect.poll(() => page.getAttribute("body", "data-shared")).toBe(`${site.url}${ad}`);
  await note.getByRole("link", { name: "Ver o anúncio" }).click();
  await page.waitForURL(`${site.url}${ad}`);
  await note.waitFor({ state: "detached" });
  expect(consoleErrors).toEqual([]);
});

test("at the limit the sentence stays with the way to the plans, and a filled form is a draft", async () => {
  const page = await openCreateForm();
  await choosePhotos(page, 1);
  await fillIn(page);
  await storedPhotos(page).waitFor();
  await publishAd(page, site.url);
  await page.context().clearCookies({ name: /aviso$/ });
  await saveButton(page).click();
  await page.waitForURL(`${site.url}/`);
  const note = page.locator("[data-flash]");
  const sentence = "Você atingiu o limite de anúncio para o seu plano: basico.";
  await toasts(page).getByText(sentence).waitFor();
  await toasts(page).waitFor({ state: "detached" });
  expect(await note.textContent()).toContain(sentence);
  expect(await note.textContent()).toContain("ficou guardado neste aparelho");
  await note.getByRole("link", { name: "Ver os planos" }).click();
  await page.waitForURL(`${site.url}/plans`);
  await page.getByText("Seu plano").waitFor();

  // There is room again, because the other ad is gone.
  await visit(page, `${site.url}/dashboard`);
  await page
    .getByRole("button", { name: /Excluir/ })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Excluir/ })
    .click();
  await page.getByText("Anúncio excluído com sucesso").first().waitFor();
  await visit(page, `${site.url}/posts/create`);
  await page.getByText("Recuperamos o que você tinha digitado.").waitFor();
  expect(await page.inputValue("[name=title]")).toBe(required.title);
  await storedPhotos(page).waitFor();
});

test("a photo is turned, and a removed one comes back to its place", async () => {
  const page = await openCreateForm();
  const ids = () =>
    page
      .locator("input[name=foto]")
      .evaluateAll((all) => all.map((input) => input.getAttribute("value")));
  /** Ratio of height to width. */
  const ratioOf = (number: number) =>
    page
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: `Girar foto ${number}` }) })
      .locator("img")
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return image.naturalHeight / image.naturalWidth;
      });
  await choosePhotos(page, 3);
  await expect.poll(async () => (await ids()).length, { timeout: 30_000 }).toBe(3);
  const before = await ids();

  // The cover has room for its button to turn beside the one to delete.
  const boxOf = (name: string) =>
    page.getByRole("button", { name }).evaluate((button) => button.getBoundingClientRect().top);
  expect(await boxOf("Girar foto 1")).toBe(await boxOf("Excluir foto 1"));

  await page.getByRole("button", { name: "Girar foto 2" }).click();
  await expect.poll(async () => (await ids())[1], { timeout: 30_000 }).not.toBe(before[1]);
  await storedPhotos(page).nth(2).waitFor();
  const turned = await ids();
  expect([turned[0], turned[2]]).toEqual([before[0], before[2]]);
  await expect.poll(() => focusedLabel(page)).toBe("Girar foto 2");
  expect(await ratioOf(2)).toBeCloseTo(160 / 120, 1);

  await page.getByRole("button", { name: "Excluir foto 2" }).click();
  await page.getByText("Foto 2 removida", { exact: true }).waitFor();
  expect(await ids()).toEqual([turned[0], turned[2]]);
  await page.getByRole("button", { name: "Desfazer a remoção da foto 2" }).click();
  expect(await ids()).toEqual(turned);
  expect(await focusedLabel(page)).toBe("Excluir foto 2");

  await fillIn(page);
  await saveButton(page).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Ver o anúncio" }).click();
  const photo = page.getByRole("region", { name: "Fotos do imóvel" }).locator("img").nth(1);
  expect(await photo.getAttribute("src")).toContain(shortenId(String(turned[1])));
  expect(Number(await photo.getAttribute("height"))).toBe(160);
});

test("the message about an eleventh photo is in view on a phone and a desktop", async () => {
  const page = await openCreateForm();
  const message = page.getByText("Cada anúncio leva até 10 fotos.").first();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await choosePhotos(page, 12);
    await message.waitFor();
    await expect.poll(() => pickedPhotos(page).count()).toBe(10);
    await expect.poll(() => isInView(message)).toBe(true);
    await page.getByRole("button", { name: "Está bom assim" }).click();
    await message.waitFor({ state: "detached" });
    await pickedPhotos(page).last().click();
    await expect.poll(() => pickedPhotos(page).count()).toBe(9);
  }
});

test("more suites than rooms are confirmed once, beside the fields", async () => {
  const page = await openCreateForm();
  const confirmation = page.getByRole("checkbox", { name: "É isso mesmo: 3 suítes com 2 quartos" });
  await choosePhotos(page, 1);
  await fillIn(page);
  await storedPhotos(page).waitFor();
  await page.fill("[name=QuantidadeTotalQuartos]", "2");
  await page.fill("[name=QuantidadeTotalQuartosSuites]", "3");
  await page.fill("[name=quantidadeMaximaPessoas]", "0");
  await page.fill("[name=valorDiaria]", "0");
  await saveButton(page).click();
  await page.getByText("São 3 suítes com 2 quartos?").waitFor();
  await page.getByText("Escreva um valor maior que zero, ou deixe em branco.").waitFor();
  await page.getByText("Use um número inteiro, de 1 a 999, ou deixe em branco.").waitFor();
  await page.fill("[name=quantidadeMaximaPessoas]", "6");
  await page.fill("[name=valorDiaria]", "");
  await confirmation.check();
  await page.getByText("São 3 suítes com 2 quartos?").waitFor({ state: "detached" });
  expect(await confirmation.isChecked()).toBe(true);
  await saveButton(page).click();
  await page.waitForURL(`${site.url}/`);
});

test("an edit from two tabs can be compared and saved anyway", async () => {
  const { page } = await openPage(browser);
  await signUp(page, site.url);
  await publishAd(page, site.url);
  await visit(page, `${site.url}/dashboard`);
  const href = await page.getByRole("link", { name: /Editar/ }).getAttribute("href");
  const other = await page.context().newPage();
  await visit(page, site.url + href);
  await visit(other, site.url + href);
  await other.fill("[name=title]", "Da outra aba");
  await saveButton(other).click();
  await other.waitForURL(`${site.url}/`);

  await page.fill("[name=title]", "Da minha aba");
  await saveButton(page).click();
  const anyway = page.getByRole("button", { name: "Salvar a minha mesmo assim" });
  await anyway.waitFor();
  expect(await violations(page)).toEqual([]);
  const [current] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Ver a versão atual" }).click(),
  ]);
  await current.getByRole("heading", { level: 1, name: "Da outra aba" }).waitFor();
  expect(await page.inputValue("[name=title]")).toBe("Da minha aba");
  await anyway.click();
  await page.waitForURL(`${site.url}/`);
  const note = page.locator("[data-flash]");
  await note.getByText("Anúncio atualizado!").waitFor();
  const link = note.getByRole("link", { name: "Ver o anúncio" });
  expect(site.url + (await link.getAttribute("href"))).toBe(current.url());
  await current.reload();
  await current.getByRole("heading", { level: 1, name: "Da minha aba" }).waitFor();
});

test("typed ranges mark their days in the calendar", async () => {
  const page = await openCreateForm();
  await page.getByText("Prefiro digitar as datas").click();
  await page.getByText("Exemplo: 11/03/2016,12/03/2016").waitFor();
  await page.fill("[name=datasIndisponiveis]", "24/12/2030 a 02/01/2031");
  await page
    .getByRole("list", { name: "Datas marcadas" })
    .getByText("24/12/2030 a 02/01/2031")
    .waitFor();
  await page.fill("[name=datasIndisponiveis]", "02/01/2031 até 24/12/2030");
  await saveButton(page).click();
  await page.getByText("Em 02/01/2031 até 24/12/2030 o fim vem antes do começo.").waitFor();
});

test("at 200 % text on a phone nothing on an owner's pages overflows or collides", async () => {
  const { page } = await openPage(browser, { reducedMotion: "reduce" });
  await signUp(page, site.url, `${crypto.randomUUID()}@um-endereco-bem-comprido.example.com`);
  await publishAd(page, site.url, { title: "Rancho Recanto das Paineiras, Capitólio" }, 3);
  await visit(page, `${site.url}/dashboard`);
  const href = await calendarLink(page).getAttribute("href");
  const ad = String(href).replace("/calendario", "");
  const edit = ad.replace("/posts/", "/posts/edit/");
  for (const path of ["/dashboard", `${ad}/calendario`, edit, "/minha-conta"]) {
    await visit(page, site.url + path);
    await doubleText(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    const cutOff = await findCutOff(page);
    const collisions = await findCollisions(page);
    expect({ path, width, cutOff, collisions }).toEqual({
      path,
      width: 390,
      cutOff: [],
      collisions: [],
    });
  }
  // The page has the bar that takes back a change.
  await visit(page, `${site.url + ad}/calendario`);
  await doubleText(page);
  await page.locator("button[data-dia]:enabled").first().click();
  await page.getByRole("button", { name: "Desfazer" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // Large text may leave one word per line, but not one letter.
  await visit(page, site.url + edit);
  await doubleText(page);
  const status = page.getByRole("listitem").getByText("Pronta").first();
  const [height, lineHeight] = await status.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [range.getBoundingClientRect().height, parseFloat(getComputedStyle(text).lineHeight)];
  });
  expect(height).toBeLessThan(2 * Number(lineHeight));
});

test("the answer to a forgotten password is in view on a small phone", async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 640 } });
  const email = await signUp(page, site.url);
  await page.context().clearCookies();
  await visit(page, `${site.url}/login`);
  for (const [typed, hint] of [
    [`x${email}`, "Confira se o e-mail está escrito certo."],
    [email, "Se não o encontrar, olhe também no spam."],
  ] as const) {
    await page.fill("[name=email]", typed);
    await page.getByRole("button", { name: "Esqueci minha senha" }).click();
    const answer = page.getByText(hint);
    await answer.waitFor();
    await expect.poll(() => isInView(answer)).toBe(true);
  }
});
