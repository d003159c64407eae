import { expect, onTestFinished, test } from "vitest";
import { startTransactionPooler } from "../../testing/pooler.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { listenForChanges, TransactionPooling } from "../delivery/changes.server.ts";
import { withAdvisoryLock } from "./advisory-lock.server.ts";
import { migrateDatabase, openDatabase } from "./client.server.ts";

const folder = "db/migrations";

async function openPooled(connections = 4) {
  const pooler = await startTransactionPooler(await createTestDatabase(), connections);
  onTestFinished(pooler.close);
  const open = () => {
    const { db, close } = openDatabase(pooler.url, () => undefined);
    onTestFinished(close);
    return db;
  };
  return { url: pooler.url, open };
}

/** Listens until the test ends; the list returned grows. */
function listen(url: string): (string | Error)[] {
  const said: (string | Error)[] = [];
  const stop = listenForChanges(
    url,
    {
      onChange: () => undefined,
      onManyChanges: () => undefined,
      onListening: () => said.push("listening"),
      onLost: (reason) => said.push(reason),
    },
    { betweenPings: 50, timeout: 2_000, beforeRetry: 50 },
  );
  onTestFinished(stop);
  return said;
}

test("behind a transaction pooler the change feed reports at once why it cannot work", async () => {
  const { url } = await openPooled();
  const said = listen(url);
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toBeInstanceOf(TransactionPooling);
});

test("without a pooler the change feed reports once that it is listening", async () => {
  const said = listen(await createTestDatabase());
  await expect.poll(() => said).toEqual(["listening"]);
});

test("behind a transaction pooler two sites migrate at once and leave no lock", async () => {
  const { open } = await openPooled();
  const [first, second] = [open(), open()];
  await Promise.all([migrateDatabase(first, folder), migrateDatabase(second, folder)]);
  const { rows } = await first.execute(
    "select count(*)::int as locks from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ locks: 0 }]);
});

test("behind a transaction pooler only one of two sites does exclusive work", async () => {
  const { open } = await openPooled();
  const [first, second] = [open(), open()];
  const inner = await withAdvisoryLock(first, "sweep", () =>
    withAdvisoryLock(second, "sweep", async () => "both"),
  );
  expect(inner).toBeNull();
  expect(await withAdvisoryLock(second, "sweep", async () => "afterwards")).toBe("afterwards");
});

test("behind a transaction pooler two sites may use the same statement name", async () => {
  const { open } = await openPooled(1);
  for (const site of [open(), open()]) {
    const named = { name: "counted", text: "select $1::int as n", values: [7] };
    expect((await site.$client.query(named)).rows).toEqual([{ n: 7 }]);
  }
});

test("without a pooler a connection keeps a named statement", async () => {
  const { db, close } = openDatabase(await createTestDatabase(), () => undefined, {}, 1);
  onTestFinished(close);
  for (const n of [7, 8]) {
    const named = { name: "counted", text: "select $1::int as n", values: [n] };
    expect((await db.$client.query(named)).rows).toEqual([{ n }]);
  }
  const { rows } = await db.$client.query("select name from pg_prepared_statements");
  expect(rows).toEqual([{ name: "counted" }]);
});
