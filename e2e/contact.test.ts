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
    for (const [, , missing] of blanks.slice(index)) await form.getByText(missing).waitFor();
    await page.fill(`[name=${field}]`, text);
    await form.getByText(sentence).waitFor({ state: "detached" });
  }
  await send.click();
  const success = "E-mail enviado com sucesso!";
  await toasts(page).getByText(success).waitFor();
  await form.getByText(success).waitFor();
  // Screen readers say it once, and the keyboard stays where it was.
  expect(await page.getByRole("status").filter({ hasText: success }).count()).toBe(1);
  expect(await send.evaluate((it) => it === document.activeElement)).toBe(true);
  for (const [field] of blanks) {
    await expect.poll(() => page.inputValue(`[name=${field}]`)).toBe("");
  }
  expect(consoleErrors).toEqual([]);
});
