import { and, eq, gte, inArray, lt, ne, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { staff, visits } from "../../../platform/db/operation-schema.ts";
import { posts } from "../../../platform/db/schema.ts";
import type { VisitKind } from "../../../platform/web/visit-beacon.ts";
import { isPublic } from "../../accounts/visibility/visibility.server.ts";
import type { VisitNumbers } from "./visit-numbers.ts";

export interface VisitCount {
  postId: string;
  /** Civil date in the region. */
  day: string;
  kind: VisitKind;
  n: number;
}

/** Adds counts; locks the listings, so that a concurrent deletion cannot break the foreign key. */
export async function addVisits(db: Db, counts: readonly VisitCount[]): Promise<void> {
  if (counts.length === 0) return;
  await db.execute(sql`
    insert into visits ("postId", day, kind, n)
    select counted."postId", counted.day, counted.kind, counted.n
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as counted("postId" uuid, day date, kind text, n integer)
    join posts on posts.id = counted."postId"
    where ${isPublic}
    order by 1, 2, 3
    for key share of posts
    on conflict ("postId", day, kind) do update set n = visits.n + excluded.n`);
}

/** True if a logged-in user's visit counts: not on their own listing, and never the staff's. */
export async function isCountedFor(db: Db, uid: string, id: string): Promise<boolean> {
  const isStaff = sql`exists (select 1 from ${staff} where ${staff.userId} = ${uid})`;
  const others = and(eq(posts.id, id), ne(posts.uid, uid), sql`not ${isStaff}`);
  return (await db.$count(posts, others)) > 0;
}

/** Sums a listing's visits from one civil date to before another; leaves out listings without any. */
export async function sumVisits(
  db: Db | Transaction,
  ids: readonly string[],
  { from, until }: { from: string; until: string },
): Promise<Map<string, VisitNumbers>> {
  const of = (kind: VisitKind) =>
    sql<number>`coalesce(sum(${visits.n}) filter (where ${visits.kind} = ${kind}), 0)::int`;
  const rows = await db
    .select({
      id: visits.postId,
      views: of("visita"),
      whatsapp: of("whatsapp"),
      phone: of("telefone"),
    })
    .from(visits)
    .where(and(inArray(visits.postId, [...ids]), gte(visits.day, from), lt(visits.day, until)))
    .groupBy(visits.postId);
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]));
}
