import type { ElementHandle } from "playwright-core";
import { launchBrowser, openPage } from "../browser.ts";
import type { ColorScheme, Engine } from "./engine.ts";

export async function launchChromium(
  colorScheme: ColorScheme = "light",
  args: string[] = [],
): Promise<Engine> {
  const browser = await launchBrowser(args);
  return {
    async openTab() {
      const { page, consoleErrors } = await openPage(browser, {
        reducedMotion: "reduce",
        colorScheme,
      });
      return {
        open: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate(expression),
        async find(expression) {
          const handle = await page.evaluateHandle(expression);
          const element = handle.asElement() as ElementHandle | null;
          return (
            element && {
              click: () => element.click(),
              type: (text) => element.type(text),
              attach: (files) => element.setInputFiles(files),
            }
          );
        },
        resize: (width, height) => page.setViewportSize({ width, height }),
        screenshot: () => page.screenshot(),
        errors: () => consoleErrors,
        close: () => page.context().close(),
      };
    },
    close: () => browser.close(),
  };
}
