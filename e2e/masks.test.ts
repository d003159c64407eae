import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { makeJpeg } from "../testing/pictures.ts";
import { signUp } from "./advertiser.ts";
import { openPage, waitForHydration } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
let page: Page;

beforeEach(async () => {
  await page?.context().close();
  ({ page } = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"] }));
  await signUp(page, site.url);
  await page.goto(`${site.url}/posts/create`);
  await waitForHydration(page);
});

const phone = () => page.locator("[name=telefone]");
const weekendPrice = () => page.locator("[name=valorFds]");

async function paste(text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
}

async function press(...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

function caret(): Promise<number | null | undefined> {
  return page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.selectionStart);
}

/** Fills in the remaining fields first, and opens the ad's page. */
async function publish(): Promise<void> {
  const buffer = await makeJpeg(120, 90);
  await page.setInputFiles("input[type=file]", { name: "a.jpg", mimeType: "image/jpeg", buffer });
  await page.fill("[name=title]", "Rancho das Máscaras");
  await page.fill("[name=body]", "Texto");
  if (!(await weekendPrice().inputValue())) await weekendPrice().fill("900");
  if (!(await phone().inputValue())) await phone().fill("35998765432");
  await page.selectOption("[name=localizacao]", "Turvo");
  await page.check("[name=whatsapp]");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("link", { name: "Rancho das Máscaras", exact: true }).first().click();
  await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
}

async function publishedNumbers() {
  const tel = await page.locator("a[href^='tel:']").first().getAttribute("href");
  const whatsapp = await page.locator("a[href^='https://wa.me/55']").first().getAttribute("href");
  const { pathname } = new URL(page.url());
  await page.goto(`${site.url}/posts/edit/${pathname.split("/").at(-1)}`);
  return {
    tel,
    whatsapp: whatsapp && new URL(whatsapp).pathname,
    stored: await phone().inputValue(),
  };
}

const number = {
  tel: "tel:+5535998765432",
  whatsapp: "/5535998765432",
  stored: "(35) 99876-5432",
};

test("a number typed key by key, with or without 55, reads the same and is published so", async () => {
  for (const keys of ["5535998765432", "+5535998765432", "+55 (35) 99876-5432", "035998765432"]) {
    await phone().fill("");
    await phone().pressSequentially(keys);
    expect(await phone().inputValue(), keys).toBe("(35) 99876-5432");
  }
  await publish();
  expect(await publishedNumbers()).toEqual(number);
});

test("a number can be pasted in parts and edited in the middle", async () => {
  await phone().focus();
  await paste("+55 35");
  await paste(" 9987");
  await page.keyboard.type("65499");
  await press("Backspace", "Backspace");
  await page.keyboard.type("32");
  expect(await phone().inputValue()).toBe("(35) 99876-5432");

  await press("Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await press("Delete");
  expect([await phone().inputValue(), await caret()]).toEqual(["(35) 9876-5432", 5]);
  await page.keyboard.type("9");
  expect([await phone().inputValue(), await caret()]).toEqual(["(35) 99876-5432", 6]);
  await page.keyboard.type("1");
  expect(await phone().inputValue()).toBe("(35) 99876-5432");
  await press("Home");
  await page.keyboard.type("55");
  expect(await phone().inputValue()).toBe("(35) 99876-5432");

  await press("Control+A");
  await paste("5535998765432");
  expect(await phone().inputValue()).toBe("(35) 99876-5432");
});

test("a number with area code 55 keeps it, even after a corrected typo", async () => {
  await phone().pressSequentially("559973411871");
  await press("Backspace");
  expect(await phone().inputValue()).toBe("(55) 99734-1187");
  await publish();
  expect(await publishedNumbers()).toEqual({
    tel: "tel:+5555997341187",
    whatsapp: "/5555997341187",
    stored: "(55) 99734-1187",
  });
});

test("nothing rewrites a price while it is typed, and leaving its field tidies it", async () => {
  const nightly = page.locator("[name=valorDiaria]");
  expect(await weekendPrice().getAttribute("inputmode")).toBe("numeric");
  await weekendPrice().pressSequentially("1500,5");
  expect(await weekendPrice().inputValue()).toBe("1500,5");
  await press("Home", "ArrowRight");
  await page.keyboard.type("2");
  expect([await weekendPrice().inputValue(), await caret()]).toEqual(["12500,5", 2]);
  await nightly.focus();
  expect(await weekendPrice().inputValue()).toBe("12.500,50");

  await nightly.pressSequentially("a combinar");
  await weekendPrice().focus();
  expect(await nightly.inputValue()).toBe("a combinar");
});

test("prices typed or pasted with cents, separators or R$ keep their amount, and are published so", async () => {
  const nightly = page.locator("[name=valorDiaria]");
  for (const [written, read] of [
    ["500,00", "500"],
    ["500.00", "500"],
    ["1500", "1.500"],
    ["1.350", "1.350"],
    ["1350,5", "1.350,50"],
    ["R$ 900", "900"],
    ["1.500,50", "1.500,50"],
  ] as const) {
    await weekendPrice().fill("");
    await weekendPrice().pressSequentially(written);
    await nightly.focus();
    expect(await weekendPrice().inputValue(), written).toBe(read);
    await press("Control+A");
    await paste(written);
    await weekendPrice().focus();
    expect(await nightly.inputValue(), `${written}, pasted`).toBe(read);
  }
  await publish();
  const text = (await page.locator("main").innerText()).replaceAll("\u00a0", " ");
  expect(text.split("R$ 1.500,50").length - 1).toBeGreaterThanOrEqual(2);
  const { pathname } = new URL(page.url());
  await page.goto(`${site.url}/posts/edit/${pathname.split("/").at(-1)}`);
  expect(await weekendPrice().inputValue()).toBe("1.500,50");
  expect(await nightly.inputValue()).toBe("1.500,50");
});

test("Enter in a field does not send the form, and limited texts are counted", async () => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  const title = page.locator("[name=title]");
  const count = page.locator("[data-count-of=title]");
  expect(await count.isVisible()).toBe(false);
  await title.fill("Rancho");
  expect(await count.textContent()).toBe("6 de 120");
  expect(await count.isVisible()).toBe(true);
  for (const name of ["title", "valorFds", "quantidadeMaximaPessoas", "whatsapp", "telefone"]) {
    await page.press(`[name=${name}]`, "Enter");
  }
  expect(await page.getByRole("alert").filter({ hasText: "selecione" }).count()).toBe(0);
  await page.fill("[name=body]", "Uma linha");
  await page.press("[name=body]", "Enter");
  expect(await page.inputValue("[name=body]")).toBe("Uma linha\n");
  // Too much is counted, not cut off.
  await title.fill("a".repeat(125));
  expect(await count.textContent()).toBe("125 de 120");
  await page.focus("[name=body]");
  expect(await count.isVisible()).toBe(true);
  await page.getByRole("button", { name: "Salvar", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Use até 120 caracteres. Agora são 125.").waitFor();
  expect(sent).toEqual([]);
});
