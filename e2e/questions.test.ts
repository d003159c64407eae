import { expect, test } from "vitest";
import { addDays, formatCivilDate, today } from "../app/domain/calendar/civil-date.ts";
import { nameInquiry } from "../app/domain/listings/inquiry.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, toasts, visit } from "./browser.ts";
import { confirmEmail, waitForMail } from "./mailbox.ts";
import { queryTables } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const [entrada, saida] = [addDays(today(), 60), addDays(today(), 62)];
const shorter = { checkIn: entrada, checkOut: addDays(entrada, 1) };
const dates = `${formatCivilDate(entrada)} a ${formatCivilDate(saida)} (2 noites)`;

test("a question about dates, chosen in a calendar, is answered, and its nights are marked", async () => {
  const { page: owner, consoleErrors } = await openPage(browser);
  const email = await signUp(owner, site.url);
  await confirmEmail(site, email);
  const ad = await publishAd(owner, site.url, { valorDiaria: "500" });

  const { page, consoleErrors: visitorsErrors } = await openPage(browser);
  const address = `${crypto.randomUUID()}@example.com`;
  await visit(page, `${site.url}${ad}?entrada=${entrada}&saida=${shorter.checkOut}&pessoas=4`);
  await page.getByRole("link", { name: "Perguntar por e-mail" }).click();
  await page.getByRole("heading", { level: 1, name: "Perguntar por e-mail" }).waitFor();
  const question = page.getByLabel("Sua pergunta");
  expect(await question.inputValue()).toBe("Olá! Está livre nessas datas?");
  await page.getByText(`${nameInquiry({ stay: shorter, people: 4 }, today())}: mudar`).click();
  await page.getByText("Escolher no calendário").click();
  for (const day of [entrada, saida]) await page.locator(`[data-dia="${day}"]`).click();
  await question.fill("Pode levar cachorro?");
  await page.getByText("Quero resposta no WhatsApp").click();
  await page.getByLabel("Seu WhatsApp").fill("35997341187");
  await page.getByLabel("Seu nome").fill("Caio Dias");
  await page.getByLabel("Seu e-mail").fill(address);
  await page.getByRole("button", { name: "Enviar pergunta" }).click();
  await page.getByRole("heading", { name: "Pergunta enviada!" }).waitFor();
  const letter = await waitForMail(site, `To: ${email}`, "Caio Dias perguntou sobre", dates);
  expect(letter).toMatch(new RegExp(`^Reply-To: Caio Dias <${address}>`, "m"));

  await visit(owner, `${site.url}/perguntas`);
  const taken = owner.getByRole("button", { name: "Está ocupado" });
  await taken.click();
  await toasts(owner).getByText("Pronto! Avisamos quem perguntou.").waitFor();
  await waitForMail(site, `To: ${address}`, "está ocupada.");
  const answered = owner.getByRole("region", { name: "Respondidas" });
  await answered.getByRole("button", { name: "Marcar 2 noites como ocupadas" }).click();
  await toasts(owner).getByText("Noites marcadas como ocupadas.").waitFor();
  const rows = await queryTables(
    site,
    `select 1 from unavailable_days where "postId" = $1 and day between $2 and $3`,
    [ad.split("/").at(-1), entrada, saida],
  );
  expect(rows).toHaveLength(2);
  const errors = [...consoleErrors, ...visitorsErrors];
  expect(errors.filter((text) => !text.includes("ERR_INTERNET"))).toEqual([]);
});
