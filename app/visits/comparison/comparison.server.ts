import { sql } from "drizzle-orm";
import { addDays, civilDateOf } from "../../calendar/civil-date.ts";
import type { Db } from "../../db/client.server.ts";
import { posts } from "../../db/schema.ts";
import { isPublic } from "../../visibility/visibility.server.ts";
import { type Compare, comparableAfterDays, fewestOthers, fewestViews } from "./comparison.ts";

/** Houses read for a comparison, those nearest in size first. */
const mostOthers = 200;

/** A house for six is like those for four to nine. */
const sizeRatio = 1.5;

interface Row extends Record<string, unknown> {
  id: string;
  people: number | null;
  createdAt: string;
  views: number;
  taps: number;
  houses: number;
  otherViews: number | null;
  rated: number;
  otherRate: number | null;
}

/**
 * Compares listings since a civil date, or their own publication if that is later, with those of other
 * owners that were public all that time. Returns the comparisons by id.
 */
export async function compareListings(
  db: Db,
  ids: readonly string[],
  since: string,
  today: string,
): Promise<ReadonlyMap<string, Compare>> {
  if (ids.length === 0) return new Map();
  const countsOf = (id: ReturnType<typeof sql>) => sql`
    select coalesce(sum(n) filter (where kind = 'visita'), 0)::int as views,
      coalesce(sum(n) filter (where kind in ('whatsapp', 'telefone')), 0)::int as taps
    from visits where "postId" = ${id} and day >= own.since`;
  const { rows } = await db.execute<Row>(sql`
    with own as (
      select id, uid, localizacao, "quantidadeMaximaPessoas" as people, "createdAt",
        greatest(${since}::date, ("createdAt" at time zone 'America/Sao_Paulo')::date) as since
      from ${posts} where id = any(${sql.param([...ids])}::uuid[]))
    select own.id, own.people, own."createdAt"::text, mine.views, mine.taps,
      others.houses, others."otherViews", others.rated, others."otherRate"
    from own
    cross join lateral (${countsOf(sql`own.id`)}) as mine
    cross join lateral (
      select count(*)::int as houses,
        percentile_cont(0.5) within group (order by views) as "otherViews",
        count(*) filter (where views >= ${fewestViews})::int as rated,
        percentile_cont(0.5) within group (order by 100.0 * taps / nullif(views, 0))
          filter (where views >= ${fewestViews}) as "otherRate"
      from (
        select posts.id from ${posts}
        where ${isPublic} and posts.localizacao = own.localizacao and posts.uid <> own.uid
          and posts."createdAt" < (own.since + 1)::timestamp at time zone 'America/Sao_Paulo'
          and posts."quantidadeMaximaPessoas" between own.people / ${sizeRatio}::numeric and own.people * ${sizeRatio}::numeric
        order by abs(posts."quantidadeMaximaPessoas" - own.people), posts.id
        limit ${mostOthers}) as other
      cross join lateral (${countsOf(sql`other.id`)}) as theirs) as others`);
  return new Map(rows.map((row) => [row.id, judge(row, today)]));
}

function judge(row: Row, today: string): Compare {
  const { people, createdAt, views, taps, houses, otherViews, rated, otherRate } = row;
  const publishedOn = civilDateOf(new Date(createdAt));
  if (publishedOn > addDays(today, -comparableAfterDays)) return { ok: false, reason: "new" };
  if (!people) return { ok: false, reason: "unsized" };
  if (houses < fewestOthers || otherViews === null) return { ok: false, reason: "few" };
  const isRated = views >= fewestViews && rated >= fewestOthers && otherRate !== null;
  return {
    ok: true,
    houses,
    views: { own: views, others: otherViews },
    taps: isRated ? { own: (100 * taps) / views, others: otherRate } : null,
  };
}
