import { min, type SQL, sql } from "drizzle-orm";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { instantOf, microsOf } from "../../../platform/db/columns.ts";
import { prepareOnce } from "../../../platform/db/prepared.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { isPublic } from "../../accounts/visibility/visibility.server.ts";
import { civilDateOf, today } from "../../calendar/civil-date.ts";
import { addMonths, type Month, monthOf } from "../../calendar/month.ts";
import { monthsAhead } from "../../calendar/stays.ts";
import { feedsReadAtColumn } from "../../calendar/taken-nights.server.ts";
import { filterFlags } from "../../listings/fields.ts";
import { lastConfirmation } from "../../listings/freshness.ts";
import { columnsOf, datesCheckedAtColumn } from "../../listings/listings.server.ts";
import { seasonsColumn } from "../../prices/stored-seasons.server.ts";
import type { IndexedListing } from "./indexed-listing.ts";
import { ListingIndex } from "./listing-index.ts";

/** Adding this many listings blocks the event loop for about 15 ms. */
const pageSize = 500;

interface Changes {
  /** The transaction id to continue from: all before it had ended when the changes were read. */
  horizon: string;
  changed: string[];
}

/** An index of all listings, with their nights from `month` on. */
interface Edition {
  index: ListingIndex;
  month: Month;
  /** Civil date on which it last learnt when feeds were read. */
  feedsKnownOn: string;
  /** Transaction id up to which the index has caught up. */
  horizon: string;
  /** When it last caught up, in ms of `performance.now()`. */
  readAt: number;
}

/** Catches up with the database before each search (docs/decisions/021). */
export class LiveIndex {
  #db: Db;
  /** Null until the first full read. */
  #edition: Edition | null = null;
  /** The edition of the month that has begun; null until it is complete. */
  #next: Edition | null = null;
  #isReadingNext = false;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: Promise<ListingIndex> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** False until all listings have been read, which takes a while for a million of them. */
  get isReady(): boolean {
    return this.#edition !== null;
  }

  /** Returns an index that includes everything committed before this call. */
  read(): Promise<ListingIndex> {
    // A catch-up in progress may have read before the caller's commit, so wait for the next one,
    // shared by all waiting callers. If it fails, so do they: another try would take as long.
    this.#waiting ??= this.#running
      .finally(() => {
        this.#waiting = null;
      })
      .then(() => {
        const running = this.#catchUp();
        this.#running = running;
        running.catch(() => {
          this.#running = Promise.resolve();
        });
        return running;
      });
    return this.#waiting;
  }

  /** Returns the index as it was at most `maxAgeMs` ago; 0 is {@link read}. */
  async readWithin(maxAgeMs: number): Promise<ListingIndex> {
    const known = this.#edition;
    return known && performance.now() - known.readAt < maxAgeMs ? known.index : this.read();
  }

  async #catchUp(): Promise<ListingIndex> {
    const readAt = performance.now();
    const edition = await this.#editionOf(monthOf(today()));
    const { index, month } = edition;
    const { horizon, changed } = await readChanges(this.#db, edition.horizon);
    await learnFeedReadings(this.#db, edition);
    for (let from = 0; from < changed.length; from += pageSize) {
      const ids = changed.slice(from, from + pageSize);
      const found = await readListings(this.#db, month, sql`${posts.id} in ${ids}`);
      const standing = new Set(found.map(({ id }) => id));
      for (const id of ids) if (!standing.has(id)) index.delete(id);
      for (const one of found) index.put(one);
    }
    // Set last, so that a failure leads to reading the same changes again.
    edition.horizon = horizon;
    edition.readAt = readAt;
    return index;
  }

  /**
   * In a new month the last edition serves until the next is complete: it reaches a month further
   * than stays can be asked for.
   */
  async #editionOf(month: Month): Promise<Edition> {
    if (this.#next?.month === month) {
      this.#edition = this.#next;
      this.#next = null;
    }
    const reached = this.#edition?.month;
    if (this.#edition && reached === month) return this.#edition;
    if (this.#edition && reached === addMonths(month, -1)) {
      this.#readNext(month);
      return this.#edition;
    }
    this.#edition = await readAll(this.#db, month);
    return this.#edition;
  }

  #readNext(month: Month): void {
    if (this.#isReadingNext) return;
    this.#isReadingNext = true;
    readAll(this.#db, month)
      .then((next) => {
        this.#next = next;
      })
      // The next search tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#isReadingNext = false;
      });
  }
}

/** Hourly readings of feeds aren't announced; once a day is often enough for an age in days. */
async function learnFeedReadings(db: Db, edition: Edition): Promise<void> {
  const day = today();
  if (edition.feedsKnownOn === day) return;
  const rows = await db
    .select({ id: feeds.postId, readAt: min(feeds.goodAt) })
    .from(feeds)
    .groupBy(feeds.postId);
  for (const { id, readAt } of rows) if (readAt) edition.index.confirm(id, civilDateOf(readAt));
  edition.feedsKnownOn = day;
}

/** A dump restored into another cluster may contain transaction ids from its future. */
async function dropFutureChanges(db: Db): Promise<void> {
  await db.execute(
    sql`delete from listing_changes where at >= pg_snapshot_xmax(pg_current_snapshot())`,
  );
}

async function readAll(db: Db, month: Month): Promise<Edition> {
  await dropFutureChanges(db);
  const feedsKnownOn = today();
  const readAt = performance.now();
  const { horizon } = await readChanges(db, null);
  const index = new ListingIndex();
  let last: IndexedListing | undefined;
  do {
    const page = await readListings(db, month, last && after(last));
    for (const one of page) index.put(one);
    last = page.length === pageSize ? page.at(-1) : undefined;
  } while (last);
  return { index, month, feedsKnownOn, horizon, readAt };
}

const changesSince = prepareOnce((db) =>
  db
    .select({
      horizon: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`,
      changed: sql<string[]>`array(
        select id::text from listing_changes where at >= ${sql.placeholder("since")}::text::xid8)`,
    })
    .from(sql`(values (true)) as one_row`)
    .prepare("changes_since"),
);

/** Reads the ids changed by transactions from `since` on; without it, only the horizon. */
async function readChanges(db: Db, since: string | null): Promise<Changes> {
  const [row] = await changesSince(db).execute({ since });
  if (!row) throw new Error("no snapshot");
  return row;
}

function after({ createdAt, id }: IndexedListing): SQL {
  return sql`(${posts.createdAt}, ${posts.id}) > (${instantOf(createdAt)}, ${id}::uuid)`;
}

/** Reads public listings as searches see them today; at most {@link pageSize}. */
export function readIndexed(
  db: Db | Transaction,
  ids: readonly string[],
): Promise<IndexedListing[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : readListings(db, monthOf(today()), sql`${posts.id} in ${ids}`);
}

/** Reads at most {@link pageSize} listings, oldest first, with the taken nights from `month` on. */
async function readListings(
  db: Db | Transaction,
  month: Month,
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
      QuantidadeTotalQuartos: posts.QuantidadeTotalQuartos,
      valorFds: posts.valorFds,
      valorDiaria: posts.valorDiaria,
      minimoNoites: posts.minimoNoites,
      fdsInteiro: posts.fdsInteiro,
      datesCheckedAt: datesCheckedAtColumn,
      feedsReadAt: feedsReadAtColumn,
      // Spelled out: Drizzle omits the table names of columns here, and all three have an "id".
      taken: sql<string[]>`array(
        select day::text from unavailable_days where "postId" = posts.id and day <@ ${range}
        union all
        select day::date::text
        from feeds, unnest(nights * datemultirange(${range})) span,
          generate_series(lower(span), upper(span) - 1, '1 day') day
        where feeds."postId" = posts.id)`,
      seasons: seasonsColumn,
    })
    .from(posts)
    .where(sql`${isPublic}${where ? sql` and ${where}` : sql``}`)
    .orderBy(posts.createdAt, posts.id)
    .limit(pageSize);
  return rows.map((read) => {
    const { valorFds, valorDiaria, minimoNoites, fdsInteiro, ...others } = read;
    const { createdAt, datesCheckedAt, feedsReadAt, ...row } = others;
    return {
      ...row,
      confirmedOn: lastConfirmation({ datesCheckedAt, feedsReadAt }),
      createdAt: Number(createdAt),
      terms: { valorFds, valorDiaria, minimoNoites, fdsInteiro },
    };
  });
}
