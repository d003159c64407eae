import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openPage, unfoldSearch, waitForHydration } from "../e2e/browser.ts";
import { startSite } from "../e2e/site-process.ts";
import { type Mailbox, openMailbox } from "../testing/mail-servers.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { ask, caddyNames, type RunningCaddy, startCaddy } from "./caddy.ts";
import { domain, nameHosts } from "./names.ts";
import { type Part, run, type Stage, until } from "./stage.ts";

const site = `https://${domain}`;
const maria = { email: "maria@example.com", password: "tucano-na-varanda" };
const newPassword = "beira-da-cachoeira";

export const journey: Part = {
  title: "A visitor's and an advertiser's journey over https behind deploy/Caddyfile",
  packages: ["caddy", "chromium", "curl", "libnss3-tools"],
  needsInternet: false,
  writesTrees: false,
  minutes: 6,
  async run(stage) {
    await nameHosts(stage.folder, caddyNames);
    const mailbox = await openMailbox();
    const caddy = await startAll(stage, mailbox);
    const browser = await openBrowser(stage.folder, caddy.authorityFile);
    await checkTransport(stage, caddy);
    await checkTooLarge(stage, caddy, browser);
    await journeyInBrowser(stage, browser, mailbox);
    await checkLog(stage, caddy);
    await browser.close();
  },
};

async function startAll({ folder, step }: Stage, mailbox: Mailbox): Promise<RunningCaddy> {
  const running = await step("the site starts with the manual's settings (SITE_URL, SMTP)", () => {
    const env = {
      SITE_URL: site,
      SITE_EMAIL: "contato@mardeminas.test",
      SMTP_URL: mailbox.url,
      TRUSTED_PROXIES: "loopback",
    };
    return startSite({ plainHttp: true, dataDir: join(folder, "dados"), env });
  });
  assert(running);
  const caddy = await step(
    `Caddy gets a certificate for ${domain} by ACME and serves the site with it`,
    () => startCaddy(folder, { SITES: "um", SITE_UPSTREAMS: new URL(running.url).host }),
  );
  assert(caddy);
  return caddy;
}

/** Opens a browser whose home folder trusts the rehearsal's authority. */
async function openBrowser(folder: string, authorityFile: string): Promise<Browser> {
  const database = join(folder, ".pki/nssdb");
  await run("mkdir", ["-p", database]);
  await run("certutil", ["-d", `sql:${database}`, "-N", "--empty-password"]);
  const add = ["-A", "-t", "C,,", "-n", "ensaio", "-i", authorityFile];
  await run("certutil", ["-d", `sql:${database}`, ...add]);
  process.env.HOME = folder;
  return launchBrowser();
}

async function checkTransport(stage: Stage, caddy: RunningCaddy): Promise<void> {
  const status = async (...args: string[]) =>
    Number(/^HTTP\S+ (\d+)/.exec(await ask(caddy.authorityFile, args))?.[1]);
  await stage.step("http redirects to https, and HSTS is set", async () => {
    const answer = await ask(caddy.authorityFile, [`http://${domain}/`]);
    assert.match(answer, /^HTTP\/1.1 308/);
    assert.match(answer, new RegExp(`^location: ${site}/`, "im"));
    assert.match(await ask(caddy.authorityFile, [site]), /^strict-transport-security: /im);
  });
  await stage.step("the metrics are not public", async () => {
    assert.equal(await status(`${site}/metricas`), 404);
  });
  await stage.step("forms are accepted only from the site's own origin", async () => {
    const post = (origin: string) =>
      status(
        "--data",
        "intent=login&email=x%40example.com&password=y",
        "-H",
        `Origin: ${origin}`,
        `${site}/login`,
      );
    assert.notEqual(await post(site), 403);
    for (const foreign of ["https://evil.example", "null", `http://${domain}`]) {
      assert.equal(await post(foreign), 403, foreign);
    }
  });
}

/** The site refuses 8 MB, and Caddy itself 80 MB. Chromium speaks HTTP/2. */
async function checkTooLarge(stage: Stage, caddy: RunningCaddy, browser: Browser): Promise<void> {
  await stage.step("what is too large gets our sentence, over HTTP/1.1 and HTTP/2", async () => {
    const { page } = await openPage(browser);
    await page.goto(`${site}/contato`);
    for (const megabytes of [8, 80]) {
      const bytes = megabytes * 1024 * 1024;
      const file = join(stage.folder, "grande.txt");
      await writeFile(file, Buffer.alloc(bytes, "a"));
      const overHttp1 = await run("curl", [
        ...["--silent", "--show-error", "--max-time", "60", "--cacert", caddy.authorityFile],
        ...["--http1.1", "--header", `Origin: ${site}`, "--header", "Expect:"],
        ...["--data-binary", `@${file}`, "--write-out", " %{http_code}", `${site}/contato`],
      ]);
      const overHttp2 = await page.evaluate(async (length) => {
        const answer = await fetch("/contato", { method: "POST", body: "a".repeat(length) });
        return `${await answer.text()} ${answer.status}`;
      }, bytes);
      const expected = "O que você enviou é grande demais. 413";
      assert.deepEqual([overHttp1, overHttp2], [expected, expected]);
    }
    await page.context().close();
  });
}

async function journeyInBrowser(stage: Stage, browser: Browser, mailbox: Mailbox): Promise<void> {
  const { page, consoleErrors } = await openPage(browser);
  const visitor = await openPage(browser);
  await stage.step("after registration the session cookie is Secure and HttpOnly", () =>
    register(page),
  );
  await stage.step("an ad is published with two photos", () => publish(page, stage.folder));
  const address = await stage.step(
    "a visitor finds the ad by location and price and sees its photos",
    () => search(visitor.page),
  );
  assert(address);
  await stage.step("after an edit the visitor sees the new title and price", async () => {
    await edit(page);
    await visitor.page.goto(address);
    await visitor.page.getByRole("heading", { level: 1, name: "Rancho da Enseada" }).waitFor();
    assert.match(await visitor.page.locator("main").innerText(), /R\$\s1\.100/);
  });
  await stage.step("a contact message reaches the mail server and is confirmed", async () => {
    await sendContactMessage(visitor.page);
    await mailTo(mailbox, "contato@mardeminas.test");
  });
  await stage.step("the link that confirms a new e-mail is https and works", async () => {
    await changeEmail(page, mailbox);
  });
  await stage.step("the password reset link is https and works once", async () => {
    await resetPassword(visitor.page, mailbox);
    await page.goto(`${site}/dashboard`);
    await page.waitForURL(`${site}/login`);
  });
  await stage.step("deleting the ad removes its page and photos", async () => {
    await logIn(page, "nova@example.com", newPassword);
    await remove(page, address);
  });
  await stage.step("Chromium logged no unexpected errors", async () => {
    // Chromium also logs the expected 4xx responses.
    const errors = [...consoleErrors, ...visitor.consoleErrors];
    assert.deepEqual(
      errors.filter((text) => !/status of 4(00|04|10)/.test(text)),
      [],
    );
  });
}

async function register(page: Page): Promise<void> {
  await page.goto(`${site}/register`);
  await page.fill("[name=displayName]", "Maria Aparecida Leite");
  await page.fill("[name=email]", maria.email);
  await page.fill("[name=password]", maria.password);
  await page.fill("[name=confirmPassword]", maria.password);
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site}/`);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.includes("session"));
  assert(session?.secure && session.httpOnly && session.sameSite === "Lax");
}

async function publish(page: Page, folder: string): Promise<void> {
  const files = [join(folder, "piscina.jpg"), join(folder, "varanda.jpg")];
  for (const file of files) await writeFile(file, await makeJpeg(2400, 1800, { detail: true }));
  await page.goto(`${site}/posts/create`);
  await waitForHydration(page);
  await page.setInputFiles("input[type=file]", files);
  await page.fill("[name=title]", "Rancho Beira d’Água");
  await page.fill("[name=body]", "O gramado termina onde a água começa.");
  await page.fill("[name=valorFds]", "2.400");
  await page.fill("[name=valorDiaria]", "950");
  await page.locator("[name=telefone]").pressSequentially("37900010264");
  await page.selectOption("[name=localizacao]", "Escarpas do Lago");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site}/`, { timeout: 60_000 });
  const card = page.getByRole("article").first();
  await card.getByText("Rancho Beira d’Água").waitFor();
  assert.equal(await card.locator("img").count(), 2);
}

/** Searches from the home page; returns the ad's URL. */
async function search(page: Page): Promise<string> {
  await page.goto(site);
  await waitForHydration(page);
  await unfoldSearch(page);
  await page.selectOption("form [name=localizacao]", "Escarpas do Lago");
  await page.locator("form [name=q]").pressSequentially("950");
  await page.getByRole("button", { name: "Buscar" }).click();
  await page.waitForURL(/\/search\?/);
  await page.getByRole("link", { name: "Rancho Beira d’Água", exact: true }).click();
  await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
  const photo = page.locator("main img").first();
  await until("the photo is shown", () =>
    photo.evaluate((img: HTMLImageElement) => img.naturalWidth > 0),
  );
  return page.url();
}

async function edit(page: Page): Promise<void> {
  await page.goto(`${site}/dashboard`);
  await page
    .getByRole("link", { name: /Editar/ })
    .first()
    .click();
  await page.waitForURL(/\/posts\/edit\//);
  await waitForHydration(page);
  await page.fill("[name=title]", "Rancho da Enseada");
  await page.fill("[name=valorDiaria]", "1.100");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site}/`);
}

async function sendContactMessage(page: Page): Promise<void> {
  await page.goto(`${site}/contato`);
  await waitForHydration(page);
  await page.fill("[name=nome]", "João");
  await page.fill("[name=email]", "joao@example.com");
  await page.fill("[name=mensagem]", "O rancho aceita cachorro?");
  await page.getByRole("button", { name: "Enviar mensagem" }).click();
  await page.locator("main form").getByText("E-mail enviado com sucesso!").waitFor();
}

async function changeEmail(page: Page, mailbox: Mailbox): Promise<void> {
  // The address opens the fold.
  await page.goto(`${site}/minha-conta#seu-email`);
  await waitForHydration(page);
  const form = page.locator("form#troca-de-email");
  await form.locator("[name=email]").fill("nova@example.com");
  await form.locator("[name=currentPassword]").fill(maria.password);
  await form.locator("button[type=submit]").click();
  await page.getByText("espera a sua confirmação").waitFor();
  await page.goto(await linkTo(mailbox, "nova@example.com", "novo-email"));
  await page.getByRole("button", { name: "Confirmar e-mail" }).click();
  await page.getByText("Você entra com nova@example.com.").waitFor();
}

async function resetPassword(page: Page, mailbox: Mailbox): Promise<void> {
  await page.goto(`${site}/login`);
  await waitForHydration(page);
  await page.fill("[name=email]", "nova@example.com");
  await page.getByRole("button", { name: "Esqueci minha senha" }).click();
  await page.getByText("Se não o encontrar, olhe também no spam.").waitFor();
  const link = await linkTo(mailbox, "nova@example.com", "nova-senha");
  await page.goto(link);
  await page.fill("[name=password]", newPassword);
  await page.fill("[name=confirmPassword]", newPassword);
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site}/login`);
  const again = await page.goto(link);
  assert.equal(again?.status(), 410);
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.locator("main form button[type=submit]").first().click();
  // Login returns to the page that redirected there.
  await page.waitForURL(({ pathname }) => pathname !== "/login");
}

async function remove(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const photo = await page.locator("main img").first().getAttribute("src");
  await page.goto(`${site}/dashboard`);
  await waitForHydration(page);
  await page
    .getByRole("button", { name: /^Excluir / })
    .first()
    .click();
  await page.getByRole("button", { name: "Excluir anúncio" }).click();
  await page.getByText("Rancho da Enseada").first().waitFor({ state: "detached" });
  assert.notEqual((await page.goto(address))?.status(), 200);
  // Bypasses the HTTP cache of the page, which may hold the photo.
  const { request } = page.context();
  const answer = await request.get(new URL(photo ?? "", site).href, { ignoreHTTPSErrors: true });
  assert.equal(answer.status(), 404);
}

/** Finds the link in the newest e-mail to an address; expects it to be https. */
async function linkTo(mailbox: Mailbox, email: string, kind: string): Promise<string> {
  const pattern = new RegExp(`https?://[^/\\s]+/${kind}/[\\w-]{32}`);
  return until(`an e-mail to ${email} with a link`, async () => {
    const link = pattern.exec(await mailTo(mailbox, email, pattern))?.[0] ?? "";
    assert(link.startsWith(`${site}/`), link);
    return link;
  });
}

async function mailTo(mailbox: Mailbox, email: string, pattern = /./): Promise<string> {
  return until(`an e-mail to ${email}`, () => {
    const texts = mailbox.letters.map(({ text }) => text.replace(/=\r?\n/g, ""));
    return texts.reverse().find((text) => text.includes(email) && pattern.test(text)) ?? "";
  });
}

async function checkLog(stage: Stage, caddy: RunningCaddy): Promise<void> {
  await stage.step("Caddy's access log has no tokens from e-mailed links", async (note) => {
    const log = await until("the last request is in the log", async () => {
      const text = await readFile(caddy.accessLog, "utf8");
      return text.includes("/nova-senha") && text.includes("/novo-email") ? text : "";
    });
    assert.doesNotMatch(log, /\/(nova-senha|novo-email)\/[\w-]{20}/);
    note(`${log.trim().split("\n").length} requests logged`);
  });
}
