import { beforeAll, expect, test } from "vitest";
import { formatPhone } from "../app/ui/forms/phone.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import { expectNoViolations } from "./accessibility.ts";
import { openPage, visit, waitForHydration } from "./browser.ts";
import { startDemoSite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startDemoSite);
const browser = await workerBrowser();
/** Path and number of a sample ad. */
let ad: string;
let digits: string;

beforeAll(async () => {
  ad = await findAd(askAt(site.url));
  const html = await (await fetch(site.url + ad)).text();
  digits = /tel:\+55(\d+)/.exec(html)?.[1] ?? "";
});

test.each([
  ["with", true],
  ["without", false],
])(
  "%s script: from an ad to a number that is right, a slip, one that is unknown, and back to the ad",
  async (_, javaScriptEnabled) => {
    const { page, consoleErrors } = await openPage(browser, { javaScriptEnabled });
    const posted: string[] = [];
    page.on("request", (request) => posted.push(`${request.method()} ${request.url()}`));
    await page.goto(site.url + ad);
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    const advice = page.getByRole("region", { name: "Antes de pagar" });
    await advice.getByRole("link", { name: "Confira um número" }).click();
    await page.getByRole("heading", { level: 1, name: "Confira um número" }).waitFor();
    const control = page.getByLabel("Telefone que falou com você");
    const send = page.getByRole("button", { name: "Conferir" });
    // Without script axe can't run, and the page is the same.
    const check = () => (javaScriptEnabled ? expectNoViolations(page) : undefined);
    const focused = () => page.evaluate(() => document.activeElement?.id);

    await control.fill("99999-0000");
    await send.click();
    await page.getByText("Escreva o telefone com DDD: são 10 ou 11 números.").waitFor();
    expect(await control.inputValue()).toBe("99999-0000");
    expect(await control.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(focused).toBe("telefone");
    await check();

    await control.fill("whatsapp: +55 (37) 9 8888 1234");
    await send.click();
    const answer = page.getByRole("region", { name: /\(37\) 98888-1234/ });
    await answer.getByText("Não pague nada por enquanto").waitFor();
    await expect.poll(focused).toBe("resposta");
    await check();
    await answer.getByRole("link", { name: "o que mais fazer" }).click();
    expect(new URL(page.url()).hash).toBe("#nao");

    await control.fill(`https://wa.me/55${digits}?text=Oi`);
    await send.click();
    await page
      .getByRole("heading", { name: `Sim: ${formatPhone(digits)} está em 1 anúncio` })
      .waitFor();
    await expect.poll(focused).toBe("resposta");
    await check();
    // No address holds what was typed.
    expect(posted.filter((line) => line.startsWith("POST")).length).toBeGreaterThanOrEqual(3);
    expect(posted.filter((line) => /\/confira.*\d{8}/.test(line))).toEqual([]);
    await page.getByRole("link", { name: title }).click();
    await page.waitForURL(site.url + ad);
    expect(consoleErrors.filter((line) => !line.includes("400"))).toEqual([]);
    await page.context().close();
  },
);

test("reached from a page with the router, it answers in place, and keeps the number while offline", async () => {
  const { page } = await openPage(browser);
  await visit(page, `${site.url}/login`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Confira um número" }).click();
  await page.getByRole("heading", { level: 1, name: "Confira um número" }).waitFor();
  await waitForHydration(page);
  const control = page.getByLabel("Telefone que falou com você");
  await control.fill(digits);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Conferir" }).click();
  await page.getByText("Não conseguimos conferir agora.").waitFor();
  expect(await control.inputValue()).toBe(digits);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Conferir" }).click();
  await page.getByRole("heading", { name: /^Sim: / }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("resposta");
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/confira");
});
