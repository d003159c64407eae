import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signUp } from "./advertiser.ts";
import { openPage, unfoldDetails, violations, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

const helpOn = (page: Page) => page.locator("[data-link-curto]");
const pinOn = (page: Page) => page.locator("[data-drawing] svg g[transform] > circle[cy='-51']");
const buttonOn = (page: Page) => page.getByRole("button", { name: "Estou na casa agora" });

test("a pasted short link is explained, an address is drawn, and the phone's position asked for by the tap alone", async () => {
  const house = { latitude: -20.658123456, longitude: -46.130987654, accuracy: 12 };
  const { page, consoleErrors } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    geolocation: house,
  });
  await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  await unfoldDetails(page);
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
  const field = page.getByRole("textbox", { name: "No mapa" });
  await field.fill("Rancho do Sol\nhttps://maps.apple.com/?ll=-20.658,-46.13&q=Rancho");
  await pinOn(page).waitFor();
  const drawing = page.locator("[data-drawing]");
  for (const name of ["Capitólio", "Piumhi", "Guapé", "cerca de 10 km"]) {
    await drawing.getByText(name, { exact: true }).waitFor();
  }
  expect(await helpOn(page).count()).toBe(0);
  await field.fill("https://maps.app.goo.gl/AbCd");
  await helpOn(page).getByText("Link curto não traz as coordenadas").waitFor();
  expect(await helpOn(page).getByRole("listitem").count()).toBe(6);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await asked()).toBe("0");

  await buttonOn(page).tap();
  await page.getByText("não deixou ver a sua posição").waitFor();
  expect(await field.inputValue()).toBe("https://maps.app.goo.gl/AbCd");
  expect(await violations(page)).toEqual([]);

  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: -23.55, longitude: -46.63, accuracy: 12 });
  await buttonOn(page).tap();
  await page.getByText("Você parece estar longe do lago").waitFor();
  expect(await field.inputValue()).toBe("https://maps.app.goo.gl/AbCd");

  await context.setGeolocation(house);
  await buttonOn(page).tap();
  await page.getByText("Pronto, a casa está marcada no desenho, com erro de até 12 m.").waitFor();
  expect(await field.inputValue()).toBe("-20.65812, -46.13099");
  expect(await asked()).toBe("3");
  await pinOn(page).waitFor();
  await helpOn(page).waitFor({ state: "detached" });

  await field.fill("-20.7, -46.2");
  await page.getByText("Pronto, a casa").waitFor({ state: "detached" });
  expect(consoleErrors).toEqual([]);
});
