import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { sessions, verifications } from "../app/platform/db/session-schema.ts";
import { seededRandom } from "../testing/random.ts";
import { findInconsistencies } from "./consistency.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { drawRequest, type Target } from "./requests.ts";
import { type Answered, findUnexplained, takeSnapshot } from "./watch.ts";
import { openWorld, refill, type World } from "./world.ts";

/** Requests between two looks at what must be consistent. */
const batchSize = 100;
/** Requests at the same time, whose changes are looked at together. */
const concurrency = 2;

export interface FuzzFigures {
  requests: number;
  /** Responses by status. */
  statuses: Record<string, number>;
  /** Accepted forms by route. */
  accepted: Record<string, number>;
  faults: string[];
}

/**
 * Sends requests to a new site and compares every row after each few: `count` of them, and up to four times
 * as many until each form in `toAccept` has been accepted, for at most `forMs`. Stops after the first batch
 * with a fault.
 */
export async function runFuzz(
  target: Target,
  options: { seed: number; count: number; forMs: number; toAccept: readonly string[] },
): Promise<FuzzFigures> {
  const { seed, count, forMs, toAccept } = options;
  const world = await openWorld();
  const random = seededRandom(seed);
  const figures: FuzzFigures = { requests: 0, statuses: {}, accepted: {}, faults: [] };
  const until = Date.now() + forMs;
  function isDone(): boolean {
    if (Date.now() >= until || figures.faults.length > 0) return true;
    const acceptedAll = toAccept.every((form) => form in figures.accepted);
    return figures.requests >= (acceptedAll ? count : 4 * count);
  }
  while (!isDone()) {
    await refill(world);
    let before = await takeSnapshot(world);
    for (let sent = 0; sent < batchSize; sent += concurrency) {
      const requests = Array.from({ length: concurrency }, () =>
        drawRequest(world, random, target),
      );
      const answered = await Promise.all(requests.map((request) => send(world, request, figures)));
      const after = await takeSnapshot(world);
      const unexplained = findUnexplained(world, before, after, answered);
      if (unexplained.length > 0) {
        const sent = answered.map(({ request, status }) => `${status} to ${describe(request)}`);
        figures.faults.push(...unexplained.map((name) => `${name} changed`), ...sent);
      }
      before = after;
    }
    figures.faults.push(
      ...(await findInconsistencies(world)),
      ...world.site.errorLines.splice(0).map((line) => `error line: ${line.slice(0, 2000)}`),
    );
    figures.requests += batchSize;
    await forgetUsed(world);
  }
  return figures;
}

const timeoutMs = 30_000;

async function send(world: World, sent: FuzzRequest, figures: FuzzFigures): Promise<Answered> {
  const { url, method, headers, body, form } = sent;
  const request = new Request(url, { method, headers, ...(body && { body }) });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response to ${describe(sent)}`)), timeoutMs);
  });
  try {
    const response = await Promise.race([world.app.fetch(request), late]);
    const text = await Promise.race([readText(response), late]);
    const { status } = response;
    figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
    const leadsTo = response.headers.get("Location") ?? (status === 202 ? text : "");
    if (form && status < 400 && !leadsTo.includes("/login")) {
      figures.accepted[form] = (figures.accepted[form] ?? 0) + 1;
    }
    if (status >= 500) {
      figures.faults.push(`${status} to ${describe(sent)}: ${text.slice(0, 300)}`);
    }
    return { request: sent, status };
  } finally {
    clearTimeout(timer);
  }
}

/** The request's headers may have had the body compressed. */
async function readText(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const encoding = response.headers.get("Content-Encoding");
  if (bytes.length === 0 || encoding === null) return bytes.toString();
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return inflateSync(bytes).toString();
}

/** Stops using links and sessions that have ended. */
async function forgetUsed(world: World): Promise<void> {
  const { db } = world.site;
  const links = await db.select({ of: verifications.identifier }).from(verifications);
  const alive = await db.select({ token: sessions.token }).from(sessions);
  world.tokens = world.tokens.filter((token) =>
    links.some((link) => link.of === `reset-password:${token}`),
  );
  world.leaving = world.leaving.filter((one) => alive.some(({ token }) => token === one.token));
}

function describe({ url, method, headers, body, actor }: FuzzRequest): string {
  const sent =
    body === null ? "" : ` ${JSON.stringify(Buffer.from(body).toString().slice(0, 3000))}`;
  return `${actor.name} ${method} ${url.slice(0, 600)} ${JSON.stringify(headers).slice(0, 1500)}${sent}`;
}
