import puppeteer, { type ElementHandle } from "puppeteer-core";
import { findFirefox } from "../../scripts/browsers.mjs";
import type { ColorScheme, Engine } from "./engine.ts";

/** Playwright drives only a Firefox of its own. */
export async function launchFirefox(scheme: ColorScheme = "light"): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: findFirefox() ?? "firefox",
    acceptInsecureCerts: true,
    extraPrefsFirefox: {
      "intl.accept_languages": "pt-BR",
      "ui.prefersReducedMotion": 1,
      "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
      // Scrollbars lie over the page, as on phones.
      "ui.useOverlayScrollbars": 1,
    },
  });
  return {
    async openTab() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.setViewport({ width: 390, height: 844 });
      return {
        open: async (url) => void (await page.goto(url)),
        evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
        async find(expression) {
          const element = (await page.evaluateHandle(expression)).asElement();
          return (
            element && {
              click: () => (element as ElementHandle<Element>).click(),
              type: (text) => (element as ElementHandle<Element>).type(text),
              attach: (files) => (element as ElementHandle<HTMLInputElement>).uploadFile(...files),
            }
          );
        },
        resize: (width, height) => page.setViewport({ width, height }),
        screenshot: async () => Buffer.from(await page.screenshot()),
        errors: () => errors,
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
