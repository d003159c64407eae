import { expect, test } from "vitest";
import { openPage, toasts, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

test("a message to the site says what is missing, one after the other, and is confirmed once it is sent", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await visit(page, `${site.url}/contato`);
  const form = page.locator("main form");
  const send = page.getByRole("button", { name: "Enviar mensagem" });
  const blanks = [
    ["nome", "João", "Por favor, preencha o nome."],
    ["email", `${crypto.randomUUID()}@example.com`, "Por favor, preencha o email."],
    ["mensagem", "Tem vaga no Réveillon?", "Por favor, preencha a mensagem."],
  ] as const;
  for (const [index, [field, text, sentence]] of blanks.entries()) {
    await send.click();
    await toasts(page).getByText(sentence).waitFor();
    // The toast names the first one; each is marked at its field.
    for (const [, , missing] of blanks.slice(index)) {
      await form.locator("[data-field]").getByText(missing).waitFor();
    }
    await form.locator(`[name=${field}]:focus`).fill(text);
  }
  await send.click();
  const success = "E-mail enviado com sucesso!";
  await toasts(page).getByText(success).waitFor();
  await form.getByText(success).waitFor();
  // Screen readers say it once.
  expect(await page.getByRole("status").filter({ hasText: success }).count()).toBe(1);
  for (const [field] of blanks) expect(await page.inputValue(`[name=${field}]`)).toBe("");
  // Chromium logs every 400 response as an error.
  expect(consoleErrors.filter((text) => !/status of 400/.test(text))).toEqual([]);
});
