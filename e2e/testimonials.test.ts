import { expect, test } from "vitest";
import { addDays, formatCivilDates, today } from "../app/calendar/civil-date.ts";
import { formatStayInFull } from "../app/calendar/stays.ts";
import { patience } from "../testing/patience.ts";
import { findOwnAd, publishAd, signUp, uniqueTitle } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail, findMail, waitForMail } from "./mailbox.ts";
import { openPanel } from "./operator.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const stay = { checkIn: addDays(today(), -40), checkOut: addDays(today(), -38) };

/** Opens the browsers of an owner, whose guests have left, and of a guest. */
async function openBoth(javaScriptEnabled: boolean) {
  const title = uniqueTitle();
  const { page: host, consoleErrors } = await openPage(browser, { javaScriptEnabled });
  const { page: guest, consoleErrors: guestsErrors } = await openPage(browser, {
    javaScriptEnabled,
  });
  const email = await signUp(host, site.url);
  await confirmEmail(site, email);
  const nights = [stay.checkIn, addDays(stay.checkIn, 1)];
  await publishAd(host, site.url, { title, datasIndisponiveis: formatCivilDates(nights) });
  const ad = await findOwnAd(host, site.url);
  const address = `${crypto.randomUUID()}@example.com`;
  const open = (on: typeof host, path: string) =>
    javaScriptEnabled ? visit(on, site.url + path) : on.goto(site.url + path);
  return {
    ...{ title, host, guest, email, ad, address, open },
    consoleErrors: () => [...consoleErrors, ...guestsErrors],
    /** Path of the invitation, taken from the address behind 'Mandar no WhatsApp'. */
    async readInvitation(): Promise<string> {
      await host.getByText("Agora mande ao hóspede.").waitFor();
      const whatsapp = host.getByRole("link", { name: "Mandar no WhatsApp" }).first();
      const href = new URL((await whatsapp.getAttribute("href")) ?? "");
      const text = href.searchParams.get("text") ?? "";
      expect(text).toContain(`Foi uma alegria receber vocês em ${title}.`);
      return /\/depoimento\/\S+/.exec(text)?.[0] ?? "";
    },
    async write(nome: string, texto: string): Promise<string> {
      await guest.getByLabel("Como foi?").fill(texto);
      await guest.getByLabel("Seu primeiro nome").fill(nome);
      await guest.getByLabel("Seu e-mail").fill(address);
      await guest.getByRole("button", { name: "Enviar depoimento" }).click();
      await guest.getByRole("heading", { level: 1, name: "Falta só confirmar" }).waitFor();
      const letter = await waitForMail(site, `To: ${address}`, "Publicar depoimento");
      return /\/meu-depoimento\/\S+/.exec(letter)?.[0] ?? "";
    },
    /** Waits until the ad, as a visitor gets it, shows the words or no longer does. */
    untilAdHas(words: string, isShown = true): Promise<void> {
      const has = async () => (await (await fetch(site.url + ad)).text()).includes(words);
      return expect.poll(has, patience).toBe(isShown);
    },
  };
}

test("a guest invited by WhatsApp writes, confirms, is answered, reported and hidden with a reason", async () => {
  const journey = await openBoth(true);
  const { title, host, guest, email, ad, address, open, untilAdHas } = journey;
  const texto = "Casa limpa, vista linda e rede na varanda.";
  await open(host, `${ad}/depoimentos`);
  await host.getByRole("button", { name: formatStayInFull(stay) }).click();
  const invitation = await journey.readInvitation();
  await open(guest, invitation);
  await guest.getByRole("heading", { level: 1, name: "Conte como foi" }).waitFor();
  await guest.getByText(title).waitFor();
  await guest.getByRole("button", { name: "Enviar depoimento" }).click();
  await guest.getByText("Escolha uma nota, de 1 a 5.").waitFor();
  // The stars are radio buttons, so the keyboard chooses, too.
  await guest.getByRole("radio", { name: "1: Muito ruim" }).focus();
  for (let step = 1; step < 5; step++) await guest.keyboard.press("ArrowRight");
  expect(await guest.getByRole("radio", { name: "5: Ótimo" }).isChecked()).toBe(true);
  const link = await journey.write("Ana", texto);
  await open(guest, link);
  expect(await (await fetch(site.url + ad)).text()).not.toContain(texto);
  await guest.getByRole("button", { name: "Publicar depoimento" }).click();
  await guest.getByRole("heading", { level: 1, name: "Seu depoimento está no ar" }).waitFor();
  await untilAdHas(texto);
  await waitForMail(site, `To: ${email}`, "Ana contou como foi em");
  await open(guest, invitation);
  await guest.getByRole("heading", { level: 1, name: "Este convite já foi usado" }).waitFor();

  await open(host, `${ad}/depoimentos`);
  const card = host.getByRole("article", { name: "Ana" });
  await card.getByLabel("Sua resposta a Ana").fill("Voltem sempre!");
  await card.getByRole("button", { name: "Responder" }).click();
  await host.getByText("Resposta no anúncio.").waitFor();
  await untilAdHas("Voltem sempre!");
  await open(guest, ad);
  const shown = guest.getByRole("article", { name: "Ana" });
  for (const words of ["Voltem sempre!", "Nota 5 de 5", "Convidado pelo anunciante"]) {
    await shown.getByText(words).waitFor();
  }
  expect(await violations(guest)).toEqual([]);
  await shown.getByRole("link", { name: "Denunciar" }).click();
  await guest.getByRole("heading", { level: 1, name: "Denunciar depoimento" }).waitFor();
  await guest.getByText("Parece inventado").click();
  await guest.getByRole("button", { name: "Enviar denúncia" }).click();
  await guest.getByRole("heading", { name: "Denúncia recebida. Obrigado!" }).waitFor();

  const { page: operator } = await openPanel(browser, site);
  await visit(operator, `${site.url}/operador/depoimentos`);
  const waiting = operator.getByRole("listitem").filter({ hasText: title });
  await waiting.getByText("Denunciado: Parece inventado").waitFor();
  // Everything comes from this machine, the invitation, too.
  await waiting.getByText("saíram da mesma internet").waitFor();
  const reason = `Inventado, ${title}.`;
  await waiting.getByLabel("Motivo para esconder").fill(reason);
  await waiting.getByRole("button", { name: "Esconder" }).click();
  await operator.getByText("Depoimento escondido.").waitFor();
  await untilAdHas(texto, false);
  await waitForMail(site, `To: ${address}`, reason);
  await waitForMail(site, `To: ${email}`, reason);
  await open(guest, link);
  await guest.getByText(reason).waitFor();
  expect(journey.consoleErrors().filter((text) => !/4(00|10)/.test(text))).toEqual([]);
});

test("without script a guest is invited, writes, publishes and erases it all", async () => {
  const journey = await openBoth(false);
  const { host, guest, ad, address, open, untilAdHas } = journey;
  const texto = "Fim de semana tranquilo, com boa comida e bons vizinhos.";
  await open(host, `${ad}/depoimentos`);
  await host.getByLabel("Outra entrada").fill(stay.checkIn);
  await host.getByLabel("Saída").fill(stay.checkOut);
  await host.getByRole("button", { name: "Gerar convite" }).click();
  await open(guest, await journey.readInvitation());
  await guest.getByLabel("Como foi?").fill(texto);
  await guest.getByRole("button", { name: "Enviar depoimento" }).click();
  await guest.getByText("Escolha uma nota, de 1 a 5.").waitFor();
  expect(await guest.getByLabel("Como foi?").inputValue()).toBe(texto);
  await guest.getByRole("radio", { name: "4: Bom" }).check();
  const link = await journey.write("Davi", texto);
  await open(guest, link);
  await guest.getByRole("button", { name: "Publicar depoimento" }).click();
  await guest.getByRole("heading", { level: 1, name: "Seu depoimento está no ar" }).waitFor();
  await untilAdHas(texto);

  await open(host, `${ad}/depoimentos`);
  await host.getByLabel("Sua resposta a Davi").fill("Até a próxima!");
  await host.getByRole("button", { name: "Responder" }).click();
  await host.getByText("Resposta no anúncio.").waitFor();
  await untilAdHas("Até a próxima!");
  await open(guest, link);
  await guest.getByRole("button", { name: "Apagar meu depoimento" }).click();
  await guest.getByRole("heading", { level: 1, name: "Depoimento apagado" }).waitFor();
  await untilAdHas(texto, false);
  // The letter's file goes with it.
  await expect.poll(() => findMail(site, `To: ${address}`), patience).toBeUndefined();
});
