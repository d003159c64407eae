import { expect, test } from "vitest";
import { patience } from "../testing/patience.ts";
import { findOwnAd, publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { openPanel } from "./operator.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

test("the form of a checked ad says what a change would end, and saves it once the owner agrees", async () => {
  const { page, consoleErrors } = await openPage(browser, { reducedMotion: "reduce" });
  await signUp(page, site.url);
  await publishAd(page, site.url, { nomePix: "Maria Aparecida Leite" });
  const ad = await findOwnAd(page, site.url);
  const { page: operator } = await openPanel(browser, site);
  await visit(operator, `${site.url}/operador/anuncios?q=${ad.split("/").at(-1)}`);
  await operator.getByText("Nome no Pix: Maria Aparecida Leite").waitFor();
  await operator.getByRole("button", { name: /^Conferido/ }).click();
  await operator.getByText("Anúncio conferido hoje.").waitFor();
  /** Waits until the ad, as a visitor gets it, has the words. */
  const seeAd = (words: string) =>
    expect.poll(async () => (await fetch(site.url + ad)).text(), patience).toContain(words);
  const mark = "O Pix deve estar em nome de Maria Aparecida Leite";
  await seeAd(mark);

  const form = site.url + ad.replace("/posts/", "/posts/edit/");
  const save = page.getByRole("button", { name: "Salvar", exact: true });
  await visit(page, form);
  await page.getByLabel("Telefone").fill("(35) 98888-1234");
  await save.click();
  const note = page.getByRole("alert").filter({ hasText: "perde a marca “Conferido”" });
  await note.waitFor();
  await expect.poll(() => note.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await note.textContent()).toContain("porque muda o telefone.");
  expect(await violations(page)).toEqual([]);
  // Changed back, there is nothing to agree to.
  await page.getByLabel("Telefone").fill("(37) 90001-0264");
  await page.getByLabel("Descrição").fill("Com outro texto.");
  await save.click();
  await page.waitForURL(`${site.url}/`);
  await seeAd("Com outro texto.");
  await seeAd(mark);

  await visit(page, form);
  await page.getByLabel("Telefone").fill("(35) 98888-1234");
  await save.click();
  await page.getByRole("button", { name: "Salvar e perder a marca" }).click();
  await page.waitForURL(`${site.url}/`);
  await seeAd("98888-1234");
  await seeAd("Peça o nome completo de quem recebe o Pix");
  // The only complaint is the browser's about the refused forms.
  expect(consoleErrors.filter((line) => !line.includes("409"))).toEqual([]);
});
