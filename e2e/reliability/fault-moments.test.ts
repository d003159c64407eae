import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask, Unanswered } from "./fault-advertiser.ts";
import { awaitKill, randomFrom } from "./fault-moments.ts";

/** A site that answers everything with this status. */
async function serve(status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const never = new Promise<void>(() => undefined);

test("a kill doesn't wait for steps with calendars after one of them got a 503", async () => {
  const site = await serve(503);
  let unanswered = 0;
  const calendars = ask(site).then(
    () => undefined,
    (error) => {
      if (!(error instanceof Unanswered)) throw error;
      unanswered += 1;
    },
  );
  await awaitKill(randomFrom(1), "step", { calendars, all: never });
  expect(unanswered).toBe(1);
});

test("a kill comes once all work has ended, and at once if some of it failed", async () => {
  await awaitKill(randomFrom(1), "answer", { calendars: never, all: Promise.resolve() });
  const all = Promise.reject(new Error("a deletion: status 404"));
  await expect(awaitKill(randomFrom(1), "step", { calendars: never, all })).rejects.toThrow("404");
});

test("responses bring the kill about while the work goes on", async () => {
  const site = await serve(200);
  let isOver = false;
  const kill = awaitKill(randomFrom(1), "answer", { calendars: never, all: never }).then(() => {
    isOver = true;
  });
  while (!isOver) await ask(site);
  await kill;
});
