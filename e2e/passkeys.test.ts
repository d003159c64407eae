import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { runOperator } from "../cli/main.ts";
import { password } from "../testing/advertiser.ts";
import { signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { confirmEmail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();

/** A phone with a fingerprint sensor, as far as the page can tell. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
}

test("an owner creates a passkey, enters with it, is offered it in the e-mail field, and deletes it", async () => {
  const { page, consoleErrors } = await openPage(browser, { reducedMotion: "reduce" });
  const { cdp, id } = await addAuthenticator(page);
  const email = await signUp(page, site.url);
  await visit(page, `${site.url}/minha-conta`);
  // The password was typed a moment ago.
  const keys = page.getByRole("region", { name: "Chave de acesso" });
  expect(await keys.locator("[name=currentPassword]").count()).toBe(0);
  await keys.getByRole("button", { name: "Criar chave de acesso" }).click();
  await page.getByText("Chave de acesso criada.").waitFor();
  await keys.getByText("Chrome no Linux").waitFor();
  expect(await violations(page)).toEqual([]);
  // The device already has one.
  await keys.getByRole("button", { name: "Criar chave de acesso" }).click();
  await page.getByText("Este aparelho já tem uma chave de acesso desta conta.").waitFor();

  // Neither the button nor the suggestion logs in without a finger on the sensor.
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", {
    authenticatorId: id,
    enabled: false,
  });
  await logOut(page);
  await visit(page, `${site.url}/login`);
  expect(await page.locator("[name=email]").getAttribute("autocomplete")).toBe("username webauthn");
  const button = page.getByRole("button", { name: "Entrar com chave de acesso" });
  await button.waitFor();
  expect(await violations(page)).toEqual([]);
  // The click comes only now, because the field's suggestion is waiting for a finger as well.
  await button.click();
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled: true });
  await page.waitForURL(`${site.url}/`);
  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("heading", { name: "Meus Anúncios" }).waitFor();

  // The authenticator answers the suggestion's request by itself, as if it had been chosen.
  await logOut(page);
  await page.goto(`${site.url}/login`);
  await page.waitForURL(`${site.url}/`);
  await visit(page, `${site.url}/minha-conta`);
  await page.getByText(`Você entra com ${email}.`).waitFor();

  await page.getByRole("button", { name: /^Apagar a chave de acesso/ }).click();
  await page.getByText("Chave de acesso apagada.").waitFor();
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", {
    authenticatorId: id,
    enabled: false,
  });
  await logOut(page);
  await visit(page, `${site.url}/login`);
  await button.waitFor();
  await button.click();
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled: true });
  await page.getByText("Não reconhecemos esta chave de acesso.").waitFor();
  expect(consoleErrors.filter((line) => !/status of 400/.test(line))).toEqual([]);
});

test("a member of the staff opens the panel with a passkey, and still types the password after a login with it", async () => {
  const { page } = await openPage(browser, { reducedMotion: "reduce" });
  await addAuthenticator(page);
  const email = await signUp(page, site.url);
  await confirmEmail(site, email);
  const write = () => undefined;
  const code = await runOperator(["equipe", "adicionar", email], {
    env: { DATA_DIR: site.dataDir },
    stdout: { write },
    stderr: { write },
  });
  expect(code).toBe(0);
  await visit(page, `${site.url}/operador`);
  await page.getByRole("button", { name: "Criar chave de acesso" }).click();
  await page.getByRole("heading", { name: "Guarde estes códigos" }).waitFor();
  await page.getByRole("link", { name: "Abrir o painel" }).click();
  await page.getByRole("heading", { name: "O que precisa de você hoje" }).waitFor();

  // The suggestion logs in at once.
  await logOut(page);
  await page.goto(`${site.url}/login`);
  await page.waitForURL(`${site.url}/`);
  await visit(page, `${site.url}/operador`);
  await page.getByRole("heading", { name: "Confirme a sua senha" }).waitFor();
  expect(await page.locator("[name=codigo]").count()).toBe(0);
  await page.fill("[name=currentPassword]", password);
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("heading", { name: "O que precisa de você hoje" }).waitFor();

  // A login by the password alone makes the site ask for the passkey.
  await logOut(page);
  const form = { email, password };
  await page.request.post(`${site.url}/login`, { form, maxRedirects: 0 });
  await visit(page, `${site.url}/operador`);
  await page.getByRole("heading", { name: "Confirme que é você" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Usar chave de acesso" }).click();
  await page.getByRole("heading", { name: "O que precisa de você hoje" }).waitFor();
});

test("nothing on the login page moves when the offer of a passkey has loaded", async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  await addAuthenticator(page);
  await page.goto(`${site.url}/login`);
  await page.locator("button:enabled", { hasText: "Entrar com chave de acesso" }).waitFor();
  const shifts = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
        ).observe({ type: "layout-shift", buffered: true });
        // An observer without entries isn't called.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
  expect(shifts).toEqual([]);
});
