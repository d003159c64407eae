import { sql } from "drizzle-orm";
import type { FuzzRequest } from "./fuzz-request.ts";
import type { World } from "./world.ts";

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
export type Snapshot = Map<string, { table: string; owner: string | null; digest: string }>;

export async function takeSnapshot({ site }: World): Promise<Snapshot> {
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

export interface Answered {
  request: FuzzRequest;
  status: number;
}

const reading = ["GET", "HEAD", "OPTIONS"];

/**
 * Lists changes that no answered request explains: those that are refused, or only read, change nothing, and the
 * others change rows of their own subject, their own advertiser's or nobody's.
 */
export function findUnexplained(
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
