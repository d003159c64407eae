import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { flashOf } from "../../../testing/cookies.ts";
import { openMailbox, openSilentSmtp } from "../../../testing/mail-servers.ts";
import { openSiteOn, openTestSite, type TestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";

const message = { nome: "João", email: "joao@example.com", mensagem: "Tem vaga no Réveillon?" };
const success = "E-mail enviado com sucesso!";
const failure = "Erro ao enviar o e-mail. Tente novamente.";

function settings(smtpUrl: string) {
  return {
    SMTP_URL: smtpUrl,
    SITE_URL: "https://mardeminas.example",
    SITE_EMAIL: "contato@mardeminas.example",
  };
}

/** Sends the form as a browser without script does. */
async function send(site: TestSite, form: Record<string, string> = message) {
  const body = new URLSearchParams(form);
  const answer = await site.app.request("/contato", { method: "POST", body });
  const flash = await flashOf(answer);
  return { status: answer.status, text: (flash?.text ?? "") + (await answer.text()) };
}

async function mailbox(...args: Parameters<typeof openMailbox>) {
  const opened = await openMailbox(...args);
  onTestFinished(opened.close);
  return opened;
}

test("a message is confirmed once the mail server accepted it", async () => {
  const { url, letters } = await mailbox();
  const site = await openTestSite(settings(url));
  const sent = await send(site);
  expect(sent).toEqual({ status: 302, text: expect.stringContaining(success) });
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toMatch(/^Reply-To: .*joao@example\.com/m);
  const rows = await site.db.select().from(outbox);
  expect(rows).toMatchObject([{ state: "sent", attempts: 1 }]);
});

test("without a mail service a message is confirmed once it is an .eml file", async () => {
  const site = await openTestSite();
  expect((await send(site)).status).toBe(302);
  const rows = await site.db.select().from(outbox);
  expect(rows).toMatchObject([{ state: "sent" }]);
  expect(await readdir(join(site.dataDir, "outbox"))).toEqual([`${rows[0]?.id}.eml`]);
});

test("a refused message is reported, kept and returned to the form; sent again, it arrives once", async () => {
  let refuses = true;
  const { url, letters } = await mailbox(() => (refuses ? new Error("mailbox full") : null));
  const site = await openTestSite(settings(url));
  const refused = await send(site);
  expect(refused.status).toBe(503);
  expect(refused.text).toContain(failure);
  for (const typed of Object.values(message)) expect(refused.text).toContain(typed);
  const [kept] = await site.db.select().from(outbox);
  expect(kept).toMatchObject({ state: "waiting", attempts: 1, claim: null });
  expect(kept?.lastError).toContain("mailbox full");

  refuses = false;
  expect(await send(site)).toEqual({ status: 302, text: expect.stringContaining(success) });
  expect(letters.map(({ messageId }) => messageId)).toEqual([`${kept?.id}@mardeminas.example`]);
  const rows = await site.db.select().from(outbox);
  expect(rows).toMatchObject([{ id: kept?.id, state: "sent" }]);
});

test("a message delivered in the background meanwhile is confirmed without being sent again", async () => {
  let refuses = true;
  const { url, letters } = await mailbox(() => (refuses ? new Error("mailbox full") : null));
  const site = await openTestSite(settings(url));
  expect((await send(site)).status).toBe(503);
  refuses = false;
  await site.db.update(outbox).set({ nextAttemptAt: sql`now()` });
  expect(await site.sender.sendNext()).toBe(true);

  expect((await send(site)).status).toBe(302);
  expect(letters).toHaveLength(1);
  expect((await site.rows()).outbox).toBe(1);
});

test("identical messages posted to two sites at once arrive once, and every post is confirmed", async () => {
  const { url, letters } = await mailbox();
  const site = await openTestSite(settings(url));
  const other = await openSiteOn(site.databaseUrl, settings(url));
  const sites = [site, other, site, other, site, other];
  // Both sites' senders run, as in production.
  for (const each of [site, other]) {
    each.sender.start(1);
    onTestFinished(() => each.sender.stop());
  }
  const sent = await Promise.all(sites.map((each) => send(each)));
  expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(302));
  expect(letters).toHaveLength(1);
  const rows = await site.db.select().from(outbox);
  expect(rows).toMatchObject([{ state: "sent", attempts: 1 }]);
});

test("a delivery slower than 8 s ends as its sentence appears, and the next press tries afresh", async () => {
  const asked: ((error: Error | null) => void)[] = [];
  let isHanging = true;
  const { url, letters } = await mailbox(() =>
    isHanging ? new Promise((answer) => asked.push(answer)) : null,
  );
  const site = await openTestSite(settings(url));
  const start = performance.now();
  const slow = await send(site);
  const seconds = (performance.now() - start) / 1000;
  expect(slow.status).toBe(503);
  expect(slow.text).toContain(failure);
  expect(slow.text).toContain(message.mensagem);
  expect(seconds).toBeGreaterThan(7.9);
  // An attempt in the background may take 20 s.
  expect(seconds).toBeLessThan(15);
  const ended = await site.db.select().from(outbox);
  expect(ended).toMatchObject([
    {
      state: "waiting",
      attempts: 1,
      claim: null,
      lastError: expect.stringMatching(/^gave up after 8(\.\d)? s$/),
    },
  ]);

  isHanging = false;
  const again = await send(site);
  expect(again.status).toBe(302);
  expect(asked).toHaveLength(1);
  expect(letters).toHaveLength(1);
  const rows = await site.db.select().from(outbox);
  expect(rows).toMatchObject([{ state: "sent", attempts: 1, claim: null }]);
});

test("while a mail server hangs, waiting forms hold no database connection and pages are served", async () => {
  const silent = await openSilentSmtp();
  onTestFinished(silent.close);
  const site = await openTestSite(settings(`smtp://127.0.0.1:${silent.port}`));
  // There are more forms than the pool has connections.
  const texts = Array.from({ length: 10 }, (_, n) => `Mensagem ${n}`);
  const sending = texts.map((mensagem) => send(site, { ...message, mensagem }));
  await expect.poll(silent.taken, { timeout: 7_000 }).toBe(10);
  expect(site.db.$client.totalCount - site.db.$client.idleCount).toBe(0);
  expect((await site.app.request("/healthz")).status).toBe(200);
  expect((await site.app.request("/search")).status).toBe(200);
  // The test above waits for the end of the 8 s.
  await silent.close();
  const answers = await Promise.all(sending);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(503));
  expect((await site.rows()).outbox).toBe(10);
});

test("a message the configuration cannot send is reported at once and waits without attempts", async () => {
  const site = await openTestSite({
    EMAIL_SERVICE_URL: "http://127.0.0.1:9",
    EMAIL_USER_ID: "usuario",
    EMAIL_SERVICE_ID: "servico",
    SITE_URL: "https://mardeminas.example",
    SITE_EMAIL: "contato@mardeminas.example",
  });
  const sent = await send(site);
  expect(sent).toEqual({ status: 503, text: expect.stringContaining(failure) });
  const rows = await site.db.select().from(outbox);
  expect(rows).toMatchObject([
    { state: "waiting", attempts: 0, lastError: "Falta indicar EMAIL_TEMPLATE_ID." },
  ]);
});

test("a bot that fills the hidden field is thanked, and nothing is stored or sent", async () => {
  const { url, letters } = await mailbox();
  const site = await openTestSite(settings(url));
  const thanked = await send(site, { ...message, assunto: "Ganhe dinheiro" });
  expect(thanked).toEqual({ status: 302, text: expect.stringContaining(success) });
  expect((await site.rows()).outbox).toBe(0);
  expect(letters).toEqual([]);
});
