import { once } from "node:events";
import { type ClientRequest, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands before several sites: each request goes to the next one that takes connections. */
export interface Balancer {
  url: string;
  close: () => Promise<void>;
}

/** How often the sites are asked for their health, in ms. */
const checkMs = 100;

/**
 * Spreads requests over the sites at these addresses whose health is good, in turns, as a proxy
 * does. One that refuses the connection is passed over; what goes wrong after that is answered 502.
 */
export async function startBalancer(sites: () => readonly string[]): Promise<Balancer> {
  let turn = 0;
  let healthy: readonly string[] = sites();
  const checks = setInterval(async () => {
    const asked = sites().map(async (address) => {
      const answer = await fetch(`${address}/healthz`).catch(() => null);
      await answer?.arrayBuffer();
      return answer?.ok ? [address] : [];
    });
    healthy = (await Promise.all(asked)).flat();
  }, checkMs);
  const server = createServer((asked, answer) => {
    const body: Buffer[] = [];
    asked.on("data", (chunk) => body.push(chunk));
    asked.on("end", () => {
      const all = healthy;
      const start = turn++;
      send(
        asked,
        Buffer.concat(body),
        all.map((_, n) => all[(start + n) % all.length] ?? ""),
        {
          onAnswer(given) {
            answer.writeHead(given.statusCode ?? 502, given.headers);
            given.pipe(answer);
          },
          onFailure: (error) => void answer.writeHead(502).end(error.message),
        },
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(checks);
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Outcome {
  onAnswer: (given: IncomingMessage) => void;
  onFailure: (error: Error) => void;
}

function send(
  asked: IncomingMessage,
  body: Buffer,
  [address, ...others]: readonly string[],
  outcome: Outcome,
): void {
  if (!address) {
    outcome.onFailure(new Error("no site takes connections"));
    return;
  }
  const { method, headers, url } = asked;
  const sent: ClientRequest = request(address + url, { method, headers, agent: false });
  sent.on("response", outcome.onAnswer);
  sent.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") send(asked, body, others, outcome);
    else outcome.onFailure(error);
  });
  sent.end(body);
}
