import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { password } from "../testing/advertiser.ts";
import { makeJpeg, padJpeg } from "../testing/pictures.ts";
import { uniqueTitle } from "./advertiser.ts";
import { listingCards, openPage, toasts, visit, waitForHydration } from "./browser.ts";
import { waitForMail } from "./mailbox.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const save = (page: Page) => page.getByRole("button", { name: "Salvar", exact: true });

async function fillInAccount(page: Page, email: string): Promise<void> {
  await page.fill("[name=displayName]", "Maria Aparecida Leite");
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.fill("[name=confirmPassword]", password);
}

test("an owner registers, is welcomed, and publishes an ad with three photos", async () => {
  const title = uniqueTitle();
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/register`);
  await fillInAccount(page, `maria.${crypto.randomUUID()}@example.com`);
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
  const note = page.locator("[data-flash]");
  await note.getByText("Conta criada!").waitFor();
  // A toast would say the same on top of it.
  expect(await toasts(page).count()).toBe(0);
  // The next Tab leads to the next step.
  await expect.poll(() => note.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").textContent()).toBe("Criar primeiro anúncio");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Cadastrar Imovel" }).waitFor();
  await waitForHydration(page);

  await save(page).click();
  await page.getByText("Por favor, selecione ao menos uma imagem.").first().waitFor();
  const photographs = [
    // The browser makes it smaller.
    await makeJpeg(3400, 400),
    await makeJpeg(160, 120),
    padJpeg(await makeJpeg(120, 160), 600_000),
  ];
  await page.setInputFiles(
    "input[type=file]",
    photographs.map((buffer, n) => ({ name: `${n}.jpg`, mimeType: "image/jpeg", buffer })),
  );
  await page.fill("[name=title]", title);
  await page.fill("[name=body]", "O gramado termina onde a água começa.");
  await page.fill("[name=valorFds]", "2400");
  await page.fill("[name=valorDiaria]", "950");
  await page.fill("[name=telefone]", "37900010264");
  await page.getByText("Piscina", { exact: true }).click();
  await page.selectOption("[name=localizacao]", "Escarpas do Lago");
  // Sent once the photos have arrived
  await save(page).click();
  await page.waitForURL(`${site.url}/`);
  await note.getByText("Anúncio publicado!").waitFor();
  expect(await toasts(page).count()).toBe(0);
  expect(await note.getByRole("link").allTextContents()).toEqual(["Ver o anúncio", "Compartilhar"]);

  const card = listingCards(page).filter({ hasText: title });
  await expect.poll(() => card.locator("img").count()).toBe(3);
  expect(await card.innerText()).toMatch(/R\$\s2\.400[\s\S]*R\$\s950/);
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => document.body.setAttribute("data-shared", String(data.url)),
    });
  });
  await note.getByRole("link", { name: "Compartilhar" }).click();
  const ad = await note.getByRole("link", { name: "Ver o anúncio" }).getAttribute("href");
  await expect.poll(() => page.getAttribute("body", "data-shared")).toBe(`${site.url}${ad}`);

  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Sair" }).filter({ visible: true }).click();
  const entrance = page.getByRole("link", { name: "Entrar", includeHidden: true }).first();
  await entrance.waitFor({ state: "attached" });
  expect(consoleErrors).toEqual([]);
});

test("an owner publishes without script; a visitor finds the ad and contacts the owner", async () => {
  const title = uniqueTitle();
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/register`);
  const email = `${crypto.randomUUID()}@example.com`;
  await fillInAccount(page, email);
  await page.getByRole("main").getByRole("button", { name: "Cadastrar" }).click();
  await page.locator("[data-flash]").getByText(`Mandamos um e-mail para ${email}`).waitFor();
  await page.getByRole("link", { name: "Criar primeiro anúncio" }).click();

  await page.setInputFiles("input[type=file]", {
    name: "casa.jpg",
    mimeType: "image/jpeg",
    buffer: await makeJpeg(160, 120),
  });
  await page.fill("[name=title]", title);
  await page.fill("[name=body]", "O gramado termina onde a água começa.");
  await page.fill("[name=valorFds]", "2400");
  await page.fill("[name=valorDiaria]", "950");
  await page.fill("[name=telefone]", "37900010264");
  await page.selectOption("[name=localizacao]", "Escarpas do Lago");
  await save(page).click();
  await page.getByText("Publicar sem WhatsApp?").first().waitFor();
  expect(await page.inputValue("[name=telefone]")).toBe("37900010264");
  await page.check("[name=whatsapp]");
  await save(page).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByText("Anúncio publicado!").first().waitFor();

  // As most visitors see it: one page turns into the next.
  const visitor = await openPage(browser, { reducedMotion: "no-preference" });
  await visit(visitor.page, `${site.url}/search?q=950&localizacao=Escarpas+do+Lago`);
  await visitor.page.getByRole("link", { name: title, exact: true }).click();
  await visitor.page.getByRole("heading", { level: 1, name: title }).waitFor();
  const whatsapp = visitor.page.getByRole("link", { name: "Chamar no WhatsApp" }).first();
  const greeting = new URL((await whatsapp.getAttribute("href")) ?? "");
  expect(greeting.origin + greeting.pathname).toBe("https://wa.me/5537900010264");
  expect(greeting.searchParams.get("text")).toContain(title);
  expect(greeting.searchParams.get("text")).toContain(visitor.page.url());
  const photo = visitor.page.locator("main img").first();
  const width = () => photo.evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  expect(visitor.consoleErrors).toEqual([]);
});

test("the letter's link confirms the address, and a forgotten password is replaced", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const email = `${crypto.randomUUID()}@example.com`;
  await visit(page, `${site.url}/register`);
  await fillInAccount(page, email);
  await page.getByRole("main").getByRole("button", { name: "Cadastrar" }).click();
  const letter = await waitForMail(site, email, "/confirmar-email/");
  const [link = ""] = /https:\S+\/confirmar-email\/\S+/.exec(letter) ?? [];
  await page.context().clearCookies();
  await visit(page, link);
  await page.getByRole("button", { name: "Confirmar e-mail" }).click();
  await page.getByRole("heading", { level: 1, name: "E-mail confirmado" }).waitFor();
  await expect.poll(() => page.title()).toContain("E-mail confirmado");
  expect(await toasts(page).count()).toBe(0);

  await page.getByRole("main").getByRole("link", { name: "Entrar" }).click();
  await page.waitForURL(`${site.url}/login`);
  await page.fill("[name=email]", email);
  await page.getByRole("button", { name: "Esqueci minha senha" }).click();
  await page.getByText("Se não o encontrar, olhe também no spam.").waitFor();
  const reset = await waitForMail(site, email, "/nova-senha/");
  const [resetLink = ""] = /https:\S+\/nova-senha\/\S+/.exec(reset) ?? [];
  await visit(page, resetLink);
  await page.fill("[name=password]", "beira-da-cachoeira");
  await page.fill("[name=confirmPassword]", "beira-da-cachoeira");
  await page.locator("main form button[type=submit]").click();
  await toasts(page).getByText("Senha alterada. Entre com a nova.").waitFor();
  expect(consoleErrors).toEqual([]);
});
