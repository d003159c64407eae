import { type SQL, sql } from "drizzle-orm";
import { today } from "../../calendar/civil-date.ts";
import { addMonths, monthOf } from "../../calendar/month.ts";
import { monthsAhead } from "../../calendar/stays.ts";
import type { Db } from "../../db/client.server.ts";
import { instantOf, microsOf } from "../../db/columns.ts";
import { posts } from "../../db/schema.ts";
import { filterFlags } from "../../listings/fields.ts";
import { columnsOf } from "../../listings/listings.server.ts";
import type { Season } from "../../prices/seasons.ts";
import { isPublic } from "../../visibility/visibility.server.ts";
import type { IndexedListing } from "./indexed-listing.ts";
import { ListingIndex } from "./listing-index.ts";

/** Adding this many listings blocks the event loop for about 15 ms. */
const pageSize = 500;

interface Changes {
  /** The transaction id to continue from: all before it had ended when the changes were read. */
  horizon: string;
  changed: string[];
}

/** Catches up with the database before each search (docs/decisions/021). */
export class LiveIndex {
  #db: Db;
  #index = new ListingIndex();
  /** Null until the first full read. */
  #horizon: string | null = null;
  /** First month of the nights in the index. */
  #month = "";
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** False until all listings have been read, which takes a while for a million of them. */
  get isReady(): boolean {
    return this.#horizon !== null;
  }

  /** Includes everything committed before this call. */
  async read(): Promise<ListingIndex> {
    // A catch-up in progress may have read before the caller's commit, so wait for the next one,
    // shared by all waiting callers. If it fails, so do they: another try would take as long.
    this.#waiting ??= this.#running
      .finally(() => {
        this.#waiting = null;
      })
      .then(() => {
        this.#running = this.#catchUp();
        this.#running.catch(() => {
          this.#running = Promise.resolve();
        });
        return this.#running;
      });
    await this.#waiting;
    return this.#index;
  }

  async #catchUp(): Promise<void> {
    const month = monthOf(today());
    // The window of nights moves with the month.
    if (this.#horizon === null || month !== this.#month) return this.#readAll(month);
    const { horizon, changed } = await readChanges(this.#db, this.#horizon);
    for (let from = 0; from < changed.length; from += pageSize) {
      const ids = changed.slice(from, from + pageSize);
      const found = await readListings(this.#db, month, sql`${posts.id} in ${ids}`);
      const standing = new Set(found.map(({ id }) => id));
      for (const id of ids) if (!standing.has(id)) this.#index.delete(id);
      for (const one of found) this.#index.put(one);
    }
    // Set last, so that a failure leads to reading the same changes again.
    this.#horizon = horizon;
  }

  async #readAll(month: string): Promise<void> {
    // A dump restored into another cluster may contain transaction ids from its future.
    await this.#db.execute(
      sql`delete from listing_changes where at >= pg_snapshot_xmax(pg_current_snapshot())`,
    );
    const { horizon } = await readChanges(this.#db, null);
    const index = new ListingIndex();
    let last: IndexedListing | undefined;
    do {
      const page = await readListings(this.#db, month, last && after(last));
      for (const one of page) index.put(one);
      last = page.length === pageSize ? page.at(-1) : undefined;
    } while (last);
    this.#index = index;
    this.#month = month;
    this.#horizon = horizon;
  }
}

/** By transactions from `since` on; without it, only the horizon. */
async function readChanges(db: Db, since: string | null): Promise<Changes> {
  const changed = since
    ? sql`array(select id::text from listing_changes where at >= ${since}::xid8)`
    : sql`'{}'::text[]`;
  const { rows } = await db.execute<{ horizon: string; changed: string[] }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, ${changed} as changed`,
  );
  const [row] = rows;
  if (!row) throw new Error("no snapshot");
  return row;
}

function after({ createdAt, id }: IndexedListing): SQL {
  return sql`(${posts.createdAt}, ${posts.id}) > (${instantOf(createdAt)}, ${id}::uuid)`;
}

/** JSON has no dates. */
interface StoredSeason extends Omit<Season, "createdAt"> {
  createdAt: string;
}

/** Oldest first, at most {@link pageSize}, with the taken nights from `month` on. */
async function readListings(
  db: Db,
  month: string,
  where: SQL | undefined,
): Promise<IndexedListing[]> {
  const first = `${month}-01`;
  const end = `${addMonths(month, monthsAhead + 2)}-01`;
  const range = sql`daterange(${first}::date, ${end}::date)`;
  const rows = await db
    .select({
      id: posts.id,
      createdAt: microsOf(posts.createdAt),
      localizacao: posts.localizacao,
      lazer: posts.lazer,
      ...columnsOf(filterFlags.map(({ name }) => name)),
      quantidadeMaximaPessoas: posts.quantidadeMaximaPessoas,
      valorFds: posts.valorFds,
      valorDiaria: posts.valorDiaria,
      // Spelled out: Drizzle omits the table names of columns here, and all three have an "id".
      taken: sql<string[]>`array(
        select day::text from unavailable_days where "postId" = posts.id and day <@ ${range}
        union all
        select day::date::text
        from feeds, unnest(nights * datemultirange(${range})) span,
          generate_series(lower(span), upper(span) - 1, '1 day') day
        where feeds."postId" = posts.id)`,
      seasons: sql<StoredSeason[]>`(
        select coalesce(jsonb_agg(to_jsonb(seasons)), '[]')
        from seasons where seasons."postId" = posts.id)`,
    })
    .from(posts)
    .where(sql`${isPublic}${where ? sql` and ${where}` : sql``}`)
    .orderBy(posts.createdAt, posts.id)
    .limit(pageSize);
  return rows.map(({ valorFds, valorDiaria, createdAt, ...row }) => ({
    ...row,
    createdAt: Number(createdAt),
    rates: { valorFds, valorDiaria },
    seasons: row.seasons.map(({ createdAt: made, ...season }) => ({
      ...season,
      createdAt: new Date(made),
    })),
  }));
}
