import { Agent, request } from "node:http";
import { vi } from "vitest";
import { patience } from "../../testing/patience.ts";
import type { SiteProcess } from "../site-process.ts";

/** A connection that one worker of a site accepted, for one request after another. */
export interface WorkerConnection {
  pid: number;
  ask: (path: string, init?: RequestInit) => Promise<Response>;
}

/**
 * Connects to each worker of a site, which must be started with plainHttp and log its requests. The
 * kernel chooses who accepts a connection, so this opens more until every worker has one.
 */
export async function connectToWorkers(
  site: SiteProcess,
  workers: number,
): Promise<WorkerConnection[]> {
  const found = new Map<number, WorkerConnection>();
  await vi.waitFor(
    async () => {
      for (const connection of await Promise.all(Array.from({ length: 8 }, () => connect(site)))) {
        found.set(connection.pid, connection);
      }
      if (found.size < workers) throw new Error(`${found.size} workers answered`);
    },
    { timeout: 30_000, interval: 20 },
  );
  return [...found.values()];
}

async function connect(site: SiteProcess): Promise<WorkerConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, init?: RequestInit) => send(agent, new Request(site.url + path, init));
  const response = await ask("/healthz");
  const id = response.headers.get("X-Request-Id") ?? "";
  const pid = await vi.waitUntil(() => pidOf(site.output(), id), patience);
  return { pid, ask };
}

/** Pid of the process that logged a request. */
function pidOf(output: string, requestId: string): number | null {
  const line = output.split("\n").find((one) => one.includes(`"id":"${requestId}"`));
  return line ? Number(/"pid":(\d+)/.exec(line)?.[1]) : null;
}

/** Sends a request on a certain connection, which fetch can't. */
async function send(agent: Agent, { url, method, headers, body }: Request): Promise<Response> {
  const bytes = body && Buffer.from(await new Response(body).arrayBuffer());
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: Object.fromEntries(headers) });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const status = answer.statusCode ?? 0;
        const received = new Headers();
        for (let n = 0; n < answer.rawHeaders.length; n += 2) {
          received.append(answer.rawHeaders[n] ?? "", answer.rawHeaders[n + 1] ?? "");
        }
        const mayHaveBody = method !== "HEAD" && status !== 204 && status !== 304;
        resolve(
          new Response(mayHaveBody ? Buffer.concat(chunks) : null, { status, headers: received }),
        );
      });
    });
    sent.end(bytes ?? undefined);
  });
}
