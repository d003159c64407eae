import { expect, test } from "vitest";
import { addDays, formatCivilDate, today } from "../app/calendar/civil-date.ts";
import { findOwnAd, publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail, waitForMail } from "./mailbox.ts";
import { query } from "./site-database.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

/** Opens the browsers of an owner with an ad and of a visitor; `ask` sends the ad's form. */
async function openBoth(javaScriptEnabled: boolean) {
  const { page: owner, consoleErrors } = await openPage(browser, { javaScriptEnabled });
  const email = await signUp(owner, site.url);
  await confirmEmail(site, email);
  await publishAd(owner, site.url, { valorDiaria: "500" });
  const { page, consoleErrors: visitorsErrors } = await openPage(browser, { javaScriptEnabled });
  return {
    owner,
    email,
    page,
    consoleErrors: () => [...consoleErrors, ...visitorsErrors],
    ad: await findOwnAd(owner, site.url),
    address: `${crypto.randomUUID()}@example.com`,
    open: (path: string, on = page) =>
      javaScriptEnabled ? visit(on, site.url + path) : on.goto(site.url + path),
    async ask(nome: string, address: string) {
      await page.getByLabel("Seu nome").fill(nome);
      await page.getByLabel("Seu e-mail").fill(address);
      await page.getByRole("button", { name: "Enviar pergunta" }).click();
      await page.getByRole("heading", { name: "Pergunta enviada!" }).waitFor();
    },
  };
}

const [entrada, saida] = [addDays(today(), 60), addDays(today(), 62)];
const dates = `${formatCivilDate(entrada)} a ${formatCivilDate(saida)} (2 noites)`;

test("a question about dates is answered by the owner's letter; without script, too", async () => {
  const { page, owner, email, address, ad, open, ask } = await openBoth(false);
  await open(`${ad}?entrada=${entrada}&saida=${saida}&pessoas=4`);
  await page.getByRole("link", { name: "Perguntar por e-mail" }).click();
  await page.getByRole("heading", { level: 1, name: "Perguntar por e-mail" }).waitFor();
  const question = page.getByLabel("Sua pergunta");
  const greeting = await question.inputValue();
  expect(greeting).toContain("Olá! Vim pelo site Mar de Minas");
  expect(greeting).toContain(`de ${dates}, para 4 pessoas.`);
  await page.getByRole("button", { name: "Enviar pergunta" }).click();
  await page.getByText("Diga o seu nome.").waitFor();
  expect(await question.inputValue()).toBe(greeting);
  await page.getByLabel("Seu WhatsApp").fill("35997341187");
  await ask("Bia Lima", address);
  await waitForMail(site, `To: ${address}`, "Sua pergunta foi enviada", dates);

  const letter = await waitForMail(site, `To: ${email}`, "Bia Lima perguntou sobre");
  expect(letter).toMatch(new RegExp(`^Reply-To: Bia Lima <${address}>`, "m"));
  expect(letter).toContain("https://wa.me/5535997341187?text=");
  await open(/\/pergunta\/\S+\?resposta=livre/.exec(letter)?.[0] ?? "");
  await page.getByRole("heading", { level: 1, name: "O que você responde?" }).waitFor();
  await page.getByRole("button", { name: "Está livre" }).click();
  await page.getByRole("heading", { level: 1, name: "Resposta enviada" }).waitFor();
  expect(await waitForMail(site, `To: ${address}`, "está livre.")).not.toContain(email);

  await open("/perguntas", owner);
  const answered = owner.getByRole("region", { name: "Respondidas" });
  const free = answered.getByRole("article", { name: "Bia Lima" }).getByRole("button", {
    name: "Está livre",
  });
  expect(await free.getAttribute("aria-pressed")).toBe("true");
});

test("an answer tapped without signal says so, stays pressed, and goes out with another tap", async () => {
  const { page, owner, email, address, ad, open, ask, consoleErrors } = await openBoth(true);
  await open(`${ad}/perguntar`);
  const question = page.getByLabel("Sua pergunta");
  await page.getByLabel("Entrada").fill(entrada);
  await page.getByLabel("Saída").fill(saida);
  // The dates go into the greeting, until the visitor changes the text.
  await expect.poll(() => question.inputValue()).toContain(dates);
  await question.fill("Pode levar cachorro?");
  await page.getByLabel("Saída").fill(addDays(saida, 1));
  expect(await question.inputValue()).toBe("Pode levar cachorro?");
  expect(await violations(page)).toEqual([]);
  await ask("Caio Dias", address);
  await waitForMail(site, `To: ${email}`, "Caio Dias perguntou sobre");

  await open("/perguntas", owner);
  expect(await violations(owner)).toEqual([]);
  const card = owner.getByRole("article", { name: "Caio Dias" });
  await owner.context().setOffline(true);
  const taken = card.getByRole("button", { name: "Está ocupado" });
  await taken.click();
  await owner.getByText("Confira a internet e toque de novo.").waitFor();
  expect(await taken.getAttribute("aria-pressed")).toBe("true");
  await owner.context().setOffline(false);
  await taken.click();
  await owner.getByText("Pronto! Avisamos quem perguntou.").waitFor();
  await waitForMail(site, `To: ${address}`, "está ocupada.");
  await card.getByRole("button", { name: "Marcar 3 noites como ocupadas" }).click();
  await card.getByText("Noites marcadas como ocupadas.").waitFor();
  const rows = await query(
    site,
    `select 1 from unavailable_days where "postId" = $1 and day between $2 and $3`,
    [ad.split("/").at(-1), entrada, saida],
  );
  expect(rows).toHaveLength(3);
  expect(consoleErrors().filter((text) => !text.includes("ERR_INTERNET"))).toEqual([]);
});
