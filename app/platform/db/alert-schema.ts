import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, createdAt } from "./columns.ts";

/** Searches that visitors without an account watch (docs/decisions/049). */
// Triggers in sql/: ended-rows.
export const alerts = pgTable(
  "alerts",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    /** The only listing watched; not a foreign key, because listings come and go. */
    postId: uuid(),
    localizacao: text(),
    entrada: date({ mode: "string" }),
    saida: date({ mode: "string" }),
    pessoas: integer(),
    quartos: integer(),
    /** Amenities that a listing must all have: names of `lazer` and of yes/no fields. */
    wishes: text().array().notNull().default([]),
    /** Most that a night and the stay may cost; whole BRL. */
    q: integer(),
    total: integer(),
    semPreco: boolean().notNull().default(false),
    createdAt: createdAt(),
    confirmedAt: timestamp({ withTimezone: true }),
    /** Last day on which a letter may be sent. */
    endsOn: date({ mode: "string" }).notNull(),
    /** Day of the last letter: there is one a day at most. */
    toldOn: date({ mode: "string" }),
    /** Nobody reads or writes it any more. */
    farewellFor: date({ mode: "string" }),
  },
  (table) => [
    index("alerts_email").on(table.email),
    // Matching starts from a listing, which has one location.
    index("alerts_location").on(table.localizacao).where(sql`${table.confirmedAt} is not null`),
    index("alerts_end").on(table.endsOn),
    atMost("alerts_email_length", table.email, 254),
    atMost("alerts_localizacao", table.localizacao, 60),
    check("alerts_stay", sql`(${table.entrada} is null) = (${table.saida} is null)`),
    check("alerts_stay_order", sql`${table.saida} > ${table.entrada}`),
    check("alerts_wishes", sql`cardinality(${table.wishes}) <= 40`),
    check("alerts_wish_names", sql`char_length(array_to_string(${table.wishes}, ',')) <= 1000`),
    check("alerts_pessoas", sql`${table.pessoas} between 1 and 999`),
    check("alerts_quartos", sql`${table.quartos} between 1 and 999`),
    check("alerts_q", sql`${table.q} between 0 and 99999`),
    check("alerts_total", sql`${table.total} between 0 and 9999999`),
  ],
);

/** Listings for an alert's next letter. There are no foreign keys: the letter drops stale rows. */
export const alertHits = pgTable(
  "alert_hits",
  {
    alertId: uuid().notNull(),
    postId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.postId] })],
);

const dateMultirange = customType<{ data: string }>({ dataType: () => "datemultirange" });

/** Changes of listings that may concern alerts, written by triggers (sql/alerts.sql). */
export const alertEvents = pgTable(
  "alert_events",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    postId: uuid().notNull(),
    /** Became visible to visitors. */
    published: boolean().notNull().default(false),
    /** Nights that a mark or a feed no longer takes; others may still do. */
    freed: dateMultirange().notNull().default(sql`'{}'`),
    /** The prices before they changed: the ad's terms and its `seasons`. */
    before: jsonb(),
  },
  (table) => [index("alert_events_listing").on(table.postId)],
);
