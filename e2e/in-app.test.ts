import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { askAt, findAd } from "../testing/advertiser.ts";
import { signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const onAndroid =
  "Mozilla/5.0 (Linux; Android 13; SM-A536E Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.6045.163 Mobile Safari/537.36";
const onIphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** Path of a sample ad. */
let ad: string;

beforeAll(async () => {
  ad = await findAd(askAt(site.url));
});

/** Opens a page in the browser inside an app, which shares nothing. */
async function openInApp(userAgent: string, permissions = ["clipboard-write"]): Promise<Page> {
  const { page } = await openPage(browser, { userAgent, permissions });
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "share");
  });
  return page;
}

describe.each([
  ["Instagram", "Chrome", `${onAndroid} Instagram 309.1.0.41.113 Android (33/13; 450dpi; pt_BR)`],
  ["WhatsApp", "Safari", `${onIphone} WhatsApp/2.24.6.78`],
])("inside %s, beside %s,", (app, other, userAgent) => {
  test("sharing an ad opens WhatsApp with its title and address", async () => {
    const page = await openInApp(userAgent);
    await page.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    await visit(page, site.url + ad);
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    await page.getByRole("link", { name: "Compartilhar" }).click();
    await page.waitForURL("https://wa.me/**");
    const text = new URL(page.url()).searchParams.get("text");
    expect(text).toContain(title);
    expect(text).toContain(site.url + ad);
  });

  test("the first saved ad leads to a link for the list, which another browser can open", async () => {
    const page = await openInApp(userAgent);
    await visit(page, site.url);
    const hearts = page.getByRole("button", { name: /^Guardar: / });
    await hearts.first().click();
    const dialog = page.getByRole("dialog", { name: "Guardado" });
    await dialog.getByText(`só aqui no navegador do ${app}`).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Entendi" }).click();
    await dialog.waitFor({ state: "detached" });
    await hearts.nth(1).click();
    await page.waitForFunction(() => document.querySelector("[data-saved-count='2']"));
    expect(await dialog.count()).toBe(0);

    await hearts.first().click();
    await hearts.nth(1).click();
    await hearts.first().click();
    await dialog.getByRole("link", { name: "Levar num link" }).click();
    await page.waitForURL(`${site.url}/guardados#compartilhar`);
    const note = page.getByText(`Você está no navegador do ${app}`);
    await note.getByRole("link", { name: "Compartilhe a lista" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Compartilhar lista" }).click();
    await page.waitForURL(/\/lista\/[\w-]{22}$/);
    const { page: elsewhere } = await openPage(browser);
    await visit(elsewhere, page.url());
    await elsewhere.getByRole("article").waitFor();
  });

  test("the ad's form says which browser to use and copies its address", async () => {
    const page = await openInApp(userAgent, ["clipboard-read", "clipboard-write"]);
    await signUp(page, site.url);
    await visit(page, `${site.url}/posts/create`);
    const note = page.getByRole("note").filter({ hasText: `Anuncie pelo ${other}.` });
    await note.getByText(`no navegador do ${app}`).waitFor();
    expect(await violations(page)).toEqual([]);
    await note.getByRole("button", { name: "Copiar" }).click();
    await page.getByText("Endereço copiado").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}/posts/create`,
    );
  });
});

test("a phone's own browser opens the share sheet, saves and opens the form without any of this", async () => {
  const { page } = await openPage(browser, {
    userAgent: onAndroid.replace("; wv", "").replace("Version/4.0 ", ""),
  });
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async ({ url }: ShareData) => document.body.setAttribute("data-shared", String(url)),
    });
  });
  await visit(page, site.url + ad);
  await page.getByRole("link", { name: "Compartilhar" }).click();
  await expect.poll(() => page.getAttribute("body", "data-shared")).toContain(ad);
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await visit(page, `${site.url}/guardados`);
  await page.getByRole("heading", { name: "1 casa guardada" }).waitFor();
  expect(await page.getByText("Você está no navegador").count()).toBe(0);
  await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  expect(await page.getByText("Anuncie pelo").count()).toBe(0);
});
