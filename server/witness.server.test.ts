import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "../app/platform/db/client.server.ts";
import { databaseMark } from "../app/platform/db/operation-schema.ts";
import { isStartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { makeFolder } from "../testing/folder.ts";
import { shareOpened } from "../testing/site.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { createWitness, type Witness } from "./witness.ts";

async function expectRefusal({ check }: Witness, sentence: string): Promise<void> {
  const refusal = await check().catch((error: unknown) => error);
  expect(isStartRefusal(refusal)).toBe(true);
  expect(String(refusal)).toContain(sentence);
  expect(String(refusal)).toContain("aceite-o com npm run operador -- aceitar-banco.");
}

const database = shareOpened(async (onDone) => {
  const { db, close } = openDatabase(await createTestDatabase(onDone), () => undefined);
  onDone(close);
  return db;
});

/** A site that has never seen its database. */
async function openWitness() {
  const db = database();
  await db.delete(databaseMark);
  return { db, witness: createWitness(db, await makeFolder()) };
}

test("a database is recognised by each of its sites, also once everything in it was deleted", async () => {
  const { db, witness } = await openWitness();
  const second = createWitness(db, await makeFolder());
  await witness.check();
  await witness.remember();
  await second.remember();
  await db.execute(sql`delete from users`);
  await witness.remember();

  await witness.check();
  await second.check();
  // As after a crash before the file is written.
  await db.update(databaseMark).set({ count: 7 });
  await witness.check();
});

test("another database, an empty one and one without tables are refused until accepted", async () => {
  const { db, witness } = await openWitness();
  await witness.remember();
  const changes = [
    sql`update database_mark set id = gen_random_uuid()`,
    sql`delete from database_mark`,
    sql`alter table database_mark rename to gone`,
  ];
  for (const change of changes) {
    await db.execute(change);
    await expectRefusal(
      witness,
      "O banco de dados é outro, ou está vazio: não é o que este site usava",
    );
  }

  await witness.forget();

  await witness.check();
  await db.execute(sql`alter table gone rename to database_mark`);
});

test("an older state of the same database is refused until accepted", async () => {
  const { db, witness } = await openWitness();
  await witness.remember();
  const [older] = await db.select().from(databaseMark);
  await witness.remember();
  if (older) await db.update(databaseMark).set(older);

  await expectRefusal(witness, "O banco de dados é mais antigo do que já foi");

  await witness.forget();
  await witness.check();
  await witness.remember();
  await witness.check();
});

test("a new database beside daily backups, in a folder that remembers none, is refused until accepted", async () => {
  const { db } = await openWitness();
  const [dataDir, backups] = [await makeFolder(), await makeFolder()];
  const witness = createWitness(db, dataDir, backups);
  await witness.check();
  await createWitness(db, dataDir, join(backups, "nenhuma")).check();
  await writeFile(join(backups, "mar-de-minas-20261121T033000123Z-v1.0.0.tar.gz"), "");
  const refusal = await witness.check().catch((error: unknown) => error);
  expect(isStartRefusal(refusal)).toBe(true);
  expect(String(refusal)).toContain(`mas há backups de um site em ${backups}. Confira DATA_DIR`);

  await witness.forget();
  await witness.check();
  await witness.remember();
  await witness.check();
  // A second machine on the same database, or a site from before there were witnesses.
  await createWitness(db, await makeFolder(), backups).check();
});
