import { expect, test } from "vitest";
import { addDays, formatCivilDates, today } from "../app/domain/calendar/civil-date.ts";
import { patience } from "../testing/patience.ts";
import { publishAd, signUp, uniqueTitle } from "./advertiser.ts";
import { openPage, toasts, visit } from "./browser.ts";
import { waitForMail } from "./mailbox.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const checkIn = addDays(today(), -40);

test("a guest invited by WhatsApp writes and confirms, and the owner answers on the ad", async () => {
  const [title, address] = [uniqueTitle(), `${crypto.randomUUID()}@example.com`];
  const texto = "Casa limpa, vista linda e rede na varanda.";
  const { page: host, consoleErrors } = await openPage(browser);
  await signUp(host, site.url);
  const nights = [checkIn, addDays(checkIn, 1)];
  const ad =
    site.url +
    (await publishAd(host, site.url, { title, datasIndisponiveis: formatCivilDates(nights) }));
  await visit(host, `${ad}/depoimentos`);
  await host.getByRole("button", { name: "Gerar convite" }).first().click();
  await host.getByText("Agora mande ao hóspede.").waitFor();
  const whatsapp = host.getByRole("link", { name: "Mandar no WhatsApp" });
  const href = new URL((await whatsapp.getAttribute("href")) ?? "");
  const text = href.searchParams.get("text") ?? "";
  expect(text).toContain(`Foi uma alegria receber vocês em ${title}.`);

  const { page: guest, consoleErrors: guestsErrors } = await openPage(browser);
  await visit(guest, site.url + (/\/depoimento\/\S+/.exec(text)?.[0] ?? ""));
  await guest.getByLabel("Como foi?").fill(texto);
  await guest.getByLabel("Seu primeiro nome").fill("Ana");
  await guest.getByLabel("Seu e-mail").fill(address);
  await guest.getByRole("button", { name: "Enviar depoimento" }).click();
  await guest.getByText("Escolha uma nota, de 1 a 5.").waitFor();
  // The stars are radio buttons, so the keyboard chooses, too.
  await guest.getByRole("radio", { name: "1: Muito ruim" }).focus();
  for (let step = 1; step < 5; step++) await guest.keyboard.press("ArrowRight");
  expect(await guest.getByRole("radio", { name: "5: Ótimo" }).isChecked()).toBe(true);
  await guest.getByRole("button", { name: "Enviar depoimento" }).click();
  await guest.getByRole("heading", { level: 1, name: "Falta só confirmar" }).waitFor();
  const letter = await waitForMail(site, `To: ${address}`, "Publicar depoimento");
  await visit(guest, site.url + (/\/meu-depoimento\/\S+/.exec(letter)?.[0] ?? ""));
  await guest.getByRole("button", { name: "Publicar depoimento" }).click();
  await guest.getByRole("heading", { level: 1, name: "Seu depoimento está no ar" }).waitFor();

  await visit(host, `${ad}/depoimentos`);
  const card = host.getByRole("article", { name: "Ana" });
  await card.getByLabel("Sua resposta a Ana").fill("Voltem sempre!");
  await card.getByRole("button", { name: "Responder" }).click();
  await toasts(host).getByText("Resposta no anúncio.").waitFor();
  const read = async () => (await fetch(ad)).text();
  await expect.poll(read, patience).toContain("Voltem sempre!");
  await visit(guest, ad);
  const shown = guest.getByRole("article", { name: "Ana" });
  for (const words of [texto, "Voltem sempre!", "Nota 5 de 5", "Convidado pelo anunciante"]) {
    await shown.getByText(words).waitFor();
  }
  await shown.getByRole("link", { name: "Denunciar" }).waitFor();
  expect([...consoleErrors, ...guestsErrors].filter((text) => !/400/.test(text))).toEqual([]);
});
