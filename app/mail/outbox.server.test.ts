import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { openTestSite, type TestSite } from "../../testing/site.ts";
import { type OutboxContent, outbox } from "../db/schema.ts";
import { createMailer, type Mailer, type MailSettings } from "./mailer.server.ts";
import { queueMail, sendAgain, sendNext, startSender, waitAfter } from "./outbox.server.ts";

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

function mailer(settings: Partial<MailSettings>): Mailer {
  const made = createMailer({
    smtpUrl: null,
    service: null,
    outboxDir: "/nonexistent",
    siteEmail: "contato@mardeminas.example",
    patienceMs: 500,
    ...settings,
  });
  onTestFinished(() => made.close());
  return made;
}

async function listen(server: Pick<Server, "listen" | "close" | "address">): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return (server.address() as AddressInfo).port;
}

/** A real SMTP server; `answer` may refuse. */
async function smtp(answer: () => Error | null = () => null) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        const error = answer();
        if (!error) received.push(text);
        done(error);
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

/** A real e-mail service; `answer` says status and text. */
async function service(answer: () => [number, string] | null) {
  const received: { url: string; body: unknown }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    received.push({ url: request.url ?? "", body: JSON.parse(text) });
    const told = answer();
    if (told) response.writeHead(told[0]).end(told[1]);
  });
  server.on("close", () => server.closeAllConnections());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const settings = { userId: "u", serviceId: "s", templateId: "t" };
  return { received, settings: { url: `http://127.0.0.1:${port}`, ...settings } };
}

async function row(site: TestSite) {
  const [found] = await site.db.select().from(outbox);
  return found;
}

test("a letter goes out by SMTP, once", async () => {
  const site = await openTestSite();
  const { url, received } = await smtp();
  const id = await queueMail(site.db, letter);

  expect(await sendNext(site.db, mailer({ smtpUrl: url }), log)).toBe(true);
  expect(await sendNext(site.db, mailer({ smtpUrl: url }), log)).toBe(false);

  expect(received).toHaveLength(1);
  expect(received[0]).toContain("To: maria@example.com");
  expect(received[0]).toContain(`Message-ID: <${id}@mardeminas.example>`);
  expect(await row(site)).toMatchObject({ state: "sent", attempts: 1, lastError: null });
});

test("two senders at once send each e-mail once", async () => {
  const site = await openTestSite();
  const { url, received } = await smtp();
  for (let n = 0; n < 6; n++) await queueMail(site.db, { ...letter, subject: `Carta ${n}` });
  const ways = [mailer({ smtpUrl: url }), mailer({ smtpUrl: url })];
  const all = async (way: Mailer) => {
    while (await sendNext(site.db, way, log)) {
      // until none is due
    }
  };
  await Promise.all(ways.map(all));
  expect(received).toHaveLength(6);
});

test("a refusal waits, doubling, and is sent when the server takes it", async () => {
  const site = await openTestSite();
  let refuse = true;
  const { url, received } = await smtp(() => (refuse ? new Error("mailbox full") : null));
  const way = mailer({ smtpUrl: url });
  await queueMail(site.db, letter);

  expect(await sendNext(site.db, way, log)).toBe(true);
  const waiting = await row(site);
  expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
  expect(waiting?.lastError).toContain("mailbox full");
  expect((waiting?.nextAttemptAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(25_000);
  expect(await sendNext(site.db, way, log)).toBe(false);

  refuse = false;
  await site.db.update(outbox).set({ nextAttemptAt: sql`now()` });
  // Another sender, as after a restart.
  expect(await sendNext(site.db, mailer({ smtpUrl: url }), log)).toBe(true);
  expect(received).toHaveLength(1);
  expect(await row(site)).toMatchObject({ state: "sent", attempts: 2, lastError: null });
});

test("waits double from 30 s up to six hours; the fourteenth failure is the last", async () => {
  expect([1, 2, 3, 10, 11].map(waitAfter)).toEqual([30, 60, 120, 15_360, 21_600]);
  const site = await openTestSite();
  const id = await queueMail(site.db, letter);
  await site.db.update(outbox).set({ attempts: 13 });
  const unreachable = mailer({ smtpUrl: "smtp://127.0.0.1:9" });
  await sendNext(site.db, unreachable, log);
  expect(await row(site)).toMatchObject({ state: "failed", attempts: 14 });

  const { url, received } = await smtp();
  expect(await sendAgain(site.db, id)).toBe(true);
  await sendNext(site.db, mailer({ smtpUrl: url }), log);
  expect(received).toHaveLength(1);
  expect(await sendAgain(site.db, crypto.randomUUID())).toBe(false);
});

test("a mail server that hangs does not hold the sender", async () => {
  const site = await openTestSite();
  const silent = createTcpServer((socket) => onTestFinished(() => void socket.destroy()));
  const port = await listen(silent);
  await queueMail(site.db, letter);
  await sendNext(site.db, mailer({ smtpUrl: `smtp://127.0.0.1:${port}` }), log);
  const waiting = await row(site);
  expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
  expect(waiting?.lastError).toMatch(/timeout|greeting/i);
});

test("a message goes to the e-mail service with the specification's JSON", async () => {
  const site = await openTestSite();
  const { received, settings } = await service(() => [200, "enviado"]);
  await queueMail(site.db, message);
  await sendNext(site.db, mailer({ service: settings }), log);
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

test.each<[what: string, answer: [number, string] | null, state: string]>([
  ["text OK with another status", [202, "OK"], "sent"],
  ["500", [500, "quebrou"], "waiting"],
  ["400", [400, "template not found"], "waiting"],
  ["no answer in time", null, "waiting"],
])("the e-mail service answering %s", async (_, answer, state) => {
  const site = await openTestSite();
  const { settings } = await service(() => answer);
  await queueMail(site.db, message);
  await sendNext(site.db, mailer({ service: settings }), log);
  const found = await row(site);
  expect(found).toMatchObject({ state, attempts: 1 });
  if (answer && state === "waiting") expect(found?.lastError).toContain(answer[1]);
});

test.each([
  ["userId", "EMAIL_USER_ID is missing"],
  ["serviceId", "EMAIL_SERVICE_ID is missing"],
  ["templateId", "EMAIL_TEMPLATE_ID is missing"],
])("without %s the sending fails with a reason, and nothing crashes", async (field, reason) => {
  const site = await openTestSite();
  const { received, settings } = await service(() => [200, "OK"]);
  await queueMail(site.db, message);
  await sendNext(site.db, mailer({ service: { ...settings, [field]: null } }), log);
  expect(received).toEqual([]);
  expect(await row(site)).toMatchObject({ state: "waiting", lastError: reason });
});

test("with no mail service each e-mail is an .eml file", async () => {
  const site = await openTestSite();
  const outboxDir = await mkdtemp(join(tmpdir(), "mar-de-minas-eml-"));
  onTestFinished(() => rm(outboxDir, { recursive: true, force: true }));
  const id = await queueMail(site.db, message);
  await sendNext(site.db, mailer({ outboxDir }), log);
  expect(await readdir(outboxDir)).toEqual([`${id}.eml`]);
  const eml = await readFile(join(outboxDir, `${id}.eml`), "utf8");
  expect(eml).toMatch(/^From: .*contato@mardeminas\.example/m);
  expect(eml).toMatch(/^Reply-To: .*joao@example\.com/m);
  expect(eml).toMatch(/^Subject: =\?UTF-8\?/m);
});

test("an e-mail queued in a transaction that fails is not there", async () => {
  const site = await openTestSite();
  await expect(
    site.db.transaction(async (tx) => {
      await queueMail(tx, letter);
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect((await site.rows()).outbox).toBe(0);
});

test("the sender sends by itself what is queued, and stops after the one under way", async () => {
  const site = await openTestSite();
  const { url, received } = await smtp();
  const stop = startSender(site.db, mailer({ smtpUrl: url }), log, 20);
  await queueMail(site.db, letter);
  await expect.poll(() => received.length).toBe(1);
  await stop();
  await queueMail(site.db, letter);
  expect(received).toHaveLength(1);
});
