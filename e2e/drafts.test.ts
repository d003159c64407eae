import { expect, test } from "vitest";
import { makeJpeg } from "../testing/pictures.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, photoIds, storedPhotos, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

test("a new ad is saved as it is typed, continued on another device, and discarded", async () => {
  const { page, consoleErrors } = await openPage(browser);
  await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  const buffer = await makeJpeg(120, 90);
  await page.setInputFiles("input[type=file]", { name: "a.jpg", mimeType: "image/jpeg", buffer });
  await storedPhotos(page).first().waitFor();
  await page.fill("[name=title]", "Rancho sem fim");
  await page.getByText("Sauna", { exact: true }).click();
  await page.getByText(/^Guardado na sua conta às \d\d:\d\d\.$/).waitFor();
  // What was typed last is saved as the page is left.
  await page.fill("[name=body]", "Primeira linha\nSegunda linha");
  const ids = await photoIds(page);
  const { page: computer } = await openPage(browser);
  await computer.context().addCookies(await page.context().cookies());
  await page.goto(`${site.url}/dashboard`);

  await visit(computer, `${site.url}/dashboard`);
  await computer.getByRole("link", { name: "Continuar de onde parou" }).click();
  await computer.getByText("Você já tinha começado este anúncio.").waitFor();
  expect(await computer.inputValue("[name=title]")).toBe("Rancho sem fim");
  expect(await computer.inputValue("[name=body]")).toBe("Primeira linha\nSegunda linha");
  expect(await computer.getByRole("checkbox", { name: "Sauna" }).isChecked()).toBe(true);
  expect(await photoIds(computer)).toEqual(ids);
  await computer.getByText("Descartar", { exact: true }).click();
  await computer.getByRole("button", { name: "Apagar este anúncio" }).click();
  await computer.waitForURL(`${site.url}/dashboard`);
  await computer.getByRole("heading", { name: "Não foram encontrados posts" }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test("an edit asks before it is left unsaved, and stays when the session or the connection is gone", async () => {
  const { page } = await openPage(browser);
  await signUp(page, site.url);
  const form = site.url + (await publishAd(page, site.url)).replace("/posts/", "/posts/edit/");
  await visit(page, form);
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void (questions.length > 1 ? dialog.accept() : dialog.dismiss());
  });
  await page.fill("[name=title]", "Da minha aba");
  const account = page.getByRole("link", { name: "Minha conta" }).filter({ visible: true });
  await page.getByText("Menu", { exact: true }).click();
  await account.click();
  await expect.poll(() => questions).toEqual(["beforeunload"]);
  expect(page.url()).toBe(form);

  const save = page.getByRole("button", { name: "Salvar", exact: true });
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: /session/ });
  await save.click();
  await page.getByText("Você saiu da sua conta.").waitFor();
  await page.context().addCookies(cookies);
  await page.context().setOffline(true);
  await save.click();
  await page.getByText(/^Não conseguimos salvar agora/).waitFor();
  await page.context().setOffline(false);
  expect(await page.inputValue("[name=title]")).toBe("Da minha aba");
  await page.reload();
  expect(questions).toEqual(["beforeunload", "beforeunload"]);
  await visit(page, form);
  await page.fill("[name=title]", "Salvo afinal");
  await save.click();
  await page.waitForURL(`${site.url}/`);
  expect(questions).toHaveLength(2);
});
