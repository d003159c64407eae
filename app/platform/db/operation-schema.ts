import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
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
import { posts, users } from "./schema.ts";
import { testimonials } from "./testimonial-schema.ts";

/** One row, by which a site recognises its database; the count only grows. */
export const databaseMark = pgTable(
  "database_mark",
  {
    single: boolean().primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
    count: bigint({ mode: "number" }).notNull().default(1),
  },
  (table) => [check("database_mark_single", sql`${table.single}`)],
);

/**
 * Hashed ids of deleted rows and sent letters, written by triggers, so that restoring an older backup can't bring
 * them back. Left out of backups; a file beside them has a copy (cli/ended-file.ts).
 */
export const endedRows = pgTable(
  "ended_rows",
  {
    /** Name of the table. */
    kind: text().notNull(),
    /** SHA-256 of the id, in hex. */
    hash: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.hash] }),
    atMost("ended_rows_kind", table.kind, 40),
    check("ended_rows_hash", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** Numbers alone, nothing about the visitors. */
export const visits = pgTable(
  "visits",
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    day: date({ mode: "string" }).notNull(),
    kind: text().notNull(),
    n: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.day, table.kind] }),
    index("visits_day").on(table.day),
    atMost("visits_kind", table.kind, 20),
    check("visits_n", sql`${table.n} > 0`),
  ],
);

/** Nothing reads or writes it any more; a later version drops it (docs/decisions/013). */
export const searches = pgTable(
  "searches",
  {
    day: date({ mode: "string" }).notNull(),
    localizacao: text().notNull(),
    asked: text().notNull(),
    n: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.localizacao, table.asked] }),
    atMost("searches_localizacao", table.localizacao, 60),
    atMost("searches_asked", table.asked, 500),
    check("searches_n", sql`${table.n} > 0`),
  ],
);

/** Outlives the listing, but not its owner's account. */
export const reports = pgTable(
  "reports",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** This is no foreign key: the listing may be deleted meanwhile. */
    postId: uuid().notNull(),
    uid: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    title: text().notNull(),
    /** The testimonial it is about, which takes it along when it goes; null if about the ad. */
    testimonialId: uuid().references(() => testimonials.id, { onDelete: "cascade" }),
    /** Comes from the ad's own advertiser, who can report testimonials alone. */
    isOwners: boolean().notNull().default(false),
    motivo: text().notNull(),
    detalhes: text().notNull().default(""),
    contato: text().notNull().default(""),
    /** Keyed hash of the reporter's address, for 30 days. */
    addressHash: text(),
    createdAt: createdAt(),
    announcedAt: timestamp({ withTimezone: true }),
    settledAt: timestamp({ withTimezone: true }),
    settledAs: text().$type<"archived" | "paused" | "removed">(),
  },
  (table) => [
    index("reports_listing").on(table.postId, table.createdAt),
    index("reports_owner").on(table.uid),
    index("reports_testimonial")
      .on(table.testimonialId)
      .where(sql`${table.testimonialId} is not null`),
    index("reports_open").on(table.createdAt).where(sql`${table.settledAt} is null`),
    check("reports_settled_as", sql`${table.settledAs} in ('archived', 'paused', 'removed')`),
    check("reports_settled", sql`(${table.settledAt} is null) = (${table.settledAs} is null)`),
    atMost("reports_title", table.title, 120),
    atMost("reports_motivo", table.motivo, 20),
    atMost("reports_detalhes", table.detalhes, 2000),
    atMost("reports_contato", table.contato, 254),
    atMost("reports_address_hash", table.addressHash, 64),
  ],
);

// Triggers in sql/: ended-rows.
export const staff = pgTable("staff", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
});

/** WebAuthn credentials. Ids and keys are Base64url (docs/decisions/012). */
// Triggers in sql/: ended-rows.
export const passkeys = pgTable(
  "passkeys",
  {
    credentialId: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    publicKey: text().notNull(),
    counter: bigint({ mode: "number" }).notNull().default(0),
    transports: text().array().notNull().default([]),
    isBackedUp: boolean().notNull().default(false),
    /** Browser and system it was created with, for its owner to recognize it. */
    nome: text().notNull().default(""),
    createdAt: createdAt(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("passkeys_user").on(table.userId),
    atMost("passkeys_credential_id", table.credentialId, 2048),
    atMost("passkeys_public_key", table.publicKey, 8192),
    atMost("passkeys_nome", table.nome, 100),
  ],
);

/** Authenticator apps, one per account. */
// Triggers in sql/: ended-rows.
export const authenticators = pgTable("authenticators", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Encrypted with AUTH_SECRET. */
  secret: text().notNull(),
  /** Null until the first code was typed. */
  confirmedAt: timestamp({ withTimezone: true }),
  /** Time step of the last code accepted: each code is good for one use. */
  lastStep: bigint({ mode: "number" }).notNull().default(0),
  createdAt: createdAt(),
});

/** Deleted when used. */
// Triggers in sql/: ended-rows.
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/**
 * Changes by operators, the command line and the site itself. Append-only, except for the purge and
 * forgetting a deleted account.
 */
// Triggers in sql/: audit-log.
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid().primaryKey().defaultRandom(),
    at: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    actor: text().notNull(),
    /** The actor's account, if it is one. */
    actorId: uuid(),
    action: text().notNull(),
    subjectId: uuid(),
    /** The account that the subject belongs to, until it is deleted; a trigger finds it, and the actor's. */
    accountId: uuid(),
    subject: text().notNull().default(""),
    reason: text().notNull().default(""),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index("audit_log_subject").on(table.subjectId),
    index("audit_log_account").on(table.accountId),
    index("audit_log_newest").on(table.at, table.id),
    atMost("audit_log_actor", table.actor, 254),
    atMost("audit_log_action", table.action, 60),
    atMost("audit_log_subject_name", table.subject, 254),
    atMost("audit_log_reason", table.reason, 2000),
    check("audit_log_before", sql`octet_length(${table.before}::text) <= 65536`),
    check("audit_log_after", sql`octet_length(${table.after}::text) <= 65536`),
  ],
);

/**
 * The outcome of background work, for the operator: of jobs on a schedule, of the daily backup, and
 * of workers that ended unexpectedly. Never in a backup.
 */
export const jobRuns = pgTable(
  "job_runs",
  {
    job: text().primaryKey(),
    succeededAt: timestamp({ withTimezone: true }),
    failedAt: timestamp({ withTimezone: true }),
    /** The last failure, as the log describes it. */
    error: text().notNull().default(""),
    failures: integer().notNull().default(0),
  },
  (table) => [atMost("job_runs_job", table.job, 60), atMost("job_runs_error", table.error, 500)],
);

/** A new ad not yet published: one per advertiser, so that drafts can't fill the disk. */
export const listingDrafts = pgTable(
  "listing_drafts",
  {
    uid: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    draftId: uuid("draft").notNull(),
    fields: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    /** The photos in their order; the sweep keeps them. */
    photos: jsonb().$type<{ id: string; name: string }[]>().notNull().default([]),
    /** Time by the clock of the device that typed it, but never in the future. */
    typedAt: timestamp({ withTimezone: true }).notNull(),
    savedAt: createdAt(),
  },
  (table) => [
    check("listing_drafts_fields", sql`octet_length(${table.fields}::text) <= 262144`),
    check("listing_drafts_photos", sql`octet_length(${table.photos}::text) <= 65536`),
  ],
);

export const vitals = pgTable(
  "vitals",
  {
    day: date({ mode: "string" }).notNull(),
    route: text().notNull(),
    metric: text().notNull(),
    bucket: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.route, table.metric, table.bucket] }),
    atMost("vitals_route", table.route, 100),
    atMost("vitals_metric", table.metric, 10),
  ],
);
