import { expect, test } from "vitest";
import { endOfTerm } from "../app/domain/accounts/plans/plans.ts";
import { addDays, formatCivilDate, today } from "../app/domain/calendar/civil-date.ts";
import { receiverName } from "../testing/orders.ts";
import { signUp } from "./advertiser.ts";
import { openPage, visit } from "./browser.ts";
import { operate } from "./operate.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

test("a plan that ends tomorrow is paid by Pix, with the code that was copied", async () => {
  const { page, consoleErrors } = await openPage(browser, {
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const email = await signUp(page, site.url);
  const tomorrow = addDays(today(), 1);
  await operate(site, "plano", email, "basico", "--ate", tomorrow);

  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: "Pagar com Pix" }).click();
  await page.getByRole("heading", { level: 1, name: "Pagar com Pix" }).waitFor();
  expect(page.url()).toBe(`${site.url}/plans/pix?plano=basico&por=mes`);
  const until = formatCivilDate(endOfTerm("mes", tomorrow));
  await page.getByText(`até ${until}, a partir da confirmação`).waitFor();
  await page.getByText(new RegExp(`^${receiverName}`)).waitFor();
  const code = await page.locator("[data-pix]").innerText();
  await page.getByRole("button", { name: "Copiar código" }).click();
  await page.getByText("Código copiado.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.locator("[data-pix]").click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(code);
  await page.getByRole("button", { name: "Já paguei" }).click();
  await page.getByText(/^Você avisou em/).waitFor();
  expect(await page.locator("[data-pix]").isVisible()).toBe(false);
  expect(consoleErrors).toEqual([]);
});
