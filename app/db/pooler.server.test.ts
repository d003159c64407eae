import { expect, onTestFinished, test } from "vitest";
import { startTransactionPooler } from "../../testing/pooler.ts";
import { createTestDatabase } from "../../testing/site.ts";
import { withAdvisoryLock } from "./advisory-lock.server.ts";
import { listenForChanges, TransactionPooling } from "./changes.server.ts";
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

/** Listens until the test ends; gives what was said of hearing so far. */
function listen(url: string): (string | Error)[] {
  const said: (string | Error)[] = [];
  const stop = listenForChanges(
    url,
    {
      onChange: () => undefined,
      onManyChanges: () => undefined,
      onHearing: () => said.push("hearing"),
      onDeaf: (reason) => said.push(reason),
    },
    { trial: 50, patience: 500, retry: 50 },
  );
  onTestFinished(stop);
  return said;
}

test("behind a pooler in transaction mode the line is deaf from the start, and says why", async () => {
  const { url } = await openPooled();
  const said = listen(url);
  await expect.poll(() => said, { timeout: 10_000 }).toHaveLength(1);
  expect(said[0]).toBeInstanceOf(TransactionPooling);
});

test("without a pooler the line hears, and says so once", async () => {
  const said = listen(await createTestDatabase());
  await expect.poll(() => said, { timeout: 10_000 }).toEqual(["hearing"]);
});

test("behind a pooler in transaction mode two sites migrate at once and leave no lock", async () => {
  const { open } = await openPooled();
  const [first, second] = [open(), open()];
  await Promise.all([migrateDatabase(first, folder), migrateDatabase(second, folder)]);
  const { rows } = await first.execute(
    "select count(*)::int as locks from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ locks: 0 }]);
});

test("behind a pooler in transaction mode only one of two sites does what is done alone", async () => {
  const { open } = await openPooled();
  const [first, second] = [open(), open()];
  const inner = await withAdvisoryLock(first, "sweep", () =>
    withAdvisoryLock(second, "sweep", async () => "both"),
  );
  expect(inner).toBeNull();
  expect(await withAdvisoryLock(second, "sweep", async () => "afterwards")).toBe("afterwards");
});

test("behind a pooler in transaction mode two sites may name the same statement", async () => {
  const { open } = await openPooled(1);
  for (const site of [open(), open()]) {
    const named = { name: "counted", text: "select $1::int as n", values: [7] };
    expect((await site.$client.query(named)).rows).toEqual([{ n: 7 }]);
  }
});
