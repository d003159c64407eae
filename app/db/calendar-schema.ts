import { sql } from "drizzle-orm";
import {
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, createdAt } from "./columns.ts";
import { posts } from "./schema.ts";

/** Prices of a part of the year; the night that begins on `ate` is no longer of it. */
export const seasons = pgTable(
  "seasons",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    temporada: text().notNull(),
    de: date({ mode: "string" }).notNull(),
    ate: date({ mode: "string" }).notNull(),
    valorFds: text(),
    valorDiaria: text(),
    minimoNoites: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    index("seasons_listing").on(table.postId),
    check("seasons_order", sql`${table.ate} > ${table.de}`),
    check("seasons_years", sql`${table.de} >= '2000-01-01' and ${table.ate} <= '2099-12-31'`),
    check("seasons_valor_fds", sql`${table.valorFds} ~ '^[0-9]{1,7}([.][0-9]{2})?$'`),
    check("seasons_valor_diaria", sql`${table.valorDiaria} ~ '^[0-9]{1,7}([.][0-9]{2})?$'`),
    check("seasons_minimo_noites", sql`${table.minimoNoites} between 1 and 60`),
    atMost("seasons_temporada", table.temporada, 60),
  ],
);

/** Half-open ranges of nights, as PostgreSQL writes them: `{[2026-12-11,2026-12-13)}`. */
const nights = customType<{ data: string }>({ dataType: () => "datemultirange" });

/** Calendars on other sites whose nights are unavailable here too (docs/decisions/018). */
export const feeds = pgTable(
  "feeds",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** Shown to the owner, "Airbnb". */
    nome: text().notNull(),
    /** Secret: in no log, no page of others and no export. */
    endereco: text().notNull(),
    nights: nights().notNull().default(sql`'{}'`),
    /** Of the last good copy: events read, left out as free, and unreadable. */
    eventCount: integer().notNull().default(0),
    freeCount: integer().notNull().default(0),
    unreadableCount: integer().notNull().default(0),
    /** Validators of the last good copy. */
    etag: text(),
    lastModified: text(),
    /** The last whole copy, and the last reading that found the calendar good or unchanged. */
    copiedAt: timestamp({ withTimezone: true }),
    goodAt: timestamp({ withTimezone: true }),
    attemptedAt: timestamp({ withTimezone: true }),
    nightsChangedAt: timestamp({ withTimezone: true }),
    /** Readings that failed in a row, since when, and the reason of the last. */
    failures: integer().notNull().default(0),
    failingSince: timestamp({ withTimezone: true }),
    problem: text(),
    /** Since when a copy without nights is held back, and how often it has come. */
    emptySince: timestamp({ withTimezone: true }),
    emptyReadings: integer().notNull().default(0),
    /** When it is due; while it is being read, when the claim on it expires. */
    nextReadingAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    index("feeds_listing").on(table.postId),
    index("feeds_due").on(table.nextReadingAt),
    atMost("feeds_nome", table.nome, 60),
    atMost("feeds_endereco", table.endereco, 2000),
    atMost("feeds_etag", table.etag, 1000),
    atMost("feeds_last_modified", table.lastModified, 100),
    atMost("feeds_problem", table.problem, 60),
  ],
);

/** Transaction ids, as PostgreSQL's xid8 writes them. */
const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/** The transaction that last changed each listing: keeps indexes in memory true. */
export const listingChanges = pgTable(
  "listing_changes",
  {
    id: uuid().primaryKey(),
    at: transactionId().notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [index("listing_changes_at").on(table.at)],
);
