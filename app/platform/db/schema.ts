import { sql } from "drizzle-orm";
import {
  bigint,
  bit,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { atMost, createdAt, updatedAt } from "./columns.ts";

/** Identity and profile in one row (spec §3, users/{uid}). */
// Triggers in sql/: changes, ended-rows.
export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey().defaultRandom(),
    displayName: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    plano: text().notNull().default("basico"),
    postsCriados: integer().notNull().default(0),
    postsPermitidos: integer().notNull().default(1),
    /** Last day of the plan, in the region; null while it has no end. */
    validoAte: date({ mode: "string" }),
    /** Nobody reads or writes it any more. */
    freeUntil: date({ mode: "string" }),
    /** The `validoAte` already announced by e-mail, seven days before and on the last day. */
    warnedOfEnd: date({ mode: "string" }),
    toldOfEnd: date({ mode: "string" }),
    planEndedOn: date({ mode: "string" }),
    endedPlan: text(),
    /** The latest letter about a plan's end, and that end; see end-letters.ts. */
    endLetter: text(),
    endLetterFor: date({ mode: "string" }),
    blockedAt: timestamp({ withTimezone: true }),
    notes: text().notNull().default(""),
    /** First day of the month last reported by e-mail, and the opt-out. */
    numbersSentFor: date({ mode: "string" }),
    numbersOff: boolean().notNull().default(false),
    recebePerguntas: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    check("users_posts_criados", sql`${table.postsCriados} >= 0`),
    check("users_posts_permitidos", sql`${table.postsPermitidos} >= 0`),
    atMost("users_display_name", table.displayName, 80),
    atMost("users_email_length", table.email, 254),
    atMost("users_notes", table.notes, 5000),
  ],
);

export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** Zero-based band of a price, in bands of `width` BRL. */
function priceBand(width: number) {
  return sql.raw(`(ceil(("valorDiaria")::numeric)::integer / ${width})`);
}

/** Listings (spec §3, posts). Amounts are canonical BRL text, "1350" or "1350.50". */
// Triggers in sql/: alerts, changes, previous-version.
export const posts = pgTable(
  "posts",
  {
    id: uuid().primaryKey().defaultRandom(),
    uid: uuid()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    body: text().notNull(),
    valorFds: text().notNull(),
    valorDiaria: text(),
    // No longer read; a later release drops it and the three price bands (docs/decisions/021).
    valorDiariaNumero: numeric({ precision: 9, scale: 2 }).generatedAlwaysAs(
      sql`("valorDiaria")::numeric`,
    ),
    /** Zero-based price bands of 1, 50 and 2500 BRL, cents rounded up. */
    diariaPor1: integer().generatedAlwaysAs(priceBand(1)),
    diariaPor50: integer().generatedAlwaysAs(priceBand(50)),
    diariaPor2500: integer().generatedAlwaysAs(priceBand(2500)),
    /** Shortest stay outside the seasons; null for any. */
    minimoNoites: integer(),
    /** Friday and Saturday nights are let only together. */
    fdsInteiro: boolean().notNull().default(false),
    telefone: text().notNull(),
    whatsapp: boolean().notNull().default(false),
    /** Who answers the telephone: "José". */
    nomeContato: text().notNull().default(""),
    /** A second telephone in digits; empty if there is none. */
    telefone2: text().notNull().default(""),
    localizacao: text().notNull(),
    lazer: text().array().notNull().default([]),
    aceitaPets: boolean().notNull().default(false),
    wifi: boolean().notNull().default(false),
    arCondicionado: boolean().notNull().default(false),
    beiraDAgua: boolean().notNull().default(false),
    pier: boolean().notNull().default(false),
    cercado: boolean().notNull().default(false),
    berco: boolean().notNull().default(false),
    acessivel: boolean().notNull().default(false),
    quantidadeMaximaPessoas: integer(),
    QuantidadeTotalQuartos: integer(),
    QuantidadeTotalQuartosSuites: integer(),
    maioresInformacoes: text().notNull().default(""),
    observacoesTarifa: text().notNull().default(""),
    detalhamentoQuartosSociais: text().notNull().default(""),
    detalhamentoSuites: text().notNull().default(""),
    observacao: text().notNull().default(""),
    enderecoCompleto: text().notNull().default(""),
    /** Kilometres; 0 if the road is paved to the door, null if the owner didn't say. */
    estradaDeTerra: integer(),
    /** Position of the house in degrees; null until the owner sets it. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** If false, the position is shown to within about a kilometre. */
    mapaExato: boolean().notNull().default(false),
    detalhesCozinha: text().notNull().default(""),
    detalhesSala: text().notNull().default(""),
    beneficiosImovel: text().notNull().default(""),
    /** Name on the owner's Pix key; public only while the listing is checked. */
    nomePix: text().notNull().default(""),
    createdBy: text().notNull(),
    updatedBy: text(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }),
    datesUpdatedAt: timestamp({ withTimezone: true }),
    datesConfirmedAt: timestamp({ withTimezone: true }),
    /** When the owner was last reminded to confirm the calendar, and the opt-out. */
    datesRemindedAt: timestamp({ withTimezone: true }),
    datesRemindersOff: boolean().notNull().default(false),
    /** When and by whom the listing was paused; both null while visitors can see it. */
    pausedAt: timestamp({ withTimezone: true }),
    pausedBy: text().$type<"owner" | "operator" | "plan" | "block">(),
    pauseReason: text(),
    /** When the owner paused it, while the operator's pause takes precedence. */
    ownerPausedAt: timestamp({ withTimezone: true }),
    /**
     * When the operator last checked that the house exists and is the owner's to let; null once a change ended
     * that check. It also ends by the clock (app/domain/listings/checks/check.ts).
     */
    checkedAt: timestamp({ withTimezone: true }),
    /** Secret part of the .ics address; null until the owner asks for one. */
    calendarToken: text().unique(),
    /** Incremented by every edit, which names the version it is based on. */
    version: integer().notNull().default(1),
    /** When its owner shared it, and put away its next steps, on the dashboard. */
    sharedAt: timestamp({ withTimezone: true }),
    stepsClosedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    // Scanned backwards. Drizzle's descending indexes put nulls last, unlike PostgreSQL's default.
    index("posts_newest").on(table.createdAt, table.id),
    // Counts per location scan this alone, before the search index has been read.
    index("posts_location").on(table.localizacao, table.id).where(sql`${table.pausedAt} is null`),
    index("posts_owner").on(table.uid, table.createdAt, table.id),
    index("posts_telefone_owner").on(table.telefone, table.uid),
    index("posts_telefone2").on(table.telefone2).where(sql`${table.telefone2} <> ''`),
    check("posts_paused_by", sql`${table.pausedBy} in ('owner', 'operator', 'plan', 'block')`),
    check("posts_paused", sql`(${table.pausedAt} is null) = (${table.pausedBy} is null)`),
    atMost("posts_pause_reason", table.pauseReason, 1000),
    check("posts_valor_fds", sql`${table.valorFds} ~ '^[0-9]{1,7}([.][0-9]{2})?$'`),
    check("posts_valor_diaria", sql`${table.valorDiaria} ~ '^[0-9]{1,7}([.][0-9]{2})?$'`),
    check("posts_telefone", sql`${table.telefone} ~ '^[0-9]{1,11}$'`),
    check("posts_telefone2", sql`${table.telefone2} ~ '^[0-9]{0,11}$'`),
    atMost("posts_nome_contato", table.nomeContato, 80),
    atMost("posts_title", table.title, 120),
    atMost("posts_body", table.body, 5000),
    atMost("posts_localizacao", table.localizacao, 60),
    check("posts_lazer", sql`cardinality(${table.lazer}) <= 20`),
    check("posts_lazer_names", sql`char_length(array_to_string(${table.lazer}, ',')) <= 1000`),
    check("posts_pessoas", sql`${table.quantidadeMaximaPessoas} between 0 and 999`),
    check("posts_quartos", sql`${table.QuantidadeTotalQuartos} between 0 and 999`),
    check("posts_suites", sql`${table.QuantidadeTotalQuartosSuites} between 0 and 999`),
    check("posts_minimo_noites", sql`${table.minimoNoites} between 0 and 60`),
    check("posts_estrada_de_terra", sql`${table.estradaDeTerra} between 0 and 99`),
    atMost("posts_maiores_informacoes", table.maioresInformacoes, 5000),
    atMost("posts_observacoes_tarifa", table.observacoesTarifa, 300),
    atMost("posts_detalhamento_quartos", table.detalhamentoQuartosSociais, 5000),
    atMost("posts_detalhamento_suites", table.detalhamentoSuites, 5000),
    atMost("posts_observacao", table.observacao, 5000),
    atMost("posts_endereco", table.enderecoCompleto, 300),
    check("posts_latitude", sql`${table.latitude} between -90 and 90`),
    check("posts_longitude", sql`${table.longitude} between -180 and 180`),
    check("posts_position", sql`(${table.latitude} is null) = (${table.longitude} is null)`),
    atMost("posts_cozinha", table.detalhesCozinha, 300),
    atMost("posts_sala", table.detalhesSala, 300),
    atMost("posts_beneficios", table.beneficiosImovel, 300),
    atMost("posts_nome_pix", table.nomePix, 80),
    atMost("posts_created_by", table.createdBy, 80),
    atMost("posts_updated_by", table.updatedBy, 80),
  ],
);

/** Listings whose addresses answer 410 and link to neighbours. */
// Triggers in sql/: previous-version.
export const deletedPosts = pgTable("deleted_posts", {
  id: uuid().primaryKey(),
  localizacao: text().notNull(),
  deletedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Removed by the staff, for which visitors should be careful. */
  byStaff: boolean().notNull().default(false),
  /**
   * The owner, until the account is deleted. Not a foreign key, which would lock the account after the
   * listing, in the other order than commands.
   */
  uid: uuid(),
});

/** Nights (spec §3, datasIndisponiveis); the check-out day is free. */
// Triggers in sql/: alerts, changes.
export const unavailableDays = pgTable(
  "unavailable_days",
  {
    postId: uuid()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    day: date({ mode: "string" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.day] }),
    check("unavailable_days_day", sql`${table.day} between '2000-01-01' and '2099-12-31'`),
  ],
);

/** Uploads in progress. The id becomes the photo's. */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid().primaryKey(),
    uid: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    draftId: uuid("draft").notNull(),
    filename: text().notNull(),
    size: integer().notNull().default(0),
    /** Keyed hash of the network that the upload comes from, whose unfinished bytes are limited. */
    network: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("uploads_owner_draft").on(table.uid, table.draftId),
    index("uploads_network").on(table.network),
    atMost("uploads_network_length", table.network, 60),
    atMost("uploads_filename", table.filename, 255),
  ],
);

/** Photos, which have no listing until it is saved. */
// Triggers in sql/: changes, previous-version.
export const photos = pgTable(
  "photos",
  {
    id: uuid().primaryKey(),
    uid: uuid()
      .notNull()
      .references(() => users.id),
    /** The form it was chosen in: limits its photos without a listing, and shows that it was published. */
    draftId: uuid("draft"),
    postId: uuid(),
    position: integer(),
    /** Key in the object store: imoveis/{uid}/images/{postsCriados at the time}/{id}-foto (spec §7). */
    key: text().notNull().unique(),
    width: integer().notNull(),
    height: integer().notNull(),
    widths: integer().array().notNull(),
    sizesDue: boolean().notNull().default(true),
    color: text().notNull(),
    alt: text().notNull().default(""),
    illustration: boolean().notNull().default(false),
    cover: boolean().notNull().default(false),
    /** Hash in hex of the uploaded file; null for photos stored before this was recorded. */
    sha256: text(),
    /** Perceptual hash that finds copies (docs/decisions/003); null until the photo has been compared. */
    differenceHash: bit({ dimensions: 64 }),
    /** Bytes of all its files together; 0 for photos stored before this was recorded. */
    bytes: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.postId], foreignColumns: [posts.id], name: "photos_post" }),
    uniqueIndex("photos_place").on(table.postId, table.position),
    index("photos_owner_draft").on(table.uid, table.draftId),
    index("photos_sha256").on(table.sha256),
    index("photos_sizes_due")
      .on(sql`cardinality(${table.widths})`, table.createdAt.desc(), table.position)
      .where(sql`${table.sizesDue}`),
    index("photos_not_compared")
      .on(table.createdAt.desc())
      .where(sql`${table.differenceHash} is null and not ${table.illustration}`),
    atMost("photos_sha256_length", table.sha256, 64),
    check("photos_placed", sql`(${table.postId} is null) = (${table.position} is null)`),
    check("photos_position", sql`${table.position} between 0 and 9`),
    atMost("photos_key_length", table.key, 300),
    atMost("photos_alt", table.alt, 300),
    atMost("photos_color", table.color, 7),
    check("photos_widths", sql`cardinality(${table.widths}) <= 8`),
  ],
);
