import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { type DatabaseTimeouts, openDatabase } from "./client.server.ts";

/** The connection can go silent without closing. */
async function openOverLine(limits: Partial<DatabaseTimeouts>) {
  const target = new URL(inject("templateUrl"));
  target.pathname = "/postgres";
  const sockets = new Set<Socket>();
  let dead = false;
  const line = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (!dead) to.write(chunk);
      });
      from.on("close", () => to.destroy());
      from.on("error", () => undefined);
    }
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const url = new URL(target);
  url.port = String((line.address() as AddressInfo).port);
  const errors: Error[] = [];
  const { db, close } = openDatabase(url.href, (error) => errors.push(error), limits);
  onTestFinished(async () => {
    await close();
    for (const socket of sockets) socket.destroy();
    line.close();
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const hang = (state: boolean) => {
    dead = state;
  };
  return { db, errors, cut, hang };
}

test("dates are read alike whatever the server writes by default", async () => {
  const url = new URL(await createTestDatabase());
  url.searchParams.set("options", "-c datestyle=SQL,DMY -c intervalstyle=iso_8601");
  const { db, close } = openDatabase(url.href, () => undefined);
  onTestFinished(close);
  const written = sql`select ('2027-01-31'::date)::text as day, ('1 day'::interval)::text as length`;
  expect((await db.execute(written)).rows).toEqual([{ day: "2027-01-31", length: "1 day" }]);
});

test("the server cancels a statement that takes too long", async () => {
  const { db } = await openOverLine({ statementMs: 500 });
  const failure = await db.execute(sql`select pg_sleep(60)`).catch((error: Error) => error.cause);
  expect(failure).toMatchObject({ code: "57014" });
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("a silent connection fails its statement, also in a transaction, and is replaced", async () => {
  const { db, hang } = await openOverLine({ answerMs: 1_500, connectMs: 1_500 });
  await db.execute(sql`select 1`);
  const stuck = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    hang(true);
    await tx.execute(sql`select 2`);
  });
  await expect(stuck).rejects.toThrow();
  await expect(db.execute(sql`select 3`)).rejects.toThrow();
  hang(false);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("a connection that breaks inside a transaction fails it, not the process", async () => {
  const { db, cut, errors } = await openOverLine({});
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    cut();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await tx.execute(sql`select 2`);
  });
  await expect(broken).rejects.toThrow();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("the server ends an idle transaction", async () => {
  const { db, errors } = await openOverLine({ idleTransactionMs: 500 });
  const idle = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await tx.execute(sql`select 2`);
  });
  await expect(idle).rejects.toThrow();
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
