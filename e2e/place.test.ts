import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

async function openForm(options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, { ...phone, ...options });
  await signUp(opened.page, site.url);
  await visit(opened.page, `${site.url}/posts/create`);
  return opened;
}

const fieldOn = (page: Page) => page.getByRole("textbox", { name: "No mapa" });
const helpOn = (page: Page) => page.locator("[data-link-curto]");
const pinOn = (page: Page) => page.locator("[data-drawing] svg g[transform] > circle[cy='-51']");
const buttonOn = (page: Page) => page.getByRole("button", { name: "Estou na casa agora" });

test("a pasted short link is explained at once, and an address with coordinates is drawn", async () => {
  const { page, consoleErrors } = await openForm();
  const field = fieldOn(page);
  expect(await helpOn(page).count()).toBe(0);
  await field.fill("Rancho do Sol https://maps.app.goo.gl/AbCd");
  const help = helpOn(page);
  await help.getByText("Link curto não traz as coordenadas").waitFor();
  await help.getByText("No Android").waitFor();
  await help.getByText("No iPhone").waitFor();
  expect(await help.getByRole("listitem").count()).toBe(6);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("Links curtos não trazem as coordenadas").first().waitFor();
  expect(await field.inputValue()).toBe("Rancho do Sol https://maps.app.goo.gl/AbCd");
  await help.getByText("No iPhone").waitFor();

  await field.fill("Rancho do Sol\nhttps://maps.apple.com/?ll=-20.658,-46.13&q=Rancho");
  await help.waitFor({ state: "detached" });
  await pinOn(page).waitFor();
  await page.getByText("Links curtos").first().waitFor({ state: "detached" });
  const drawing = page.locator("[data-drawing]");
  for (const name of ["Capitólio", "Piumhi", "Guapé", "cerca de 10 km"]) {
    await drawing.getByText(name, { exact: true }).waitFor();
  }
  expect(consoleErrors).toEqual([]);
});

test.each([
  ["the help above the edge of the screen", 60],
  ["the help in sight", 620],
])("the phone's position leaves the button where it was tapped, with %s", async (_, top) => {
  const house = { latitude: -20.658, longitude: -46.131, accuracy: 12 };
  const { page } = await openForm({ geolocation: house, permissions: ["geolocation"] });
  await fieldOn(page).fill("https://maps.app.goo.gl/AbCd");
  await page.getByRole("button", { name: "Salvar", exact: true }).tap();
  await page.getByText("Links curtos não trazem as coordenadas").first().waitFor();
  const button = buttonOn(page);
  await button.evaluate((one, y) => scrollBy(0, one.getBoundingClientRect().top - y), top);
  await button.tap();
  const done = page.getByText("Pronto, a casa está marcada no desenho");
  await done.waitFor();
  await helpOn(page).waitFor({ state: "detached" });
  const inView = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  };
  await expect.poll(() => done.evaluate(inView)).toBe(true);
  expect(await fieldOn(page).evaluate(inView)).toBe(true);
  const now = (await button.boundingBox())?.y ?? 0;
  // Near the top it gives way to the field above it.
  if (top > 300) expect(Math.abs(now - top)).toBeLessThan(3);
  else expect(now).toBeLessThan(300);
});

test("without script the short link is explained once the form is sent, which keeps it", async () => {
  const { page } = await openPage(browser, { ...phone, javaScriptEnabled: false });
  await signUp(page, site.url);
  await page.goto(`${site.url}/posts/create`);
  await fieldOn(page).fill("Rancho do Sol https://maps.app.goo.gl/AbCd");
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Salvar", exact: true }).click(),
  ]);
  expect(answer.status()).toBe(400);
  await page.getByText("Links curtos não trazem as coordenadas").first().waitFor();
  await helpOn(page).getByText("No Android").waitFor();
  expect(await fieldOn(page).inputValue()).toBe("Rancho do Sol https://maps.app.goo.gl/AbCd");
  expect(await buttonOn(page).count()).toBe(0);
});

test("the phone's position is asked for by the tap alone, drawn, and refused with a kind sentence", async () => {
  const house = { latitude: -20.658123456, longitude: -46.130987654, accuracy: 12 };
  const { page } = await openForm({ geolocation: house });
  const context = page.context();
  await page.evaluate(() => {
    const { geolocation } = navigator;
    const watch = geolocation.watchPosition.bind(geolocation);
    geolocation.watchPosition = (...args) => {
      document.body.dataset.asked = String(Number(document.body.dataset.asked ?? 0) + 1);
      return watch(...args);
    };
  });
  const asked = () => page.evaluate(() => document.body.dataset.asked ?? "0");
  await fieldOn(page).fill("https://maps.app.goo.gl/AbCd");
  await helpOn(page).waitFor();
  expect(await asked()).toBe("0");

  await buttonOn(page).tap();
  await page.getByText("não deixou ver a sua posição").waitFor();
  expect(await fieldOn(page).inputValue()).toBe("https://maps.app.goo.gl/AbCd");
  expect(await violations(page)).toEqual([]);

  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: -23.55, longitude: -46.63, accuracy: 12 });
  await buttonOn(page).tap();
  await page.getByText("Você parece estar longe do lago").waitFor();
  expect(await fieldOn(page).inputValue()).toBe("https://maps.app.goo.gl/AbCd");

  await context.setGeolocation(house);
  await buttonOn(page).tap();
  await page.getByText("Pronto, a casa está marcada no desenho, com erro de até 12 m.").waitFor();
  expect(await fieldOn(page).inputValue()).toBe("-20.65812, -46.13099");
  expect(await asked()).toBe("3");
  await pinOn(page).waitFor();
  await helpOn(page).waitFor({ state: "detached" });

  await fieldOn(page).fill("-20.7, -46.2");
  await page.getByText("Pronto, a casa").waitFor({ state: "detached" });
});
