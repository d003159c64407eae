import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { json as readJson, text as readText } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A letter as a mail server received it. */
interface Letter {
  /** Without its angle brackets. */
  messageId: string;
  text: string;
}

/** A real SMTP server that keeps what it is given. */
export interface Mailbox {
  url: string;
  letters: Letter[];
  close: () => Promise<void>;
}

/**
 * Starts an SMTP server. For each letter it waits for `answer`, then takes the letter, or refuses
 * it with the error given.
 */
export async function openMailbox(
  answer: () => Error | null | Promise<Error | null> = () => null,
): Promise<Mailbox> {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, _session, done) {
      // Null where the client is killed, or gives up, in the middle of a letter.
      const text = await readText(stream).catch(() => null);
      if (text === null) return;
      const error = await answer();
      if (!error) letters.push({ messageId: /^Message-ID: <(.*)>$/im.exec(text)?.[1] ?? "", text });
      done(error);
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** A server that takes connections and never says a word. */
interface SilentServer {
  port: number;
  /** The connections open now. */
  open: ReadonlySet<Socket>;
  /** How many connections it has taken so far. */
  taken: () => number;
  close: () => Promise<void>;
}

/** Starts a mail server that takes connections and never greets. */
export function openSilentSmtp(): Promise<SilentServer> {
  return openSilent((onSocket) => createServer(onSocket));
}

/** Starts an e-mail service that takes requests and never answers. */
export function openSilentService(): Promise<SilentServer> {
  return openSilent((onSocket) => createHttpServer(() => undefined).on("connection", onSocket));
}

async function openSilent(
  make: (onSocket: (socket: Socket) => void) => Server,
): Promise<SilentServer> {
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
  const { port } = server.address() as AddressInfo;
  return {
    port,
    open,
    taken: () => taken,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A real e-mail service (spec §7) that keeps what it is sent. */
export interface MailService {
  url: string;
  received: { url: string; body: unknown }[];
  close: () => Promise<void>;
}

/** Starts an e-mail service; `answer` says status and text. */
export async function openMailService(
  answer: () => [status: number, text: string] = () => [200, "OK"],
): Promise<MailService> {
  const received: MailService["received"] = [];
  const server = createHttpServer(async (request, response) => {
    received.push({ url: request.url ?? "", body: await readJson(request) });
    const [status, told] = answer();
    response.writeHead(status).end(told);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
