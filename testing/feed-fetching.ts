import { createServer, type RequestListener } from "node:http";
import type { LookupFunction } from "node:net";
import { onTestFinished } from "vitest";
import { createPublicAgents } from "../app/domain/feeds/fetching/feed-agents.server.ts";
import {
  type FetchOptions,
  fetchFeed,
  fetchLimits,
} from "../app/domain/feeds/fetching/fetch-feed.server.ts";
import { listen } from "./listen.ts";

export const userAgent = "MarDeMinas/1.0 (+https://mardeminas.example/comofunciona)";
/** Shortens connecting alone, which fails only by its limit; a busy machine may need the others. */
export const limits = { ...fetchLimits, connectMs: 1_000 };
export const body = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";

export const sentences = {
  notFound: "Não encontramos um calendário nesse endereço. Confira se ele foi copiado por inteiro.",
  notCalendar: "Esse endereço abre, mas não traz um calendário iCal que dê para ler.",
  tooSlow: "Esse calendário demorou demais para abrir.",
  tooLarge: "Esse calendário é grande demais para ler aqui.",
  refused: "O site recusou a leitura. Se o endereço mudou por lá, copie o novo.",
  notAllowed: "Esse endereço não é permitido. Use o link do calendário que o site oferece.",
};

export function refusal(reason: keyof typeof sentences, retryAfterMs: number | null = null) {
  return { ok: false, reason, message: sentences[reason], status: 400, retryAfterMs };
}

export interface FeedServer {
  /** The server's `127.0.0.1:port`. */
  host: string;
  port: number;
  address: string;
  connections: () => number;
}

export async function serve(handle: RequestListener): Promise<FeedServer> {
  const server = createServer(handle);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${port}`;
  return { host, port, address: `http://${host}/x.ics`, connections: () => connections };
}

export function fetchFrom(
  { address, host }: Pick<FeedServer, "address" | "host">,
  options: Partial<FetchOptions> = {},
) {
  return fetchFeed(address, { allowedHosts: [host], userAgent, limits, ...options });
}

/** Resolves each name to its answers in turn, then always to the last one. */
export function createLookup(answers: Record<string, (string[] | Error)[]>) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const names = answers[hostname] ?? [new Error("ENOTFOUND")];
    const answer =
      names[Math.min(asked.filter((name) => name === hostname).length, names.length - 1)];
    asked.push(hostname);
    if (!Array.isArray(answer)) return callback(answer as Error, "", 4);
    const found = answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
  // Packets from a loopback address don't leave this machine.
  return { agents: createPublicAgents({ lookup, localAddress: "127.0.0.1" }), asked };
}
