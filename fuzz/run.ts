import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { sessions, verifications } from "../app/platform/db/session-schema.ts";
import { seededRandom } from "../testing/random.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { drawRequest, type Target } from "./requests.ts";
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

interface Watched {
  /** The advertiser whose row it is, in SQL; null if it is nobody's. */
  owner?: string;
  /** SQL expression for the part of a row that is compared. */
  row?: string;
  /** Paths whose requests may change it. */
  by: RegExp;
  /** They may do so although they are refused. */
  evenRefused?: boolean;
}

const ofAd = `(select uid::text from posts where id = t."postId")`;
/** Changes an ad, its dates or both. */
const editing =
  /^\/(posts\/(create|edit|[^/]+\/calendario)|dashboard|minha-conta|calendario-em-dia|sem-lembretes|perguntas?)(\/|$)/;
const entering = /^\/(register|login|logout|nova-senha|minha-conta)(\/|$)/;
const list = /^\/lista\//;
const alert = /^\/(avisos|dashboard)(\/|$)/;

const watched: Record<string, Watched> = {
  users: { owner: "id::text", by: /^\/(register|minha-conta|posts\/create|dashboard|sem-numeros)/ },
  accounts: { owner: `"userId"::text`, by: entering },
  sessions: { owner: `"userId"::text`, by: entering },
  verifications: { by: /^\/(register|login|nova-senha|chaves-de-acesso|operador\/fator)/ },
  outbox: {
    by: /^\/(?!envios|lista|logout|operador|posts\/[^/]+\/calendario|calendario-em-dia|sem-)/,
  },
  posts: { owner: "uid::text", by: editing },
  deleted_posts: { by: /^\/dashboard/ },
  photos: {
    owner: "uid::text",
    by: /^\/(envios|posts\/(create|edit)|dashboard)/,
    evenRefused: true,
  },
  uploads: { owner: "uid::text", by: /^\/envios/, evenRefused: true },
  unavailable_days: { owner: ofAd, by: editing },
  listing_checks: { owner: ofAd, by: editing },
  seasons: { owner: ofAd, by: editing },
  feeds: { owner: ofAd, by: editing },
  double_bookings: { owner: ofAd, by: editing },
  stay_notes: { owner: ofAd, by: editing },
  reports: { row: `"settledAs"`, by: /\/denunciar$|^\/meu-depoimento|^\/dashboard/ },
  // A visit alone changes when a list was last visited.
  lists: { row: `to_jsonb(t) - 'lastVisitOn'`, by: list },
  list_items: { by: list },
  list_members: { by: list },
  list_votes: { by: list },
  alerts: { by: alert },
  alert_hits: { by: alert },
  // Looking at the list marks questions as seen.
  questions: { row: `to_jsonb(t) - 'seenAt'`, by: /\/perguntar$|^\/perguntas?(\/|$)/ },
  // Opening the page orders as its form does.
  plan_orders: { owner: "uid::text", by: /^\/plans\/pix\/?$/i, evenRefused: true },
  testimonials: { by: /depoimentos?(\/|$)|^\/dashboard/ },
  staff: { owner: `"userId"::text`, by: /^\/operador/ },
  audit_log: { by: new RegExp(`${editing.source}|${entering.source}`) },
};

/** A digest of the rows of each advertiser in each table. */
type Snapshot = Map<string, { table: string; owner: string | null; digest: string }>;

async function takeSnapshot({ site }: World): Promise<Snapshot> {
  const digests = Object.entries(watched).map(
    ([table, { owner = "null", row = "t" }]) => `
      select '${table}' as "table", ${owner} as owner,
        md5(string_agg((${row})::text, ' ' order by (${row})::text)) as digest
      from ${table} t group by 2`,
  );
  const { rows } = await site.db.execute<{ table: string; owner: string | null; digest: string }>(
    sql.raw(digests.join(" union all ")),
  );
  return new Map(rows.map((row) => [`${row.table} of ${row.owner}`, row]));
}

interface Answered {
  request: FuzzRequest;
  status: number;
}

const reading = ["GET", "HEAD", "OPTIONS"];

/**
 * Lists changes that no answered request explains: those that are refused, or only read, change nothing, and the
 * others change rows of their own subject, their own advertiser's or nobody's.
 */
function findUnexplained(
  world: World,
  before: Snapshot,
  after: Snapshot,
  answered: readonly Answered[],
): string[] {
  const known = new Set([...before.values()].map(({ owner }) => owner));
  function explains({ request, status }: Answered, table: string, owner: string | null): boolean {
    const { by, evenRefused = false } = watched[table] as Watched;
    const { pathname: path } = new URL(request.url);
    const isAccepted = status < 400 && !reading.includes(request.method);
    if (!by.test(path) || !(isAccepted || evenRefused)) return false;
    if (owner === null || !known.has(owner)) return true;
    return owner !== world.bystander.uid && actsFor(world, request, path, owner);
  }
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => {
    const row = after.get(name) ?? before.get(name);
    if (!row || before.get(name)?.digest === after.get(name)?.digest) return false;
    return !answered.some((each) => explains(each, row.table, row.owner));
  });
}

/** True if a request proves that it comes from an advertiser: with their session, their link or their password. */
function actsFor(world: World, { actor }: FuzzRequest, path: string, uid: string): boolean {
  if (actor.user?.uid === uid || entering.test(path)) return true;
  const tokens = [
    ...world.links,
    ...world.questions,
    ...world.testimonials.map(({ uid, link }) => ({ uid, token: link })),
  ];
  return tokens.some((link) => link.uid === uid && path.endsWith(link.token));
}

/** Returns violations of rules that always hold. */
async function findInconsistencies({ site, bystanderUpload }: World): Promise<string[]> {
  const { rows: counts } = await site.db.execute<{ id: string }>(sql`
    select u.id::text from users u
    where u."postsCriados" <> (select count(*) from posts p where p.uid = u.id)`);
  const { rows: stray } = await site.db.execute<{ id: string }>(sql`
    select p.id::text from posts p
    where (select count(*) from photos f where f."postId" = p.id) not between 1 and 10
    or exists (select from photos f where f."postId" = p.id and f.uid <> p.uid)`);
  const { rows: unchecked } = await site.db.execute<{ id: string }>(sql`
    select p.id::text from posts p left join listing_checks c on c."postId" = p.id
    where (p."checkedAt" is null) <> (c.seen is null)
    or (c.seen is not null and not array[p.telefone, p.telefone2]
      <@ array[c.seen->>'telefone', coalesce(c.seen->>'telefone2', ''), ''])
    or c.seen->>'createdBy' <> p."createdBy" or c.seen->>'nomePix' <> p."nomePix"`);
  const { rows: keys } = await site.db.execute<{ key: string }>(sql`select key from photos`);
  const { rows: begun } = await site.db.execute<{ id: string }>(sql`select id::text from uploads`);
  const folders = await listFolders(join(site.dataDir, "fotos"));
  const files = await readdir(join(site.dataDir, "envios"));
  const kept = await stat(join(site.dataDir, "envios", bystanderUpload));
  const uploadFiles = new Set(files.map((name) => name.replace(/\.json$/, "")));
  return [
    ...counts.map(({ id }) => `postsCriados of ${id} is not the count of its posts`),
    ...stray.map(({ id }) => `photos of post ${id} are wrong`),
    ...unchecked.map(({ id }) => `post ${id} is checked, but not as it is`),
    ...(kept.size > 0 ? ["the bystander's upload was written to"] : []),
    ...differences(
      "photo folder",
      folders,
      keys.map(({ key }) => key),
    ),
    ...differences(
      "upload file",
      [...uploadFiles],
      begun.map(({ id }) => id),
    ),
  ];
}

/** Lists the folders that have files, relative to `root`. */
async function listFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.parentPath.slice(root.length + 1));
  return [...new Set(folders)];
}

/** Lists unexpected items, and missing ones. */
function differences(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const [here, there] = [new Set(found), new Set(wanted)];
  return [
    ...found.filter((each) => !there.has(each)).map((each) => `${what} without row: ${each}`),
    ...wanted.filter((each) => !here.has(each)).map((each) => `row without ${what}: ${each}`),
  ];
}
