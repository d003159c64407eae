import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { databaseMark } from "../app/db/operation-schema.ts";
import { isStartRefusal } from "../app/db/start-refusal.server.ts";
import { createUser, openTestSite } from "../testing/site.ts";
import { createWitness } from "./witness.ts";

const accept = "aceite-o com npm run operador -- aceitar-banco.";

async function refusalOf(check: Promise<void>): Promise<string> {
  const refusal = await check.catch((error: unknown) => error);
  expect(isStartRefusal(refusal)).toBe(true);
  return String(refusal);
}

test("a database is recognised again, also once everything in it was deleted", async () => {
  const { db, witness } = await openTestSite();
  await witness.check();
  await createUser({ db });
  await witness.remember();
  await db.execute(sql`delete from users`);
  await witness.remember();

  await witness.check();
});

test("a crash before the file is written leaves the database ahead, which is accepted", async () => {
  const { db, witness } = await openTestSite();
  await witness.remember();
  await db.update(databaseMark).set({ count: 7 });

  await witness.check();
});

test("sites with a data folder each recognise the database they share", async () => {
  const { db, witness } = await openTestSite();
  const other = (await openTestSite()).dataDir;
  const second = createWitness(db, other);
  await witness.remember();
  await second.remember();
  await witness.remember();

  await witness.check();
  await second.check();
});

test("another database, an empty one and one without tables are refused until accepted", async () => {
  const { owner, witness } = await openTestSite();
  await witness.remember();
  const changes = [
    sql`update database_mark set id = gen_random_uuid()`,
    sql`delete from database_mark`,
    sql`alter table database_mark rename to gone`,
  ];
  for (const change of changes) {
    await owner.execute(change);
    const refusal = await refusalOf(witness.check());
    expect(refusal).toContain(
      "O banco de dados é outro, ou está vazio: não é o que este site usava",
    );
    expect(refusal).toContain(accept);
  }

  await witness.forget();

  await witness.check();
});

test("an older state of the same database is refused until accepted", async () => {
  const { db, witness } = await openTestSite();
  await witness.remember();
  const [older] = await db.select().from(databaseMark);
  await witness.remember();
  if (older) await db.update(databaseMark).set(older);

  const refusal = await refusalOf(witness.check());
  expect(refusal).toContain("O banco de dados é mais antigo do que já foi");
  expect(refusal).toContain(accept);

  await witness.forget();
  await witness.check();
  await witness.remember();
  await witness.check();
});
