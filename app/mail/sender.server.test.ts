import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openMailbox, openMailService, openSilentSmtp } from "../../testing/mail-servers.ts";
import { openSiteOn, openTestSite, type TestSite } from "../../testing/site.ts";
import { type OutboxContent, outbox } from "../db/mail-schema.ts";
import { createMailer, type MailSettings } from "./mailer.server.ts";
import { queueMail, sendAgain } from "./outbox.server.ts";
import { createSender, type Sender, waitAfter } from "./sender.server.ts";

const log = pino({ level: "silent" });
const letter: OutboxContent = {
  kind: "letter",
  to: "maria@example.com",
  subject: "Sua nova senha no Mar de Minas",
  text: "Olá, Maria! São João, avó, coração.",
};
const message: OutboxContent = {
  kind: "message",
  nome: "João",
  email: "joao@example.com",
  mensagem: "Tem vaga no Réveillon?",
};

function senderOn(
  site: Pick<TestSite, "db">,
  settings: Partial<MailSettings>,
  senderLog = log,
): Sender {
  const mailer = createMailer({
    smtpUrl: null,
    service: null,
    outboxDir: "/nonexistent",
    siteEmail: "contato@mardeminas.example",
    siteUrl: () => "https://mardeminas.example",
    ...settings,
  });
  const sender = createSender(site.db, mailer, senderLog);
  onTestFinished(() => sender.stop());
  return sender;
}

async function smtp(...args: Parameters<typeof openMailbox>) {
  const mailbox = await openMailbox(...args);
  onTestFinished(mailbox.close);
  return mailbox;
}

async function service(...args: Parameters<typeof openMailService>) {
  const { url, received, close } = await openMailService(...args);
  onTestFinished(close);
  const ids = { userId: "u", serviceId: "s", templateId: "t", letterTemplateId: null };
  return { received, settings: { url, ...ids } };
}

async function row(site: TestSite) {
  const [found] = await site.db.select().from(outbox);
  return found;
}

test("an e-mail is sent by SMTP once", async () => {
  const site = await openTestSite();
  const { url, letters } = await smtp();
  const id = await queueMail(site.db, letter);

  expect(await senderOn(site, { smtpUrl: url }).sendNext()).toBe(true);
  expect(await senderOn(site, { smtpUrl: url }).sendNext()).toBe(false);

  expect(letters).toEqual([
    {
      messageId: `${id}@mardeminas.example`,
      text: expect.stringContaining("To: maria@example.com"),
    },
  ]);
  expect(await row(site)).toMatchObject({ state: "sent", attempts: 1, lastError: null });
});

test("two concurrent senders send each e-mail once", async () => {
  const site = await openTestSite();
  const other = await openSiteOn(site.databaseUrl);
  const { url, letters } = await smtp();
  for (let n = 0; n < 6; n++) await queueMail(site.db, { ...letter, subject: `Carta ${n}` });
  const senders = [site, other].map((each) => senderOn(each, { smtpUrl: url }));
  const all = async (sender: Sender) => {
    while (await sender.sendNext()) {
      // Repeats until no e-mail is due.
    }
  };
  await Promise.all(senders.map(all));
  expect(letters).toHaveLength(6);
});

test("a refused e-mail is retried after doubling waits until the server accepts it", async () => {
  const site = await openTestSite();
  let refuse = true;
  const { url, letters } = await smtp(() => (refuse ? new Error("mailbox full") : null));
  const sender = senderOn(site, { smtpUrl: url });
  await queueMail(site.db, letter);

  expect(await sender.sendNext()).toBe(true);
  const waiting = await row(site);
  expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
  expect(waiting?.lastError).toContain("mailbox full");
  expect((waiting?.nextAttemptAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(25_000);
  expect(await sender.sendNext()).toBe(false);

  refuse = false;
  await site.db.update(outbox).set({ nextAttemptAt: sql`now()` });
  // A second sender stands for the site after a restart.
  expect(await senderOn(site, { smtpUrl: url }).sendNext()).toBe(true);
  expect(letters).toHaveLength(1);
  expect(await row(site)).toMatchObject({ state: "sent", attempts: 2, lastError: null });
});

test("waits double from 30 s to six hours; the fourteenth failure is final", async () => {
  expect([1, 2, 3, 10, 11].map(waitAfter)).toEqual([30, 60, 120, 15_360, 21_600]);
  const site = await openTestSite();
  const id = await queueMail(site.db, letter);
  await site.db.update(outbox).set({ attempts: 13 });
  await senderOn(site, { smtpUrl: "smtp://127.0.0.1:9" }).sendNext();
  expect(await row(site)).toMatchObject({ state: "failed", attempts: 14 });

  const { url, letters } = await smtp();
  expect(await sendAgain(site.db, id)).toBe(true);
  await senderOn(site, { smtpUrl: url }).sendNext();
  expect(letters).toHaveLength(1);
  expect(await sendAgain(site.db, crypto.randomUUID())).toBe(false);
});

test("a hanging mail server does not block the sender", async () => {
  const site = await openTestSite();
  const silent = await openSilentSmtp();
  onTestFinished(silent.close);
  await queueMail(site.db, letter);
  await senderOn(site, { smtpUrl: `smtp://127.0.0.1:${silent.port}`, timeoutMs: 500 }).sendNext();
  expect(await row(site)).toMatchObject({
    state: "waiting",
    attempts: 1,
    lastError: "gave up after 0.5 s",
  });
});

test("a contact message is posted to the e-mail service with the specification's JSON", async () => {
  const site = await openTestSite();
  const { received, settings } = await service(() => [200, "enviado"]);
  await queueMail(site.db, message);
  await senderOn(site, { service: settings }).sendNext();
  expect(received).toEqual([
    {
      url: "/api/v1.0/email/send",
      body: {
        lib_version: expect.any(String),
        user_id: "u",
        service_id: "s",
        template_id: "t",
        template_params: {
          nome: "João",
          email: "joao@example.com",
          mensagem: "Tem vaga no Réveillon?",
        },
      },
    },
  ]);
  expect(await row(site)).toMatchObject({ state: "sent" });
});

test.each<[what: string, answer: [number, string], state: string]>([
  ["text OK with another status", [202, "OK"], "sent"],
  ["500", [500, "quebrou"], "waiting"],
  ["400", [400, "template not found"], "waiting"],
])("the e-mail service answering %s", async (_, answer, state) => {
  const site = await openTestSite();
  const { settings } = await service(() => answer);
  await queueMail(site.db, message);
  await senderOn(site, { service: settings }).sendNext();
  const found = await row(site);
  expect(found).toMatchObject({ state, attempts: 1 });
  if (state === "waiting") expect(found?.lastError).toContain(answer[1]);
});

const missing = (name: string) => `Falta indicar ${name}.`;

test.each([
  ["userId", message, "EMAIL_USER_ID"],
  ["serviceId", message, "EMAIL_SERVICE_ID"],
  ["templateId", message, "EMAIL_TEMPLATE_ID"],
  ["letterTemplateId", letter, "EMAIL_LETTER_TEMPLATE_ID, ou SMTP_URL"],
])(
  "without %s e-mails wait untried; the operator's list says why, and the log once",
  async (field, content, name) => {
    const site = await openTestSite();
    const { received, settings } = await service();
    const ids = { ...settings, letterTemplateId: "cartas", [field]: null };
    const lines: string[] = [];
    const ownLog = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const sender = senderOn(site, { service: ids }, ownLog);
    await queueMail(site.db, content);
    await queueMail(site.db, content);
    sender.start(20);
    await expect
      .poll(() => site.db.select().from(outbox))
      .toEqual([
        expect.objectContaining({ state: "waiting", attempts: 0, lastError: missing(name) }),
        expect.objectContaining({ state: "waiting", attempts: 0, lastError: missing(name) }),
      ]);
    await queueMail(site.db, content);
    await expect
      .poll(() => site.db.$count(outbox, sql`${outbox.lastError} = ${missing(name)}`))
      .toBe(3);
    await sender.stop();
    expect(received).toEqual([]);
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([missing(name)]);

    // A restart with the setting leaves nothing of the wait.
    const again = senderOn(site, { service: { ...settings, letterTemplateId: "cartas" } });
    while (await again.sendNext()) {
      // Repeats until no e-mail is due.
    }
    const rows = await site.db.select().from(outbox);
    expect(rows.map(({ state, attempts, lastError }) => [state, attempts, lastError])).toEqual(
      Array(3).fill(["sent", 1, null]),
    );
  },
);

test("the e-mail service has separate templates for letters and contact messages", async () => {
  const site = await openTestSite();
  const { received, settings } = await service();
  await queueMail(site.db, message);
  await queueMail(site.db, letter);
  const sender = senderOn(site, { service: { ...settings, letterTemplateId: "cartas" } });
  await sender.sendNext();
  await sender.sendNext();
  expect(received.map(({ body }) => body)).toMatchObject([
    { template_id: "t", template_params: { email: "joao@example.com" } },
    { template_id: "cartas", template_params: { email: "maria@example.com" } },
  ]);
});

test("with SMTP and the service, SMTP sends letters and the service contact messages", async () => {
  const site = await openTestSite();
  const { url, letters } = await smtp();
  const { received, settings } = await service();
  await queueMail(site.db, message);
  await queueMail(site.db, letter);
  const sender = senderOn(site, { smtpUrl: url, service: settings });
  await sender.sendNext();
  await sender.sendNext();
  expect(received.map(({ body }) => body)).toMatchObject([{ template_id: "t" }]);
  expect(letters.map(({ text }) => text)).toEqual([
    expect.stringContaining("To: maria@example.com"),
  ]);
});

test("without a mail service each e-mail becomes a private .eml file", async () => {
  const site = await openTestSite();
  const outboxDir = await mkdtemp(join(tmpdir(), "mar-de-minas-eml-"));
  onTestFinished(() => rm(outboxDir, { recursive: true, force: true }));
  await chmod(outboxDir, 0o755);
  const id = await queueMail(site.db, message);
  await senderOn(site, { outboxDir }).sendNext();
  expect((await stat(outboxDir)).mode & 0o777).toBe(0o700);
  expect((await stat(join(outboxDir, `${id}.eml`))).mode & 0o777).toBe(0o600);
  expect(await readdir(outboxDir)).toEqual([`${id}.eml`]);
  const eml = await readFile(join(outboxDir, `${id}.eml`), "utf8");
  expect(eml).toMatch(/^From: .*contato@mardeminas\.example/m);
  expect(eml).toMatch(/^Reply-To: .*joao@example\.com/m);
  expect(eml).toMatch(/^Subject: =\?UTF-8\?/m);
});

test("a started sender sends queued e-mails, and stops after the one in progress", async () => {
  const site = await openTestSite();
  const { url, letters } = await smtp();
  const sender = senderOn(site, { smtpUrl: url });
  sender.start(20);
  await queueMail(site.db, letter);
  await expect.poll(() => letters.length).toBe(1);
  await sender.stop();
  await queueMail(site.db, letter);
  expect(letters).toHaveLength(1);
});

/** A mail server that answers only when told to. */
async function slowSmtp() {
  const asked: ((error: Error | null) => void)[] = [];
  const mailbox = await smtp(() => new Promise((answer) => asked.push(answer)));
  return { ...mailbox, asked };
}

test("while a mail server is slow, no transaction is open and no other sender takes the e-mail", async () => {
  const site = await openTestSite();
  const { url, letters, asked } = await slowSmtp();
  const id = await queueMail(site.db, letter);
  const sending = senderOn(site, { smtpUrl: url }).sendNext();
  await expect.poll(() => asked.length).toBe(1);
  const open = await site.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
  );
  expect(open.rowCount).toBe(0);
  const other = senderOn(site, { smtpUrl: url });
  expect(await other.sendNext()).toBe(false);
  expect(await other.sendNow(id, 300)).toBe(false);
  asked[0]?.(null);
  await sending;
  expect(await other.sendNow(id, 10_000)).toBe(true);
  expect(letters).toHaveLength(1);
  expect(await row(site)).toMatchObject({ state: "sent", attempts: 1, claim: null });
});

test("after a process dies while sending, its e-mail is sent once the claim expires", async () => {
  const site = await openTestSite();
  const { url, letters } = await smtp();
  await queueMail(site.db, letter);
  const claimed = { claim: crypto.randomUUID(), nextAttemptAt: sql`now() + interval '30 seconds'` };
  await site.db.update(outbox).set(claimed);
  const sender = senderOn(site, { smtpUrl: url });
  expect(await sender.sendNext()).toBe(false);
  await site.db.update(outbox).set({ nextAttemptAt: sql`now() - interval '1 second'` });
  expect(await sender.sendNext()).toBe(true);
  expect(letters).toHaveLength(1);
  expect(await row(site)).toMatchObject({ state: "sent", attempts: 1, claim: null });
});

test("a failure recorded after the claim expired does not undo another sender's success", async () => {
  const site = await openTestSite();
  const { url, asked } = await slowSmtp();
  const good = await smtp();
  await queueMail(site.db, letter);
  const sending = senderOn(site, { smtpUrl: url }).sendNext();
  await expect.poll(() => asked.length).toBe(1);
  await site.db.update(outbox).set({ nextAttemptAt: sql`now()` });
  expect(await senderOn(site, { smtpUrl: good.url }).sendNext()).toBe(true);
  asked[0]?.(new Error("too late"));
  await sending;
  expect(await row(site)).toMatchObject({ state: "sent", lastError: null });
});
