import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, formatCivilDates, today } from "../../app/domain/calendar/civil-date.ts";
import { expectNoViolations, loadAxeEverywhere } from "../accessibility.ts";
import { findOwnAd, publishAd, signUp } from "../advertiser.ts";
import { openPage, visit } from "../browser.ts";
import { confirmEmail, waitForMail } from "../mailbox.ts";
import { startDemoProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { workerBrowser } from "../worker-browser.ts";

const site = shareSite(startDemoProcess);
const browser = await workerBrowser();

/** Text without a place to break it. */
const long = `https://www.exemplo.com.br/${"x".repeat(200)}`;

/** Leaves the page at a desktop's width, where most differ in that alone. */
async function check(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, site.url + path);
  await expectNoViolations(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${path} is wider than ${width} px`).toBe(0);
  }
}

/** Sends a form as a visitor. */
async function send(path: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(site.url + path, { method: "POST", body, redirect: "manual" });
  expect(answer.status, path).toBe(302);
}

// They share their layouts and forms with pages that `npm run reliability` looks at.
test("pages of an owner and a guest have no axe violations, and none scrolls sideways", {
  timeout: 400_000,
}, async () => {
  const opened = await Promise.all([openPage(browser), openPage(browser)]);
  const [owner, guest] = [opened[0].page, opened[1].page];
  await loadAxeEverywhere(owner);
  await loadAxeEverywhere(guest);
  const email = await signUp(owner, site.url);
  await confirmEmail(site, email);
  const checkIn = addDays(today(), -40);
  const nights = [checkIn, addDays(checkIn, 1)];
  await publishAd(owner, site.url, { datasIndisponiveis: formatCivilDates(nights) });
  const ad = await findOwnAd(owner, site.url);

  // Something for every page to show.
  const asker = { nome: "Zé", email: "ze@example.com", mensagem: `Empréstimo na hora ${long}` };
  await send(`${ad}/perguntar`, asker);
  await send(`${ad}/denunciar`, { motivo: "golpe", detalhes: long, contato: "(31) 99999-2240" });
  await send("/contato", { nome: "Sônia", email: "sonia@example.com", mensagem: long });
  const question = await waitForMail(site, `To: ${email}`, "Zé perguntou sobre");
  await visit(owner, `${site.url}${ad}/depoimentos`);
  await owner.getByRole("button", { name: "Gerar convite" }).first().click();
  const whatsapp = owner.getByRole("link", { name: "Mandar no WhatsApp" }).first();
  const href = decodeURIComponent((await whatsapp.getAttribute("href")) ?? "");
  const invitation = /\/depoimento\/[^\s&]+/.exec(href)?.[0] ?? "";
  await check(guest, invitation);
  await guest.getByRole("radio", { name: "3: Regular" }).check();
  await guest.getByLabel("Como foi?").fill(long);
  await guest.getByLabel("Seu primeiro nome").fill("Wolfeschlegelsteinhausenbergerdorff");
  const address = `${crypto.randomUUID()}@example.com`;
  await guest.getByLabel("Seu e-mail").fill(address);
  await guest.getByRole("button", { name: "Enviar depoimento" }).click();
  const letter = await waitForMail(site, `To: ${address}`, "Publicar depoimento");
  const link = /\/meu-depoimento\/\S+/.exec(letter)?.[0] ?? "";
  await check(guest, `${invitation}?enviado=1`);
  await check(guest, link);
  await visit(guest, site.url + link);
  await guest.getByRole("button", { name: "Publicar depoimento" }).click();
  await guest.getByRole("heading", { level: 1, name: "Seu depoimento está no ar" }).waitFor();
  await check(guest, link);
  await check(guest, ad);
  const html = await (await fetch(site.url + ad)).text();
  await check(guest, /\/posts\/[0-9a-f-]+\/denunciar\?depoimento=[0-9a-f-]+/.exec(html)?.[0] ?? "");
  await check(guest, `${ad}/perguntar`);
  await check(owner, /\/pergunta\/\S+\?resposta=livre/.exec(question)?.[0] ?? "");
  for (const path of ["/perguntas", `${ad}/depoimentos`, `${ad}/cartaz`]) await check(owner, path);

  const errors = opened.flatMap((one) => one.consoleErrors);
  expect(errors.filter((text) => !text.includes("410"))).toEqual([]);
});
