import { chmod, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../../testing/folder.ts";
import {
  openMailbox,
  openMailService,
  openSilentService,
  openSilentSmtp,
} from "../../../testing/mail-servers.ts";
import { shareDatabase } from "../../../testing/shared-database.ts";
import { type OutboxContent, outbox } from "../db/mail-schema.ts";
import { typed } from "./letter-words.ts";
import { deadMailbox } from "./mail-problems.ts";
import { createMailer, type MailSettings } from "./mailer.server.ts";
import { queueMail, queueMessage, sendAgain } from "./outbox.server.ts";
import { createSender, type Sender, waitAfter } from "./sender.server.ts";

const log = pino({ level: "silent" });
const letter = {
  kind: "letter",
  to: "maria@example.com",
  subject: "Sua nova senha no Mar de Minas",
  text: "Olá, Maria! São João, avó, coração.",
} as const;
const message = {
  kind: "message",
  nome: "João",
  email: "joao@example.com",
  mensagem: "Tem vaga no Réveillon?",
} as const;

const database = shareDatabase();

// A sender sends whatever is due.
beforeEach(async () => {
  await database().db.delete(outbox);
});

const queue = (content: OutboxContent) => queueMail(database().db, content);
const rows = () => database().db.select().from(outbox).orderBy(outbox.createdAt);
const change = (fields: object) => database().db.update(outbox).set(fields);

function openSender(settings: Partial<MailSettings>, senderLog = log): Sender {
  const mailer = createMailer({
    smtpUrl: null,
    service: null,
    outboxDir: "/nonexistent",
    siteEmail: "contato@mardeminas.example",
    siteUrl: () => "https://mardeminas.example",
    ...settings,
  });
  const sender = createSender(database().db, mailer, senderLog);
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

async function row() {
  const [found] = await rows();
  return found;
}

async function sendAll(sender: Sender): Promise<void> {
  while (await sender.sendNext()) {
    // Repeats until no e-mail is due.
  }
}

test("two concurrent senders send each e-mail once", async () => {
  const { url, letters } = await smtp();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await queue({ ...letter, subject: `Carta ${n}` }));
  await Promise.all([openSender({ smtpUrl: url }), openSender({ smtpUrl: url })].map(sendAll));
  const sent = letters.map(({ messageId }) => messageId);
  expect(sent.sort()).toEqual(ids.map((id) => `${id}@mardeminas.example`).sort());
  expect(letters[0]?.text).toContain("To: maria@example.com");
  expect(await row()).toMatchObject({ state: "sent", attempts: 1, lastError: null });
});

test("a refused e-mail is retried after doubling waits until the server accepts it", async () => {
  let refuse = true;
  const { url, letters } = await smtp(() => (refuse ? new Error("mailbox full") : null));
  const sender = openSender({ smtpUrl: url });
  await queue(letter);

  expect(await sender.sendNext()).toBe(true);
  const waiting = await row();
  expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
  expect(waiting?.lastError).toContain("mailbox full");
  expect((waiting?.nextAttemptAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(25_000);
  expect(await sender.sendNext()).toBe(false);

  refuse = false;
  await change({ nextAttemptAt: sql`now()` });
  // A second sender stands for the site after a restart.
  expect(await openSender({ smtpUrl: url }).sendNext()).toBe(true);
  expect(letters).toHaveLength(1);
  expect(await row()).toMatchObject({ state: "sent", attempts: 2, lastError: null });
});

test("a refusal for good is tried once more; then unsolicited letters stop, until one arrives", async () => {
  let isGone = true;
  const gone = Object.assign(new Error("no such user"), { responseCode: 550 });
  const { url, letters } = await smtp(() => (isGone ? gone : null));
  const sender = openSender({ smtpUrl: url });
  const due = () => change({ nextAttemptAt: sql`now()` });
  const newest = async () => (await rows()).at(-1);
  const reminder = { ...letter, unsubscribe: "https://mardeminas.example/sem-lembretes/x" };
  await queue(letter);
  for (const state of ["waiting", "failed"]) {
    await due();
    expect(await sender.sendNext()).toBe(true);
    expect(await row()).toMatchObject({ state });
  }
  isGone = false;
  await queue(reminder);
  await sender.sendNext();
  expect(await newest()).toMatchObject({ state: "failed", lastError: deadMailbox, attempts: 0 });
  expect(letters).toEqual([]);
  for (const next of [letter, reminder]) {
    await queue(next);
    await sender.sendNext();
    expect(await newest()).toMatchObject({ state: "sent" });
  }
});

test("waits double from 30 s to six hours; the fourteenth failure is final", async () => {
  expect([1, 2, 3, 10, 11].map(waitAfter)).toEqual([30, 60, 120, 15_360, 21_600]);
  const id = await queue(letter);
  await change({ attempts: 13 });
  await openSender({ smtpUrl: "smtp://127.0.0.1:9" }).sendNext();
  expect(await row()).toMatchObject({ state: "failed", attempts: 14 });

  const { url, letters } = await smtp();
  expect(await sendAgain(database().db, id)).toBe(true);
  await openSender({ smtpUrl: url }).sendNext();
  expect(letters).toHaveLength(1);
  expect(await sendAgain(database().db, crypto.randomUUID())).toBe(false);
});

test("a mail server that never greets blocks nothing, and its connections are closed", async () => {
  const silent = await openSilentSmtp();
  onTestFinished(silent.close);
  for (let n = 0; n < 3; n++) await queue(letter);
  const settings = { smtpUrl: `smtp://127.0.0.1:${silent.port}`, timeoutMs: 500 };
  const sender = openSender(settings);
  sender.start(20);
  const hung = { state: "waiting", attempts: 1, lastError: "gave up after 0.5 s" };
  await expect.poll(rows).toMatchObject([hung, hung, hung]);
  await sender.stop();
  expect(silent.taken()).toBe(3);
  await expect.poll(() => silent.open.size).toBe(0);
});

test("while the e-mail service hangs, SMTP continues and the message is sent later", async () => {
  const [silent, { url, letters }] = [await openSilentService(), await smtp()];
  onTestFinished(silent.close);
  const { settings } = await service();
  const stuckId = await queue(message);
  const hanging = { ...settings, url: `http://127.0.0.1:${silent.port}` };
  const sender = openSender({ smtpUrl: url, service: hanging, timeoutMs: 3_000 });
  sender.start(20);
  await expect.poll(() => silent.taken()).toBe(1);
  const id = await queue(letter);
  await expect.poll(() => letters.length).toBe(1);
  await sender.stop();
  expect(await rows()).toMatchObject([
    { id: stuckId, state: "waiting", attempts: 1 },
    { id, state: "sent", attempts: 1 },
  ]);
  await expect.poll(() => silent.open.size).toBe(0);

  await sendAgain(database().db, stuckId);
  expect(await openSender({ smtpUrl: url }).sendNext()).toBe(true);
  expect(letters.map(({ messageId }) => messageId.split("@")[0])).toEqual([id, stuckId]);
});

test("a contact message is posted with the specification's JSON, and a letter with its own template", async () => {
  const { received, settings } = await service(() => [200, "enviado"]);
  await queue(message);
  await queue(letter);
  await sendAll(openSender({ service: { ...settings, letterTemplateId: "cartas" } }));
  const [first, second] = received;
  expect(first).toEqual({
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
  });
  expect(second?.body).toMatchObject({
    template_id: "cartas",
    template_params: { nome: letter.subject, email: letter.to, mensagem: letter.text },
  });
  expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test.each<[what: string, answer: [number, string], state: string]>([
  ["text OK with another status", [202, "OK"], "sent"],
  ["400", [400, "template not found"], "waiting"],
])("the e-mail service answering %s", async (_, answer, state) => {
  const { settings } = await service(() => answer);
  await queue(message);
  await openSender({ service: settings }).sendNext();
  const found = await row();
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
    const { received, settings } = await service();
    const ids = { ...settings, letterTemplateId: "cartas", [field]: null };
    const lines: string[] = [];
    const ownLog = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const sender = openSender({ service: ids }, ownLog);
    await queue(content);
    sender.start(20);
    const waiting = { state: "waiting", attempts: 0, lastError: missing(name) };
    await expect.poll(rows).toMatchObject([waiting]);
    await queue(content);
    await expect.poll(rows).toMatchObject([waiting, waiting]);
    await sender.stop();
    expect(received).toEqual([]);
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([missing(name)]);

    // A restart with the setting leaves nothing of the wait.
    await sendAll(openSender({ service: { ...settings, letterTemplateId: "cartas" } }));
    const sent = await rows();
    expect(sent.map(({ state, attempts, lastError }) => [state, attempts, lastError])).toEqual(
      Array(2).fill(["sent", 1, null]),
    );
  },
);

test("without a mail service each e-mail becomes a private .eml file", async () => {
  const outboxDir = await makeFolder();
  await chmod(outboxDir, 0o755);
  const id = await queue(message);
  await openSender({ outboxDir }).sendNext();
  expect((await stat(outboxDir)).mode & 0o777).toBe(0o700);
  expect((await stat(join(outboxDir, `${id}.eml`))).mode & 0o777).toBe(0o600);
  expect(await readdir(outboxDir)).toEqual([`${id}.eml`]);
  const eml = await readFile(join(outboxDir, `${id}.eml`), "utf8");
  expect(eml).toMatch(/^From: .*contato@mardeminas\.example/m);
  expect(eml).toMatch(/^Reply-To: .*joao@example\.com/m);
  expect(eml).toMatch(/^Subject: =\?UTF-8\?/m);
});

/** A mail server that answers only on request. */
async function slowSmtp() {
  const asked: ((error: Error | null) => void)[] = [];
  const mailbox = await smtp(() => new Promise((answer) => asked.push(answer)));
  return { ...mailbox, asked };
}

test("while a mail server is slow, no transaction is open and no other sender takes the e-mail", async () => {
  const { url, letters, asked } = await slowSmtp();
  const id = await queue(letter);
  const sending = openSender({ smtpUrl: url }).sendNext();
  await expect.poll(() => asked.length).toBe(1);
  const open = await database().db.execute(
    sql`select from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
  );
  expect(open.rowCount).toBe(0);
  const other = openSender({ smtpUrl: url });
  expect(await other.sendNext()).toBe(false);
  expect(await other.sendNow(id, 300)).toBe(false);
  asked[0]?.(null);
  await sending;
  expect(await other.sendNow(id, 10_000)).toBe(true);
  expect(letters).toHaveLength(1);
  expect(await row()).toMatchObject({ state: "sent", attempts: 1, claim: null });
});

test("after a process dies while sending, its e-mail is sent once the claim expires", async () => {
  const { url, letters } = await smtp();
  await queue(letter);
  const claimed = { claim: crypto.randomUUID(), nextAttemptAt: sql`now() + interval '30 seconds'` };
  await change(claimed);
  const sender = openSender({ smtpUrl: url });
  expect(await sender.sendNext()).toBe(false);
  await change({ nextAttemptAt: sql`now() - interval '1 second'` });
  expect(await sender.sendNext()).toBe(true);
  expect(letters).toHaveLength(1);
  expect(await row()).toMatchObject({ state: "sent", attempts: 1, claim: null });
});

test("a failure recorded after the claim expired does not undo another sender's success", async () => {
  const { url, asked } = await slowSmtp();
  const good = await smtp();
  await queue(letter);
  const sending = openSender({ smtpUrl: url }).sendNext();
  await expect.poll(() => asked.length).toBe(1);
  await change({ nextAttemptAt: sql`now()` });
  expect(await openSender({ smtpUrl: good.url }).sendNext()).toBe(true);
  asked[0]?.(new Error("too late"));
  await sending;
  expect(await row()).toMatchObject({ state: "sent", lastError: null });
});

test("a letter is stored as plain text that says where it has typed words", async () => {
  const { db } = database();
  const text = `Olá, ${typed("Ana\nGANHE JÁ")}!\n\nMar de Minas\n`;
  await queueMail(db, { kind: "letter", to: "ana@example.com", subject: "Casa", text });
  const [row] = await db.select().from(outbox);
  expect(row?.content).toMatchObject({
    text: "Olá, Ana GANHE JÁ!\n\nMar de Minas\n",
    typed: [[5, 17]],
  });
});

test("concurrent identical messages share one row; others have their own", async () => {
  const { db } = database();
  const others = [
    { ...message, email: "joana@example.com" },
    { ...message, mensagem: "Tem vaga no Carnaval?" },
  ];
  const queued = await Promise.all(
    [...Array(8).fill(message), ...others].map((each) => queueMessage(db, each)),
  );
  expect(new Set(queued.map(({ id }) => id)).size).toBe(3);
  expect(queued.map(({ isSent }) => isSent)).toEqual(Array(10).fill(false));
  expect(await db.$count(outbox)).toBe(3);
});

test("a delivered message is not queued again within a day", async () => {
  const { db } = database();
  const { id } = await queueMessage(db, message);
  const sent = { state: "sent", attempts: 1, sentAt: sql`now()` } as const;
  await db.update(outbox).set({ ...sent, createdAt: sql`now() - interval '23 hours 59 minutes'` });
  expect(await queueMessage(db, message)).toEqual({ id, isSent: true });

  await db.update(outbox).set({ createdAt: sql`now() - interval '24 hours 1 minute'` });
  const second = await queueMessage(db, message);
  expect(second.isSent).toBe(false);
  expect(second.id).not.toBe(id);
});

test("sending a failing message again resets its attempts", async () => {
  const { db } = database();
  const { id } = await queueMessage(db, message);
  await db.update(outbox).set({ state: "failed", attempts: 14, lastError: "refused" });
  expect(await queueMessage(db, message)).toEqual({ id, isSent: false });
  const rows = await db.select().from(outbox);
  expect(rows).toMatchObject([{ state: "waiting", attempts: 0 }]);
});
