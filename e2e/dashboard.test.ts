import { expect, test } from "vitest";
import { publishAd, signUp, uniqueTitle } from "./advertiser.ts";
import { openPage, toasts, visit } from "./browser.ts";
import { queryTables } from "./tables.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

test("what visitors do is counted and shown to the owner, whose own visits aren't", async () => {
  const { page: owner } = await openPage(browser);
  await signUp(owner, site.url);
  const ad = await publishAd(owner, site.url, { title: uniqueTitle(), valorDiaria: "500" });
  const { page, consoleErrors } = await openPage(browser);
  await page.route(/wa\.me/, (route) => route.fulfill({ contentType: "text/html", body: "ok" }));
  /** Keeps the page, as Chromium has no program to call with. */
  const tapPhone = async (on: typeof page) => {
    await on.evaluate(() => {
      addEventListener("click", (event) => event.preventDefault());
    });
    await on.locator("a[href^='tel:']").first().click();
  };
  await visit(page, site.url + ad);
  await page.getByRole("link", { name: "Chamar no WhatsApp" }).first().click();
  await page.waitForURL(/wa\.me/);
  await visit(page, site.url);
  // Playwright's interception lets a navigation cancel a beacon, which browsers alone would deliver.
  const isCounted = page.waitForResponse(`${site.url}/visitas`);
  await page.locator(`main a[href='${ad}']`).first().click();
  await isCounted;
  await page.waitForURL(site.url + ad);
  await tapPhone(page);
  await visit(owner, site.url + ad);
  await tapPhone(owner);
  const counts = () =>
    queryTables(
      site,
      `select kind, sum(n)::int as n from visits where "postId" = $1 group by kind order by kind`,
      [ad.split("/").at(-1)],
    );
  await expect.poll(counts, { timeout: 40_000 }).toEqual([
    { kind: "telefone", n: 1 },
    { kind: "visita", n: 2 },
    { kind: "whatsapp", n: 1 },
  ]);
  await visit(owner, `${site.url}/dashboard`);
  const own = owner.locator("[data-visitas]");
  expect(await own.getAttribute("data-visitas")).toBe("2");
  expect(await own.getAttribute("data-contatos")).toBe("2");
  expect(consoleErrors).toEqual([]);
});

test("a pause is offered before an ad is deleted, and both are done", async () => {
  const title = uniqueTitle();
  const { page, consoleErrors } = await openPage(browser);
  await signUp(page, site.url);
  await publishAd(page, site.url, { title });
  await visit(page, `${site.url}/dashboard`);
  const remove = page.getByRole("button", { name: `Excluir ${title}` });
  const dialog = page.getByRole("dialog");
  await remove.click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/dashboard#anuncio-/);
  await remove.click();
  await dialog.getByRole("button", { name: "Pausar anúncio" }).click();
  await page.getByText("Em pausa desde").waitFor();
  await page.getByRole("button", { name: "Voltar a mostrar" }).click();
  await page.getByText("Em pausa desde").waitFor({ state: "detached" });
  await remove.click();
  await dialog.getByRole("button", { name: "Excluir anúncio" }).click();
  await toasts(page).getByText("Imagens excluídas com sucesso!").waitFor();
  await toasts(page).getByText("Anúncio excluído com sucesso").waitFor();
  await page.getByText("Não foram encontrados posts").waitFor();
  expect(consoleErrors).toEqual([]);
});
