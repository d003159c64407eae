import { beforeAll, expect, test, vi } from "vitest";
import { runOperator } from "../cli/main.ts";
import { askAt, findAd } from "../testing/advertiser.ts";
import { patience } from "../testing/patience.ts";
import { setUpAuthenticator } from "../testing/second-factor.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit, waitForHydration } from "./browser.ts";
import { confirmEmail } from "./mailbox.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" } as const;
let adPath: string;
let check: () => Promise<void>;

beforeAll(async () => {
  const owner = await openPage(browser);
  await signUp(owner.page, site.url, "maria@example.com");
  await publishAd(owner.page, site.url, { nomePix: "Maria Aparecida Leite" });
  adPath = await findAd(askAt(site.url));
  check = await signInOperator();
});

/** Returns a function that checks the ad in the panel, as it is then. */
async function signInOperator(): Promise<() => Promise<void>> {
  const { page } = await openPage(browser, phone);
  await signUp(page, site.url, "bia@example.com");
  await confirmEmail(site, "bia@example.com");
  const write = () => undefined;
  const io = { env: { DATA_DIR: site.dataDir }, stdout: { write }, stderr: { write } };
  expect(await runOperator(["equipe", "adicionar", "bia@example.com"], io)).toBe(0);
  const cookies = await page.context().cookies();
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  await setUpAuthenticator((path, form) =>
    fetch(site.url + path, {
      method: form ? "POST" : "GET",
      body: form ? new URLSearchParams(form) : null,
      headers,
      redirect: "manual",
    }),
  );
  return async () => {
    await visit(page, `${site.url}/operador/anuncios?q=${adPath.split("/").at(-1)}`);
    await page.getByText("Nome no Pix: Maria Aparecida Leite").waitFor();
    await page.getByRole("button", { name: /^Conferido/ }).click();
    await page.getByText("Anúncio conferido hoje.").waitFor();
  };
}

/** Resolves once the ad's kept page has the words, or no longer has them. */
async function seeAd(words: string, isThere = true): Promise<void> {
  await vi.waitFor(async () => {
    const html = await (await fetch(site.url + adPath)).text();
    expect(html.includes(words)).toBe(isThere);
  }, patience);
}

async function openAsOwner(path: string, options: object = {}) {
  const opened = await openPage(browser, { ...phone, ...options });
  const { page } = opened;
  const form = { email: "maria@example.com", password: "serra-da-canastra" };
  await page.request.post(`${site.url}/login`, { form, maxRedirects: 0 });
  await page.goto(site.url + path);
  return opened;
}

test("on a phone, the form says what a change would end, and saves it once the owner agrees", async () => {
  await check();
  await seeAd("O Pix deve estar em nome de Maria Aparecida Leite");
  const { page, consoleErrors } = await openAsOwner(adPath.replace("/posts/", "/posts/edit/"));
  await waitForHydration(page);
  await page.getByLabel("Telefone").fill("(35) 98888-1234");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();

  const note = page.getByRole("alert").filter({ hasText: "perde a marca “Conferido”" });
  await note.waitFor();
  await expect.poll(() => note.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await note.textContent()).toContain("porque muda o telefone.");
  expect(await violations(page)).toEqual([]);
  await seeAd("O Pix deve estar em nome de Maria Aparecida Leite");

  // Changed back, there is nothing to agree to.
  await page.getByLabel("Telefone").fill("(37) 90001-0264");
  await page.getByLabel("Descrição").fill("Com outro texto.");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.waitForURL(`${site.url}/`);
  await seeAd("Com outro texto.");
  await seeAd("O Pix deve estar em nome de Maria Aparecida Leite");

  await visit(page, site.url + adPath.replace("/posts/", "/posts/edit/"));
  await page.getByLabel("Telefone").fill("(35) 98888-1234");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByRole("button", { name: "Salvar e perder a marca" }).click();
  await page.waitForURL(`${site.url}/`);
  await seeAd("98888-1234");
  await seeAd("Conferido", false);
  await seeAd("Peça o nome completo de quem recebe o Pix");
  // The only complaint is the browser's about the refused forms.
  expect(consoleErrors.filter((line) => !line.includes("409"))).toEqual([]);
});

test.each([true, false])("a new name asks on /minha-conta, with script: %s", async (hasScript) => {
  await check();
  const { page } = await openAsOwner("/minha-conta", { javaScriptEnabled: hasScript });
  if (hasScript) await waitForHydration(page);
  const name = hasScript ? "Rita Souza" : "Vera Souza";
  await page.getByRole("textbox", { name: "Nome", exact: true }).fill(name);
  await page.getByRole("button", { name: "Salvar nome" }).click();
  await page.getByText("perde a marca “Conferido”").waitFor();
  expect(await page.getByRole("textbox", { name: "Nome", exact: true }).inputValue()).toBe(name);
  if (hasScript) expect(await violations(page)).toEqual([]);
  await seeAd("Conferido pelo Mar de Minas");
  await page.getByRole("button", { name: "Salvar e perder a marca" }).click();
  await seeAd("Conferido pelo Mar de Minas", false);
  await seeAd(name);
});
