import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { openMailbox, openSilentService, openSilentSmtp } from "../../testing/mail-servers.ts";
import { openTestSite } from "../../testing/site.ts";
import { outbox } from "../db/mail-schema.ts";
import { createMailer } from "./mailer.server.ts";
import { queueMail, sendAgain } from "./outbox.server.ts";
import { createSender } from "./sender.server.ts";

const log = pino({ level: "silent" });
const settings = {
  smtpUrl: null,
  service: null,
  outboxDir: "/nonexistent",
  siteEmail: "contato@mardeminas.example",
  siteUrl: () => "https://mardeminas.example",
  timeoutMs: 3_000,
};
const service = { userId: "u", serviceId: "s", templateId: "t", letterTemplateId: null };
const message = { kind: "message", nome: "João", email: "j@example.com", mensagem: "Oi" } as const;
const letter = { kind: "letter", to: "m@example.com", subject: "Senha", text: "Olá" } as const;

test("while the e-mail service hangs, SMTP continues and the message is sent later", async () => {
  const site = await openTestSite();
  const [silent, smtp] = [await openSilentService(), await openMailbox()];
  onTestFinished(async () => {
    await Promise.all([silent.close(), smtp.close()]);
  });
  const stuckId = await queueMail(site.db, message);
  const hanging = createMailer({
    ...settings,
    smtpUrl: smtp.url,
    service: { ...service, url: `http://127.0.0.1:${silent.port}` },
  });
  const sender = createSender(site.db, hanging, log);
  sender.start(20);
  await vi.waitFor(() => expect(silent.taken()).toBe(1), 10_000);
  const id = await queueMail(site.db, letter);
  await vi.waitFor(() => expect(smtp.letters).toHaveLength(1), 10_000);
  await sender.stop();
  const rows = await site.db.select().from(outbox).orderBy(outbox.createdAt);
  expect(rows).toMatchObject([
    { id: stuckId, state: "waiting", attempts: 1 },
    { id, state: "sent", attempts: 1 },
  ]);
  await vi.waitFor(() => expect(silent.open.size).toBe(0), 10_000);

  await sendAgain(site.db, stuckId);
  const good = createSender(site.db, createMailer({ ...settings, smtpUrl: smtp.url }), log);
  expect(await good.sendNext()).toBe(true);
  await good.stop();
  const ids = smtp.letters.map(({ messageId }) => messageId.split("@")[0]);
  expect(ids).toEqual([id, stuckId]);
  const after = await site.db.select().from(outbox);
  expect(after.map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("a mail server that never greets times out, and its connection is closed", async () => {
  const site = await openTestSite();
  const silent = await openSilentSmtp();
  onTestFinished(silent.close);
  const mailer = createMailer({ ...settings, smtpUrl: `smtp://127.0.0.1:${silent.port}` });
  const sender = createSender(site.db, mailer, log);
  for (let n = 0; n < 3; n++) await queueMail(site.db, message);
  sender.start(20);
  await vi.waitFor(async () => {
    const rows = await site.db.select().from(outbox);
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(3).fill(["waiting", 1]),
    );
  }, 20_000);
  await sender.stop();
  expect(silent.taken()).toBe(3);
  await vi.waitFor(() => expect(silent.open.size).toBe(0), 10_000);
});
