import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import pg from "pg";
import { listen } from "./listen.ts";

/** A pooler in transaction mode, like PgBouncer: clients share a few connections. */
export interface TransactionPooler {
  url: string;
  close: () => Promise<void>;
}

/** Startup parameters that PgBouncer accepts by default. */
const accepted = [
  "user",
  "database",
  "client_encoding",
  "application_name",
  "datestyle",
  "timezone",
];

const [readyForQuery, terminate] = ["Z", "X"].map((letter) => letter.charCodeAt(0));
const idle = "I".charCodeAt(0);

/** Starts a pooler with `size` connections to the database. */
export async function startTransactionPooler(
  databaseUrl: string,
  size: number,
): Promise<TransactionPooler> {
  const lent = Array.from({ length: size }, () => new pg.Client(databaseUrl));
  await Promise.all(lent.map((client) => client.connect()));
  // The clients have authenticated; from here on only their raw sockets are used.
  const free = lent.map((client) => {
    client.on("error", () => undefined);
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners("data");
    stream.removeAllListeners("close");
    stream.on("data", () => undefined);
    return stream;
  });
  const all = [...free];
  const waiting: (() => void)[] = [];
  const clients = new Set<Socket>();

  const server = createServer((client) => {
    clients.add(client);
    let borrowed: Socket | null = null;
    let hasStarted = false;
    const fromClient = splitMessages(({ type, bytes }) => {
      if (type === terminate) return void client.end();
      sent.push(bytes);
      pass();
    });
    const sent: Buffer[] = [];
    const fromDatabase = splitMessages(({ type, bytes }) => {
      client.write(bytes);
      if (type === readyForQuery && bytes[5] === idle) giveBack();
    });

    function pass(): void {
      borrowed ??= borrow();
      if (!borrowed) return void waiting.push(pass);
      for (const bytes of sent.splice(0)) borrowed.write(bytes);
    }
    function borrow(): Socket | null {
      const socket = free.pop() ?? null;
      socket?.on("data", fromDatabase);
      return socket;
    }
    function giveBack(): void {
      if (!borrowed) return;
      borrowed.off("data", fromDatabase);
      free.push(borrowed);
      borrowed = null;
      waiting.shift()?.();
    }

    client.on("error", () => undefined);
    client.on("close", () => clients.delete(client));
    client.on("data", (chunk) => {
      if (hasStarted) return fromClient(chunk);
      hasStarted = true;
      greet(client, chunk);
    });
  });
  const port = await listen(server);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async close() {
      for (const socket of [...clients, ...all]) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Handles a connection's startup message, without requiring a password. */
function greet(client: Socket, startup: Buffer): void {
  const words = startup.subarray(8, -2).toString().split("\0");
  const parameters = words.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase());
  const unsupported = parameters.find((name) => !accepted.includes(name));
  if (unsupported) {
    const fields = ["SFATAL", "C08P01", `Munsupported startup parameter: ${unsupported}`];
    client.end(message("E", Buffer.from(`${fields.join("\0")}\0\0`)));
    return;
  }
  const key = Buffer.alloc(8);
  key.writeInt32BE(randomInt(2 ** 31), 0);
  client.write(message("R", Buffer.alloc(4)));
  client.write(message("K", key));
  client.write(message("Z", Buffer.from("I")));
}

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Splits a stream of PostgreSQL's wire protocol into messages. */
function splitMessages(take: (found: { type: number | undefined; bytes: Buffer }) => void) {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      take({ type: bytes[0], bytes });
    }
  };
}
