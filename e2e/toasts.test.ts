import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openPage, toasts, visit, waitForHydration } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();

/** The animation that closes a toast. */
function timer(toast: Locator): Promise<[duration: unknown, state: string]> {
  return toast.evaluate((element) => {
    const animations = element.getAnimations({ subtree: true });
    const [last] = animations.filter(({ effect }) => effect?.getTiming().fill === "forwards");
    return [last?.effect?.getTiming().duration, last?.playState ?? ""];
  });
}

test.each(["no-preference", "reduce"] as const)(
  "a toast stays open under the pointer and closes two seconds after it leaves, with motion %s",
  async (reducedMotion) => {
    const { page, consoleErrors } = await openPage(browser, { reducedMotion });
    await page.goto(`${site.url}/contato`);
    await waitForHydration(page);
    await page.mouse.move(200, 40);
    await page.press("[name=nome]", "Enter");
    const toast = toasts(page).getByRole("status");
    await toast.getByText("Por favor, preencha o nome.").waitFor();
    await expect.poll(() => timer(toast)).toEqual([2000, "paused"]);
    await page.mouse.move(200, 800);
    await toast.waitFor({ state: "detached" });
    expect(consoleErrors).toEqual([]);
  },
);

test("a toast's button closes it", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${site.url}/contato`);
  await waitForHydration(page);
  // The pointer keeps the toast open, so only the button can close it.
  await page.mouse.move(200, 40);
  await page.press("[name=nome]", "Enter");
  const toast = toasts(page).getByRole("status");
  await expect.poll(() => timer(toast)).toEqual([2000, "paused"]);
  await toast.getByRole("button", { name: "Fechar" }).click();
  await toast.waitFor({ state: "detached" });
});

describe.each([
  [390, 844],
  [390, 420],
  [1440, 900],
  [1440, 420],
])("at %i×%i a toast doesn't cover the field it is about", (width, height) => {
  const isCovered = (page: Page, name: string) =>
    page.evaluate((field) => {
      const toast = document.querySelector("[aria-label=Avisos]")?.getBoundingClientRect();
      const control = document.querySelector(`main [name=${field}]`)?.closest("[data-field]");
      const box = control?.getBoundingClientRect();
      if (!toast || !box) throw new Error("nothing to measure");
      const isOutside = box.top < 0 || box.top > innerHeight;
      const isBeside = box.right <= toast.left || box.left >= toast.right;
      return isOutside || (!isBeside && box.top < toast.bottom && box.bottom > toast.top);
    }, name);

  test("on the contact page", async () => {
    const { page } = await openPage(browser, { viewport: { width, height } });
    await visit(page, `${site.url}/contato`);
    for (const [name, sentence] of [
      ["nome", "Por favor, preencha o nome."],
      ["email", "Por favor, preencha o email."],
      ["mensagem", "Por favor, preencha a mensagem."],
    ] as const) {
      // The field is where the toast appears.
      await page.locator(`main [name=${name}]`).evaluate((field) => {
        field.scrollIntoView({ block: "start", behavior: "instant" });
      });
      await page
        .getByRole("main")
        .locator("form")
        .evaluate((form: HTMLFormElement) => form.requestSubmit());
      await toasts(page).getByText(sentence).waitFor();
      expect(await isCovered(page, name)).toBe(false);
      await page.fill(`main [name=${name}]`, name === "email" ? "maria@example.com" : "Maria");
    }
  });

  test("on the login page", async () => {
    const { page } = await openPage(browser, { viewport: { width, height } });
    await visit(page, `${site.url}/login`);
    await page.getByRole("button", { name: "Esqueci minha senha" }).click();
    await toasts(page).getByText("insira um e-mail válido").waitFor();
    expect(await isCovered(page, "email")).toBe(false);
  });
});
