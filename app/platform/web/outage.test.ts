import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { pino } from "pino";
import { expect, test } from "vitest";
import { logFailure } from "./outage.server.ts";

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}

test("an outage is a 503 and one warning without the statement", async () => {
  const { log, lines } = openLog();
  const db = drizzle("postgres://127.0.0.1:1/nowhere");
  const error = await db.execute(sql`select ${"maria@example.com"}`).catch((reason) => reason);
  expect(logFailure(log, error, "page failed")).toBe(503);
  expect(lines).toMatchObject([
    { level: 40, msg: "database unavailable", reason: expect.stringContaining("ECONNREFUSED") },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/select|maria/);
});

test("any other error is a 500, logged with its stack", () => {
  const { log, lines } = openLog();
  expect(logFailure(log, new Error("broken"), "page failed")).toBe(500);
  expect(lines).toMatchObject([
    { level: 50, msg: "page failed", err: { message: "broken", stack: expect.any(String) } },
  ]);
});
