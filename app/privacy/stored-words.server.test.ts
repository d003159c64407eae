import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sampleRows } from "../../testing/sample-rows.ts";
import { shareDatabase } from "../../testing/shared-database.ts";
import { alerts } from "../db/alert-schema.ts";
import { outbox } from "../db/mail-schema.ts";
import { listingDrafts } from "../db/operation-schema.ts";
import { questions } from "../db/question-schema.ts";
import { users } from "../db/schema.ts";
import { readAccountData } from "./account-data.server.ts";
import { findLabel } from "./stored-words.ts";

const database = shareDatabase();

/** A browser names the fields of a draft. */
const namedElsewhere = new Set(["fields"]);

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...(namedElsewhere.has(name) ? [] : namesIn(inner)),
  ]);
}

function emptyListsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(inner) && inner.length === 0 ? [name] : emptyListsIn(inner),
  );
}

test("everything in the export of an account that has a row in each table has a Portuguese label", async () => {
  const { db, owner } = database();
  for (const [table, row] of sampleRows(1)) {
    const names = Object.keys(row).map((name) => sql.identifier(name));
    const values = sql`select ${sql.join(names, sql`, `)} from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(row)}::jsonb)`;
    await owner.execute(
      sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) ${values}`,
    );
  }
  const [user] = await db.update(users).set({ emailVerified: true }).returning();
  if (!user) throw new Error("no sample account");
  await db.update(alerts).set({ email: user.email });
  await db.update(outbox).set({ userId: user.id });
  await db.update(questions).set({ deliveredAt: sql`now()` });
  await db.update(listingDrafts).set({ savedAt: sql`now()` });
  // Photos without an ad are those of a draft.
  await owner.execute(sql`
    insert into photos (id, uid, key, width, height, widths, color, illustration)
    select gen_random_uuid(), uid, key || '-2', width, height, widths, color, true from photos`);

  const { json = {} } = (await readAccountData(db, user.id)) ?? {};

  // Otherwise names would be missing from this test.
  expect(emptyListsIn(json).filter((name) => name !== "wishes")).toEqual([]);
  expect([...new Set(namesIn(json))].filter((name) => findLabel(name) === null)).toEqual([]);
});
