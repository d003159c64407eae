import { lt, sql } from "drizzle-orm";
import { addDays } from "../../calendar/civil-date.ts";
import type { Db, Transaction } from "../../db/client.server.ts";
import { searches } from "../../db/operation-schema.ts";
import { keptSearchDays } from "./demand.ts";

export interface SearchCount {
  /** Civil date in the region. */
  day: string;
  /** "" for the whole region. */
  localizacao: string;
  asked: string;
  n: number;
}

/** Different searches stored for a day, about; all others of that day share a row. */
const maxSearchesPerDay = 1_000;

/** Adds counts, the most frequent ones first while there is room. */
export async function addSearches(
  db: Db,
  counts: readonly SearchCount[],
  most = maxSearchesPerDay,
): Promise<void> {
  if (counts.length === 0) return;
  await db.execute(sql`
    with counted as (
      select * from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        as one(day date, localizacao text, asked text, n integer)),
    stored as (
      select day, count(*) as size from ${searches}
      where day in (select day from counted) group by day),
    ranked as (
      select counted.*, searches.day is null as "isNew", coalesce(stored.size, 0) as size,
        row_number() over (
          partition by counted.day, searches.day is null
          order by counted.n desc, counted.localizacao, counted.asked) as rank
      from counted left join stored using (day) left join ${searches} using (day, localizacao, asked)),
    placed as (select *, "isNew" and size + rank > ${most} as "isOver" from ranked)
    insert into ${searches} (day, localizacao, asked, n)
    select day, case when "isOver" then '' else localizacao end,
      case when "isOver" then '' else asked end, sum(n)
    from placed
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (day, localizacao, asked) do update set n = searches.n + excluded.n`);
}

/** Deletes counts that nothing reads any more; returns how many. */
export async function purgeSearches(tx: Transaction, today: string): Promise<number> {
  const { rowCount } = await tx
    .delete(searches)
    .where(lt(searches.day, addDays(today, -keptSearchDays)));
  return rowCount ?? 0;
}
