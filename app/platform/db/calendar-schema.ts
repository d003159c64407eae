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

/** Prices of nights; `ate` is exclusive. */
// Triggers in sql/: alerts, changes.
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
    /** One price for all the nights, which then have no others. */
    pacote: text(),
    minimoNoites: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    index("seasons_listing").on(table.postId),
    check("seasons_order", sql`${table.ate} > ${table.de}`),
    check("seasons_years", sql`${table.de} >= '2000-01-01' and ${table.ate} <= '2099-12-31'`),
    check("seasons_valor_fds", sql`${table.valorFds} ~ '^[0-9]{1,7}([.][0-9]{2})?$'`),
    check("seasons_valor_diaria", sql`${table.valorDiaria} ~ '^[0-9]{1,7}([.][0-9]{2})?$'`),
    check("seasons_pacote", sql`${table.pacote} ~ '^[0-9]{1,7}([.][0-9]{2})?$'`),
    check("seasons_minimo_noites", sql`${table.minimoNoites} between 1 and 60`),
    atMost("seasons_temporada", table.temporada, 60),
  ],
);

/** Limits in characters; longer validators are not stored. */
export const maxValidatorLengths = { etag: 1000, lastModified: 100 } as const;

/** Half-open ranges in PostgreSQL's syntax: `{[2026-12-11,2026-12-13)}`. */
const nights = customType<{ data: string }>({ dataType: () => "datemultirange" });

/** Half-open ranges, possibly touching: `{"[2026-12-11,2026-12-13)"}`. */
const spans = customType<{ data: string }>({ dataType: () => "daterange[]" });

/** Calendars on other sites whose nights are unavailable here too (docs/decisions/019). */
// Triggers in sql/: alerts, changes.
export const feeds = pgTable(
  "feeds",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    nome: text().notNull(),
    /** Secret: never logged, and shown only to its owner. */
    endereco: text().notNull(),
    nights: nights().notNull().default(sql`'{}'`),
    /** Stays one by one, and those that owners said were free: emptied by the next copy, and unread. */
    stays: spans(),
    freed: spans().notNull().default(sql`'{}'`),
    /** No longer counted. */
    takenCount: integer().notNull().default(0),
    freedCount: integer().notNull().default(0),
    /**
     * Events of the last good copy: read, ignored because they leave nights free, and unreadable.
     */
    eventCount: integer().notNull().default(0),
    freeCount: integer().notNull().default(0),
    unreadableCount: integer().notNull().default(0),
    etag: text(),
    lastModified: text(),
    /** The last complete copy, and the last successful reading, changed or not. */
    copiedAt: timestamp({ withTimezone: true }),
    goodAt: timestamp({ withTimezone: true }),
    attemptedAt: timestamp({ withTimezone: true }),
    nightsChangedAt: timestamp({ withTimezone: true }),
    failures: integer().notNull().default(0),
    failingSince: timestamp({ withTimezone: true }),
    problem: text(),
    /** Since when copies without nights are suspected of being a mistake, and how many there were. */
    emptySince: timestamp({ withTimezone: true }),
    emptyReadings: integer().notNull().default(0),
    waitUntil: timestamp({ withTimezone: true }),
    /** Due time of the next reading; during a reading, when the claim expires. */
    nextReadingAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    index("feeds_listing").on(table.postId),
    index("feeds_due").on(table.nextReadingAt),
    atMost("feeds_nome", table.nome, 60),
    atMost("feeds_endereco", table.endereco, 2000),
    atMost("feeds_etag", table.etag, maxValidatorLengths.etag),
    atMost("feeds_last_modified", table.lastModified, maxValidatorLengths.lastModified),
    atMost("feeds_problem", table.problem, 60),
  ],
);

/** Nights taken twice, as owners were warned, until the purge; nothing writes them any more. */
export const doubleBookings = pgTable(
  "double_bookings",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** Null for the nights that the owner marked here. */
    oneId: uuid().references(() => feeds.id, { onDelete: "cascade" }),
    otherId: uuid()
      .notNull()
      .references(() => feeds.id, { onDelete: "cascade" }),
    /** `ate` is exclusive. */
    de: date({ mode: "string" }).notNull(),
    ate: date({ mode: "string" }).notNull(),
    /** When the owner said that it is one and the same stay. */
    dismissedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index("double_bookings_listing").on(table.postId),
    check("double_bookings_order", sql`${table.ate} > ${table.de}`),
  ],
);

/** Owners' former notes about stays, kept until the purge; nothing writes new ones. `ate` is the check-out day. */
export const stayNotes = pgTable(
  "stay_notes",
  {
    id: uuid().primaryKey().defaultRandom(),
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    de: date({ mode: "string" }).notNull(),
    ate: date({ mode: "string" }).notNull(),
    hospede: text().notNull().default(""),
    sinal: text().notNull().default(""),
    anotacao: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("stay_notes_listing").on(table.postId),
    check("stay_notes_order", sql`${table.ate} > ${table.de}`),
    check("stay_notes_years", sql`${table.de} >= '2000-01-01' and ${table.ate} <= '2099-12-31'`),
    atMost("stay_notes_hospede", table.hospede, maxNoteLengths.hospede),
    atMost("stay_notes_sinal", table.sinal, maxNoteLengths.sinal),
    atMost("stay_notes_anotacao", table.anotacao, maxNoteLengths.anotacao),
  ],
);

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/** The last transaction to change each listing, for indexes kept in memory. */
export const listingChanges = pgTable(
  "listing_changes",
  {
    id: uuid().primaryKey(),
    at: transactionId().notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [index("listing_changes_at").on(table.at)],
);

/** Limits in characters of what owners note about stays. */
export const maxNoteLengths = { hospede: 80, sinal: 60, anotacao: 500 } as const;
