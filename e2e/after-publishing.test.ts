import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { password } from "../testing/advertiser.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, toasts, violations, visit } from "./browser.ts";
import { confirmEmail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

type PageOptions = NonNullable<Parameters<Browser["newPage"]>[0]>;

async function openPhone(options: PageOptions = {}): Promise<Page> {
  const { page } = await openPage(browser, { ...phone, ...options });
  return page;
}

async function isWithinWidth(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}

test("a slip in the address is asked about, and registering names the address", async () => {
  const page = await openPhone();
  const name = crypto.randomUUID();
  await visit(page, `${site.url}/register`);
  await page.fill("[name=displayName]", "Maria");
  await page.fill("[name=email]", `${name}@gmial.com`);
  await page.fill("[name=password]", password);
  await page.getByRole("button", { name: `${name}@gmail.com` }).click();
  expect(await page.inputValue("[name=email]")).toBe(`${name}@gmail.com`);
  await page.getByText("Você quis dizer").waitFor({ state: "detached" });
  expect(await violations(page)).toEqual([]);
  await page.fill("[name=confirmPassword]", password);
  await page.getByRole("main").getByRole("button", { name: "Cadastrar" }).click();
  const note = page.locator("[data-flash]");
  await note.getByText(`Enviamos um e-mail para ${name}@gmail.com.`).waitFor();
  expect(await note.textContent()).not.toContain("quis dizer");
  await page.context().close();
});

test("without script the slip is asked about once the account exists, never refused", async () => {
  const page = await openPhone({ javaScriptEnabled: false });
  const email = `${crypto.randomUUID()}@hotmial.com`;
  await page.goto(`${site.url}/register`);
  await page.fill("[name=displayName]", "Maria");
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.fill("[name=confirmPassword]", password);
  await page.getByRole("main").getByRole("button", { name: "Cadastrar" }).click();
  const note = page.locator("[data-flash]");
  await note.getByText(`Enviamos um e-mail para ${email}.`).waitFor();
  await note.getByText("Você quis dizer hotmail.com?").waitFor();
  await note.getByRole("link", { name: "Corrigir o e-mail" }).click();
  await page.waitForURL(`${site.url}/minha-conta#troca-de-email`);
  const form = page.locator("form:target");
  const meant = email.replace("hotmial", "hotmail");
  expect(await form.getByLabel("Novo e-mail").inputValue()).toBe(meant);
  await form.getByLabel("Senha atual", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Trocar e-mail" }).click();
  await page.waitForURL(`${site.url}/minha-conta#seu-email`);
  await page.getByText(`Enviamos um link para ${meant}`).waitFor();
  expect(await page.getByText("quando você criou a conta").count()).toBe(0);
  await page.context().close();
});

test("'Corrigir o e-mail' leads into the form, with what was meant; asking leaves the note in view", async () => {
  const page = await openPhone();
  const name = crypto.randomUUID();
  await visit(page, `${site.url}/register`);
  await page.fill("[name=displayName]", "Maria");
  await page.fill("[name=email]", `${name}@gmial.com`);
  await page.fill("[name=password]", password);
  await page.fill("[name=confirmPassword]", password);
  await page.getByRole("main").getByRole("button", { name: "Cadastrar" }).click();
  await page.locator("[data-flash]").getByRole("link", { name: "Corrigir o e-mail" }).click();
  const field = page.locator("#troca-de-email [name=email]:focus");
  await field.waitFor();
  expect(await field.inputValue()).toBe(`${name}@gmail.com`);
  expect(await violations(page)).toEqual([]);
  await page.fill("#troca-de-email [name=currentPassword]", password);
  await page.getByRole("button", { name: "Trocar e-mail" }).click();
  const note = page.getByText(`Enviamos um link para ${name}@gmail.com`);
  await note.waitFor();
  await expect.poll(async () => (await note.boundingBox())?.y).toBeGreaterThan(0);
  await expect.poll(async () => (await note.boundingBox())?.y).toBeLessThan(844);
  await page.context().close();
});

test("the letter's link ends on a page that says so, and leads on", async () => {
  const page = await openPhone();
  const email = await signUp(page, site.url);
  await page.context().clearCookies();
  const { link } = await readLetter(email, "Confirme seu e-mail");
  await visit(page, site.url + new URL(link).pathname);
  await page.getByRole("button", { name: "Confirmar e-mail" }).click();
  await page.getByRole("heading", { level: 1, name: "E-mail confirmado" }).waitFor();
  await page.getByText(email).waitFor();
  await expect.poll(() => page.title()).toContain("E-mail confirmado");
  expect(await toasts(page).count()).toBe(0);
  expect(await isWithinWidth(page)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Entrar" }).click();
  await page.waitForURL(`${site.url}/login`);
  await page.context().close();
});

test("a new ad's steps stay on the dashboard: sharing is one, and a pause is offered before deleting", async () => {
  const page = await openPhone();
  await signUp(page, site.url);
  await publishAd(page, site.url, { title: "Rancho Novo" });
  await visit(page, `${site.url}/dashboard`);
  const steps = page.getByRole("region", { name: "“Rancho Novo” está no ar" });
  await steps.getByText("Três passos").waitFor();
  expect(await isWithinWidth(page)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => document.body.setAttribute("data-shared", String(data.url)),
    });
  });
  await steps.getByRole("link", { name: "Compartilhar" }).click();
  await steps.getByText("Feito: 1 de 3.").waitFor();
  expect(await page.getAttribute("body", "data-shared")).toMatch(/\/posts\/[\w-]{36}$/);
  // The ad itself can be shared at any time.
  const ad = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
  expect(await ad.getByRole("link", { name: "Compartilhar" }).getAttribute("href")).toMatch(
    /^https:\/\/wa\.me\/\?text=Rancho/,
  );

  await page.getByRole("button", { name: "Excluir Rancho Novo" }).click();
  const dialog = page.getByRole("dialog");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Pausar anúncio" }).click();
  const reasons = page.getByRole("region", { name: "Anúncios em pausa" });
  await reasons.getByText("Você pausou, e visitantes não o veem.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await steps.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Voltar a mostrar" }).click();
  await steps.getByRole("button", { name: "Não mostrar mais" }).click();
  await steps.waitFor({ state: "detached" });
  await page.context().close();
});

test("without script, too, a pause is offered instead of the deletion", async () => {
  const page = await openPhone({ javaScriptEnabled: false });
  await signUp(page, site.url);
  await publishAd(page, site.url, { title: "Rancho Calado" });
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole("button", { name: "Excluir Rancho Calado" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pausar anúncio" }).click();
  await page.getByRole("region", { name: "Anúncios em pausa" }).waitFor();
  await page.context().close();
});

test("an edit whose answer is lost can be saved again, without talk of another tab", async () => {
  const page = await openPhone();
  await signUp(page, site.url);
  await publishAd(page, site.url, { title: "Rancho Sem Sinal" });
  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: "Editar" }).click();
  await page.waitForURL(/\/posts\/edit\//);
  await page.fill("[name=title]", "Rancho Com Sinal");
  let lost = 0;
  await page.route(/\/posts\/edit\//, async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });
  const save = page.getByRole("button", { name: "Salvar", exact: true });
  await save.click();
  await expect.poll(() => lost).toBe(1);
  await expect.poll(() => save.isEnabled()).toBe(true);
  await save.click();
  await page.waitForURL(`${site.url}/`);
  await page.locator("[data-flash]").getByText("Anúncio atualizado!").waitFor();
  await page.context().close();
});

test("letters can be read on a phone, dark and enlarged, and their button leads on", async () => {
  const page = await openPhone();
  const email = await signUp(page, site.url);
  await confirmEmail(site, email);
  await publishAd(page, site.url, { title: "Rancho & <b>Cia</b> do Lago de Furnas" });
  const { html, link } = await readLetter(email, "Seu anúncio está no ar");
  for (const [width, colorScheme] of [
    [390, "light"],
    [320, "dark"],
    // A phone at 200 %.
    [195, "dark"],
  ] as const) {
    const { page: letter } = await openPage(browser, {
      viewport: { width, height: 844 },
      colorScheme,
      javaScriptEnabled: false,
    });
    await letter.setContent(html);
    await letter.getByText("Olá, Maria!").waitFor();
    await letter.getByText('"Rancho & <b>Cia</b> do Lago de Furnas"').waitFor();
    const box = await letter.getByRole("link", { name: "Ver o anúncio" }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(width);
    const background = await letter.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(colorScheme === "dark" ? "rgb(8, 26, 30)" : "rgb(243, 241, 231)");
    expect(
      await letter.locator("html").evaluate((it) => it.scrollWidth - it.clientWidth),
    ).toBeLessThanOrEqual(0);
    await letter.context().close();
  }
  await page.goto(site.url + new URL(link).pathname);
  await page.getByRole("heading", { level: 1 }).getByText("Rancho & <b>Cia</b>").waitFor();
  await page.context().close();
});

/** Finds a letter's file; returns its HTML, and the address of its button. */
async function readLetter(to: string, subject: string): Promise<{ html: string; link: string }> {
  return vi.waitFor(
    async () => {
      const folder = join(site.dataDir, "outbox");
      for (const name of await readdir(folder)) {
        const source = await readFile(join(folder, name), "utf8");
        const [, html = ""] =
          /Content-Type: text\/html.*?\r?\n\r?\n(.*)\r?\n--/s.exec(source) ?? [];
        const decoded = decode(html);
        if (!source.includes(to) || !decoded.includes(`<title>${subject}`)) continue;
        const [, link = ""] = /class="action".*?href="([^"]+)"/s.exec(decoded) ?? [];
        return { html: decoded, link: link.replaceAll("&amp;", "&") };
      }
      throw new Error("no letter yet");
    },
    { timeout: 30_000 },
  );
}

function decode(quotedPrintable: string): string {
  const bytes = quotedPrintable
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
