import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { runOperator } from "../cli/main.ts";
import { makeFolder } from "../testing/folder.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { signUp } from "./advertiser.ts";
import { openPage, storedPhotos, violations, visit, waitForHydration } from "./browser.ts";
import { drafts, soon } from "./draft-form.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const folder = await makeFolder({ onDone: afterAll });
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  reducedMotion: "reduce",
} as const;

const box = (page: Page) => page.locator("[name=whatsapp]");
const save = (page: Page) => page.getByRole("button", { name: "Salvar", exact: true });
const question = "Publicar sem WhatsApp?";

async function fillTheRest(page: Page): Promise<void> {
  const file = join(folder, "casa.jpg");
  await writeFile(file, await makeJpeg(120, 90));
  await page.setInputFiles("input[type=file]", file);
  await page.fill("[name=title]", "Rancho da Enseada");
  await page.fill("[name=body]", "Perto da água.");
  await page.fill("[name=valorFds]", "2400");
  await page.selectOption("[name=localizacao]", "Turvo");
}

test("on a phone, a mobile number switches WhatsApp on, and the next ad starts with the same contact", async () => {
  const { page, consoleErrors } = await openPage(browser, phone);
  const email = await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  await fillTheRest(page);
  expect(await box(page).isChecked()).toBe(false);
  await page.locator("[name=telefone]").pressSequentially("37900010264");
  expect(await box(page).isChecked()).toBe(true);
  await page.getByText("Ligado: o hóspede chama com um toque.").waitFor();
  await page.fill("[name=nomeContato]", "José");
  await page.locator("[name=telefone2]").pressSequentially("35997341187");
  await storedPhotos(page).first().waitFor();
  await save(page).tap();
  await page.waitForURL(`${site.url}/`);
  // The page that follows ends the draft.
  await page.getByText("Anúncio publicado!").first().waitFor();
  await expect.poll(() => drafts(page), soon).toEqual([]);

  await visit(page, `${site.url}/dashboard`);
  const edit = await page.locator("a[href^='/posts/edit/']").first().getAttribute("href");
  await visit(page, site.url + edit?.replace("/edit", ""));
  const contact = page.locator("#contato");
  await contact.getByText("Falar com José").waitFor();
  const main = contact.getByRole("link", { name: "Chamar no WhatsApp" });
  const href = new URL((await main.getAttribute("href")) ?? "");
  expect(href.pathname).toBe("/5537900010264");
  expect(href.searchParams.get("text")).toMatch(/^Olá, José! Vim pelo site/);
  const call = contact.getByRole("link", { name: "Outro número: (35) 99734-1187" });
  expect(await call.getAttribute("href")).toBe("tel:+5535997341187");
  const other = contact.getByRole("link", { name: "WhatsApp do outro número" });
  expect(await other.getAttribute("href")).toContain("https://wa.me/5535997341187?text=Ol");
  for (const link of [call, other]) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await violations(page)).toEqual([]);

  const write = () => undefined;
  const io = { env: { DATA_DIR: site.dataDir }, stdout: { write }, stderr: { write } };
  expect(await runOperator(["plano", email, "profissional"], io)).toBe(0);
  await visit(page, `${site.url}/posts/create`);
  const values = ["telefone", "telefone2", "nomeContato", "title"].map((name) =>
    page.inputValue(`[name=${name}]`),
  );
  expect(await Promise.all(values)).toEqual(["(37) 90001-0264", "(35) 99734-1187", "José", ""]);
  expect(await box(page).isChecked()).toBe(true);
  expect(await page.getByText("Recuperamos").count()).toBe(0);
  await page.getByText("O do seu último anúncio.").waitFor();
  expect(consoleErrors).toEqual([]);
});

test("on a phone, publishing without WhatsApp is asked about once", async () => {
  const { page, consoleErrors } = await openPage(browser, phone);
  await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  await fillTheRest(page);
  await page.locator("[name=telefone]").pressSequentially("37900010264");
  await box(page).uncheck();
  await page.getByText("Sem WhatsApp, o hóspede só pode ligar.").waitFor();
  await storedPhotos(page).first().waitFor();
  await save(page).tap();
  await page.getByText(question).first().waitFor();
  expect(await violations(page)).toEqual([]);

  // Typing another number doesn't undo the choice.
  await page.fill("[name=telefone]", "");
  await page.locator("[name=telefone]").pressSequentially("37900010265");
  expect(await box(page).isChecked()).toBe(false);
  await page.getByLabel("É isso mesmo: só por ligação").check();
  await expect.poll(() => page.getByText(question).count()).toBe(0);
  await save(page).tap();
  await page.waitForURL(`${site.url}/`);

  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: /Editar/ }).tap();
  await page.waitForURL(/edit/);
  await waitForHydration(page);
  expect(await box(page).isChecked()).toBe(false);
  await page.fill("[name=title]", "Rancho do Vale");
  await save(page).tap();
  await page.waitForURL(`${site.url}/`);
  expect(consoleErrors).toEqual([]);
});

test("without script, the question has its answer beside the number", async () => {
  const { page } = await openPage(browser, { ...phone, javaScriptEnabled: false });
  await signUp(page, site.url);
  await page.goto(`${site.url}/posts/create`);
  await fillTheRest(page);
  await page.fill("[name=telefone]", "37900010264");
  await save(page).tap();
  await page.getByText(question).first().waitFor();
  expect(await page.inputValue("[name=telefone]")).toBe("37900010264");
  await page.getByLabel("É isso mesmo: só por ligação").check();
  await save(page).tap();
  await page.waitForURL(`${site.url}/`);
});
