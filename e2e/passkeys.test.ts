import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { password } from "../testing/advertiser.ts";
import { signUp } from "./advertiser.ts";
import { openPage, toasts, violations, visit } from "./browser.ts";
import { confirmEmail } from "./mailbox.ts";
import { operate } from "./operate.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

interface Authenticator {
  cdp: CDPSession;
  id: string;
}

/** A phone with a fingerprint sensor, as far as the page can tell. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
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

const offers = "**/chaves-de-acesso";

/**
 * Enters with the button. The finger must not be on the sensor before the site's offer arrives, or the
 * field's suggestion would take it; nor after, because a request that found no finger waits for ever.
 */
async function enterByButton(page: Page, { cdp, id }: Authenticator): Promise<void> {
  const present = (enabled: boolean) =>
    cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled });
  await present(false);
  const suggested = page.waitForResponse(offers);
  await visit(page, `${site.url}/login`);
  await (await suggested).finished();
  await page.route(offers, async (route) => {
    await present(true);
    await route.continue();
  });
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
}

test("an owner creates a passkey, enters with it, is offered it in the e-mail field, and deletes it", async () => {
  const { page, consoleErrors } = await openPage(browser);
  const authenticator = await addAuthenticator(page);
  const email = await signUp(page, site.url);
  await visit(page, `${site.url}/minha-conta`);
  // The password was typed a moment ago.
  const keys = page.getByRole("region", { name: "Chave de acesso" });
  expect(await keys.locator("[name=currentPassword]").count()).toBe(0);
  await keys.getByRole("button", { name: "Criar chave de acesso" }).click();
  await toasts(page).getByText("Chave de acesso criada.").waitFor();
  await keys.getByText("Chrome no Linux").waitFor();
  expect(await violations(page)).toEqual([]);
  // The device already has one.
  await keys.getByRole("button", { name: "Criar chave de acesso" }).click();
  await page.getByText("Este aparelho já tem uma chave de acesso desta conta.").waitFor();

  await logOut(page);
  await enterByButton(page, authenticator);
  await page.waitForURL(`${site.url}/`);
  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("heading", { name: "Meus Anúncios" }).waitFor();

  // The authenticator answers the suggestion's request unprompted, as if it had been chosen.
  await logOut(page);
  await page.goto(`${site.url}/login`);
  await page.waitForURL(`${site.url}/`);
  await page.unroute(offers);
  await visit(page, `${site.url}/minha-conta`);
  await page.getByText(`Você entra com ${email}.`).waitFor();

  await page.getByRole("button", { name: /^Apagar a chave de acesso/ }).click();
  await toasts(page).getByText("Chave de acesso apagada.").waitFor();
  await logOut(page);
  await enterByButton(page, authenticator);
  await page.getByText("Não reconhecemos esta chave de acesso.").waitFor();
  expect(consoleErrors.filter((line) => !/status of 400/.test(line))).toEqual([]);
});

test("a member of the staff opens the panel with a passkey, and still types the password after a login with it", async () => {
  const { page } = await openPage(browser);
  await addAuthenticator(page);
  const email = await signUp(page, site.url);
  await confirmEmail(site, email);
  await operate(site, "equipe", "adicionar", email);
  await visit(page, `${site.url}/operador`);
  await page.getByRole("button", { name: "Criar chave de acesso" }).click();
  await page.getByRole("heading", { name: "Guarde estes códigos" }).waitFor();
  await page.getByRole("link", { name: "Abrir o painel" }).click();
  await page.getByRole("heading", { name: "Hoje", exact: true }).waitFor();

  // The suggestion logs in at once.
  await logOut(page);
  await page.goto(`${site.url}/login`);
  await page.waitForURL(`${site.url}/`);
  await visit(page, `${site.url}/operador`);
  await page.getByRole("heading", { name: "Confirme a sua senha" }).waitFor();
  expect(await page.locator("[name=codigo]").count()).toBe(0);
  await page.fill("[name=currentPassword]", password);
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("heading", { name: "Hoje", exact: true }).waitFor();

  // A login by the password alone makes the site ask for the passkey.
  await logOut(page);
  const form = { email, password };
  await page.request.post(`${site.url}/login`, { form, maxRedirects: 0 });
  await visit(page, `${site.url}/operador`);
  await page.getByRole("heading", { name: "Confirme que é você" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Usar chave de acesso" }).click();
  await page.getByRole("heading", { name: "Hoje", exact: true }).waitFor();
});

test("a suggestion that arrives after the button's request doesn't take its place", async () => {
  const { page } = await openPage(browser);
  await addAuthenticator(page);
  await page.addInitScript(() => {
    const asked: unknown[] = [];
    Object.assign(window, { asked });
    navigator.credentials.get = (options) => {
      asked.push(options?.mediation);
      return new Promise(() => undefined);
    };
  });
  const held = Promise.withResolvers<void>();
  await page.route(
    offers,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const suggestion = page.waitForRequest(offers);
  await visit(page, `${site.url}/login`);
  const late = (await suggestion).response();
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  const asked = () => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked);
  await expect.poll(asked).toHaveLength(1);
  held.resolve();
  await (await late)?.finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await asked()).toEqual(["optional"]);
});
