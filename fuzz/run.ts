import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { findInconsistencies } from "./consistency.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { seededRandom } from "./random.ts";
import { drawRequest, type Target } from "./requests.ts";
import {
  type Confirmed,
  findUnconfirmedChanges,
  ownRows,
  readConfirmed,
  takeSnapshot,
} from "./watch.ts";
import { openWorld, refill, type World } from "./world.ts";

/** Requests between two snapshots of the tables. */
const batchSize = 100;
const concurrency = 4;

export interface FuzzFigures {
  requests: number;
  /** Responses by status. */
  statuses: Record<string, number>;
  /** Confirmations by kind. */
  confirmed: Record<string, number>;
  faults: string[];
}

/**
 * Sends requests to a new site and checks every row after each batch: `count` of them, and up to
 * four times as many until each kind in `toConfirm` has been confirmed, for at most `forMs`. Stops
 * after the first batch with a fault.
 */
export async function runFuzz(
  target: Target,
  options: { seed: number; count: number; forMs: number; toConfirm: readonly string[] },
): Promise<FuzzFigures> {
  const { seed, count, forMs, toConfirm } = options;
  const world = await openWorld();
  const random = seededRandom(seed);
  const figures: FuzzFigures = { requests: 0, statuses: {}, confirmed: {}, faults: [] };
  const until = Date.now() + forMs;
  const bystander = ownRows(await takeSnapshot(world), world.bystander.uid);
  function isDone(): boolean {
    if (Date.now() >= until || figures.faults.length > 0) return true;
    const confirmedAll = toConfirm.every((what) => what in figures.confirmed);
    return figures.requests >= (confirmedAll ? count : 4 * count);
  }
  while (!isDone()) {
    await refill(world);
    const before = await takeSnapshot(world);
    const requests = Array.from({ length: batchSize }, () => drawRequest(world, random, target));
    const confirmed = await sendAll(world, requests, figures);
    const after = await takeSnapshot(world);
    const faults = [
      ...findUnconfirmedChanges(before, after, confirmed),
      ...(await findInconsistencies(world)),
      ...world.site.errorLines.splice(0).map((line) => `error line: ${line.slice(0, 2000)}`),
    ];
    if (ownRows(after, world.bystander.uid) !== bystander)
      faults.push("the bystander's rows changed");
    if (faults.length > 0) {
      console.info(["the batch:", ...requests.map(describeRequest)].join("\n"));
      figures.faults.push(...faults);
    }
    figures.requests += requests.length;
    forgetUsed(world, after);
  }
  return figures;
}

/** Sends a few requests concurrently; returns what the responses confirmed. */
async function sendAll(
  world: World,
  requests: FuzzRequest[],
  figures: FuzzFigures,
): Promise<Confirmed[]> {
  const all: Confirmed[] = [];
  const queue = requests.values();
  async function sendNext(): Promise<void> {
    for (const request of queue) {
      const { status, confirmed, fault } = await send(world, request);
      figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
      for (const each of confirmed) {
        figures.confirmed[each.what] = (figures.confirmed[each.what] ?? 0) + 1;
      }
      all.push(...confirmed);
      if (fault) figures.faults.push(fault);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendNext));
  return all;
}

const timeoutMs = 30_000;

async function send(world: World, sent: FuzzRequest) {
  const { url, method, headers, body } = sent;
  const request = new Request(url, { method, headers, ...(body && { body }) });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response to ${describeRequest(sent)}`)),
      timeoutMs,
    );
  });
  try {
    const response = await Promise.race([world.app.fetch(request), late]);
    const text = await Promise.race([readText(response), late]);
    const confirmed = await readConfirmed(world, sent, response, text);
    const fault =
      response.status >= 500
        ? `${response.status} to ${describeRequest(sent)}: ${text.slice(0, 300)}`
        : null;
    return { status: response.status, confirmed, fault };
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
function forgetUsed(world: World, after: Awaited<ReturnType<typeof takeSnapshot>>): void {
  const links = new Set([...after.verifications.values()].map(({ more }) => more));
  world.tokens = world.tokens.filter((token) => links.has(`reset-password:${token}`));
  const sessions = new Set([...after.sessions.values()].map(({ more }) => more));
  world.leaving = world.leaving.filter(({ token }) => sessions.has(token));
}

function describeRequest({ url, method, headers, body, actor }: FuzzRequest): string {
  const sent =
    body === null ? "" : ` ${JSON.stringify(Buffer.from(body).toString().slice(0, 3000))}`;
  return `${actor.name} ${method} ${url.slice(0, 600)} ${JSON.stringify(headers).slice(0, 1500)}${sent}`;
}
