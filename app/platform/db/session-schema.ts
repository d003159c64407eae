import { boolean, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { atMost, createdAt, updatedAt } from "./columns.ts";
import { users } from "./schema.ts";

// The tables of better-auth, besides the users.

export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** When the password was last typed; the operator's panel asks again after a while. */
    passwordAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the second factor was last shown; null if never. Only the staff has to show it. */
    secondFactorAt: timestamp({ withTimezone: true }),
    /** True if that password is long enough for the staff. */
    hasStaffPassword: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    atMost("sessions_user_agent", table.userAgent, 16_384),
    atMost("sessions_ip_address", table.ipAddress, 100),
  ],
);

export const accounts = pgTable(
  "accounts",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamp({ withTimezone: true }),
    refreshTokenExpiresAt: timestamp({ withTimezone: true }),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("accounts_user").on(table.userId)],
);

export const verifications = pgTable(
  "verifications",
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);
