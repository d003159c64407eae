import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { seededRandom } from "./random.ts";
import type { Shot } from "./shot.ts";
import { type Aim, drawShot } from "./shots.ts";
import {
  type Confirmed,
  findDisorder,
  findUntold,
  ownRows,
  readConfirmed,
  takeSnapshot,
} from "./watch.ts";
import { openWorld, refill, type World } from "./world.ts";

/** Requests between two looks at the tables. */
const batchSize = 100;
/** Requests under way at once. */
const atOnce = 4;

export interface FuzzFigures {
  requests: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
  /** How often each thing was confirmed. */
  confirmed: Record<string, number>;
  /** What was wrong, each with the requests it can be had again by. */
  faults: string[];
}

/**
 * Shoots requests at a site of its own until so many were made or so much time (ms) went by, and
 * looks after each batch at every row. Ends at the first batch with a fault.
 */
export async function runFuzz(
  aim: Aim,
  { seed, count, forMs }: { seed: number; count: number; forMs: number },
): Promise<FuzzFigures> {
  const world = await openWorld();
  const random = seededRandom(seed);
  const figures: FuzzFigures = { requests: 0, statuses: {}, confirmed: {}, faults: [] };
  const until = Date.now() + forMs;
  const bystander = ownRows(await takeSnapshot(world), world.bystander.uid);
  while (figures.requests < count && Date.now() < until && figures.faults.length === 0) {
    await refill(world);
    const before = await takeSnapshot(world);
    const shots = Array.from({ length: batchSize }, () => drawShot(world, random, aim));
    const told = await shootAll(world, shots, figures);
    const after = await takeSnapshot(world);
    const faults = [
      ...findUntold(before, after, told),
      ...(await findDisorder(world)),
      ...world.site.errorLines.splice(0).map((line) => `error line: ${line.slice(0, 2000)}`),
    ];
    if (ownRows(after, world.bystander.uid) !== bystander)
      faults.push("the bystander's rows changed");
    if (faults.length > 0) figures.faults.push(...faults, "the batch:", ...shots.map(writeShot));
    figures.requests += shots.length;
    forgetUsed(world, after);
  }
  return figures;
}

/** Shoots requests, a few at once; gives what the answers confirmed. */
async function shootAll(world: World, shots: Shot[], figures: FuzzFigures): Promise<Confirmed[]> {
  const told: Confirmed[] = [];
  const waiting = shots.values();
  async function shootOn(): Promise<void> {
    for (const shot of waiting) {
      const { status, confirmed, fault } = await shoot(world, shot);
      figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
      for (const each of confirmed) {
        figures.confirmed[each.what] = (figures.confirmed[each.what] ?? 0) + 1;
      }
      told.push(...confirmed);
      if (fault) figures.faults.push(fault);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, shootOn));
  return told;
}

const patienceMs = 30_000;

async function shoot(world: World, shot: Shot) {
  const { url, method, headers, body } = shot;
  const request = new Request(url, { method, headers, ...(body && { body }) });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${writeShot(shot)}`)), patienceMs);
  });
  try {
    const answer = await Promise.race([world.app.fetch(request), late]);
    const text = await Promise.race([readText(answer), late]);
    const confirmed = readConfirmed(shot, answer, text);
    const fault =
      answer.status >= 500 ? `${answer.status} to ${writeShot(shot)}: ${text.slice(0, 300)}` : null;
    return { status: answer.status, confirmed, fault };
  } finally {
    clearTimeout(timer);
  }
}

/** What an answer says, also where the request's headers had it compressed. */
async function readText(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const encoding = answer.headers.get("Content-Encoding");
  if (bytes.length === 0 || encoding === null) return bytes.toString();
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return inflateSync(bytes).toString();
}

/** Links and sessions that served are no longer drawn. */
function forgetUsed(world: World, after: Awaited<ReturnType<typeof takeSnapshot>>): void {
  const links = new Set([...after.verifications.values()].map(({ more }) => more));
  world.tokens = world.tokens.filter((token) => links.has(`reset-password:${token}`));
  const sessions = new Set([...after.sessions.values()].map(({ more }) => more));
  world.leaving = world.leaving.filter(({ token }) => sessions.has(token));
}

/** A request as one line, to be made again. */
function writeShot({ url, method, headers, body, actor }: Shot): string {
  const sent =
    body === null ? "" : ` ${JSON.stringify(Buffer.from(body).toString().slice(0, 3000))}`;
  return `${actor.name} ${method} ${url.slice(0, 600)} ${JSON.stringify(headers).slice(0, 1500)}${sent}`;
}
