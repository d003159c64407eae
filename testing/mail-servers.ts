import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { json as readJson, text as readText } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { listen } from "./listen.ts";

interface Message {
  /** The Message-ID without angle brackets. */
  messageId: string;
  text: string;
}

/** A real SMTP server that keeps the messages it accepts. */
export interface Mailbox {
  url: string;
  letters: Message[];
  close: () => Promise<void>;
}

/** Opens a mailbox; `answer` may delay each message, or reject it by returning an error. */
export async function openMailbox(
  answer: () => Error | null | Promise<Error | null> = () => null,
): Promise<Mailbox> {
  const letters: Message[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, _session, done) {
      // The text is null if the client disconnects mid-message.
      const text = await readText(stream).catch(() => null);
      if (text === null) return;
      const error = await answer();
      if (!error) letters.push({ messageId: /^Message-ID: <(.*)>$/im.exec(text)?.[1] ?? "", text });
      done(error);
    },
  });
  server.on("error", () => undefined);
  const port = await listen(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Accepts connections and never responds. */
interface SilentServer {
  port: number;
  open: ReadonlySet<Socket>;
  taken: () => number;
  close: () => Promise<void>;
}

export function openSilentSmtp(): Promise<SilentServer> {
  return openSilent((onSocket) => createServer(onSocket));
}

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
  const port = await listen(server);
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

/** An HTTP e-mail service (spec §7) that records its requests. */
export interface MailService {
  url: string;
  received: { url: string; body: unknown }[];
  close: () => Promise<void>;
}

/** Opens a service that responds with the status and text that `answer` returns. */
export async function openMailService(
  answer: () => [status: number, text: string] = () => [200, "OK"],
): Promise<MailService> {
  const received: MailService["received"] = [];
  const server = createHttpServer(async (request, response) => {
    received.push({ url: request.url ?? "", body: await readJson(request) });
    const [status, text] = answer();
    response.writeHead(status).end(text);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
