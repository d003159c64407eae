import { createServer, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import type { Config } from "./config.ts";

type Address = Pick<Config, "host" | "port">;

/** The processes of a killed site take a moment to end. */
const patienceMs = 3_000;

/**
 * Refuses a start whose port another program has, before it touches any data. The port is let go
 * again until the site is ready: proxies repeat refused requests, not accepted ones without an answer.
 */
export async function requireFreePort(address: Address, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const probe = createServer();
    const refusal = await listen(probe, address).then(
      () => null,
      (error: Error) => error,
    );
    if (!refusal) return new Promise((done) => probe.close(() => done()));
    if (!isTaken(refusal.cause) || Date.now() > deadline) throw refusal;
    await delay(100, undefined, { signal });
  }
}

/** Throws {@link StartRefusal} if that can't be. */
export function listen(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((done, fail) => {
    const explain = (error: NodeJS.ErrnoException) => {
      const sentence = sentences[error.code ?? ""]?.({ host, port });
      fail(sentence ? new StartRefusal(sentence, { cause: error }) : error);
    };
    server.once("error", explain);
    server.listen(port, host, () => {
      server.off("error", explain);
      done();
    });
  });
}

const notHere = ({ host }: Address) =>
  `Esta máquina não tem o endereço ${host}. Corrija HOST, ou deixe-o vazio.`;

const sentences: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ port }) => `A porta ${port} já está em uso. Escolha outra com PORT.`,
  EACCES: ({ port }) => `Sem permissão para usar a porta ${port}. Escolha outra com PORT.`,
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EAI_AGAIN: notHere,
};

function isTaken(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
}
