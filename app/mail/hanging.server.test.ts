import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestSite } from "../../testing/site.ts";
import { outbox } from "../db/schema.ts";
import { createMailer } from "./mailer.server.ts";
import { queueMail, sendAgain, startSender } from "./outbox.server.ts";

const patienceMs = 300;

/** A server that takes connections and never says a word. */
async function openSilent(make: (onSocket: (socket: Socket) => void) => Server) {
  const open = new Set<Socket>();
  let taken = 0;
  const server = make((socket) => {
    taken += 1;
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    socket.resume();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { port, open, taken: () => taken };
}

const silentService = () =>
  openSilent((onSocket) => createHttpServer(() => undefined).on("connection", onSocket));
const silentSmtp = () => openSilent((onSocket) => createServer(onSocket));

/** An SMTP server that takes everything; gives the Message-IDs it was told. */
async function openSmtp() {
  const ids: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        ids.push(/^Message-ID: <(.*)@/im.exec(text)?.[1] ?? "");
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return { port: (server.server.address() as AddressInfo).port, ids };
}

const settings = {
  smtpUrl: null,
  service: null,
  outboxDir: "/nonexistent",
  siteEmail: "contato@mardeminas.example",
  patienceMs,
};
const service = { userId: "u", serviceId: "s", templateId: "t" };
const message = { kind: "message", nome: "João", email: "j@example.com", mensagem: "Oi" } as const;
const letter = { kind: "letter", to: "m@example.com", subject: "Senha", text: "Olá" } as const;

test("a hanging e-mail service: the form confirms at once, letters go on, the message leaves later", async () => {
  const site = await openTestSite();
  const [silent, smtp] = [await silentService(), await openSmtp()];
  const stop = startSender(
    site.db,
    createMailer({
      ...settings,
      smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
      service: { ...service, url: `http://127.0.0.1:${silent.port}` },
    }),
    pino({ level: "silent" }),
    20,
  );
  const sent = await site.app.request("/contato", {
    method: "POST",
    body: new URLSearchParams({ nome: "João", email: "j@example.com", mensagem: "Oi" }),
  });
  expect(sent.status).toBe(302);
  await vi.waitFor(() => expect(silent.taken()).toBe(1), 10_000);
  const id = await queueMail(site.db, letter);
  await vi.waitFor(() => expect(smtp.ids).toEqual([id]), 10_000);
  const rows = await site.db.select().from(outbox);
  const stuck = rows.find(({ content }) => content.kind === "message");
  expect(stuck).toMatchObject({ state: "waiting", attempts: 1 });
  await stop();
  expect(silent.open.size).toBe(0);

  const good = createMailer({ ...settings, smtpUrl: `smtp://127.0.0.1:${smtp.port}` });
  await sendAgain(site.db, stuck?.id ?? "");
  const stopGood = startSender(site.db, good, pino({ level: "silent" }), 20);
  await vi.waitFor(() => expect(smtp.ids).toEqual([id, stuck?.id]), 10_000);
  await stopGood();
  const after = await site.db.select().from(outbox);
  expect(after.map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("a mail server that never greets is given up, and no connection to it stays", async () => {
  const site = await openTestSite();
  const silent = await silentSmtp();
  const mailer = createMailer({ ...settings, smtpUrl: `smtp://127.0.0.1:${silent.port}` });
  for (let n = 0; n < 3; n++) await queueMail(site.db, message);
  const stop = startSender(site.db, mailer, pino({ level: "silent" }), 20);
  await vi.waitFor(async () => {
    const rows = await site.db.select().from(outbox);
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(3).fill(["waiting", 1]),
    );
  }, 20_000);
  await stop();
  expect(silent.taken()).toBe(3);
  await vi.waitFor(() => expect(silent.open.size).toBe(0), 10_000);
});
