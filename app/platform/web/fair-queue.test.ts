import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

/** Jobs run until the test ends them; `begun` lists them in order. */
function makeQueue(atOnce: number) {
  const takeTurn = createFairQueue(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const results = new Map<string, Promise<string>>();
  function add(party: string, ...names: string[]): void {
    for (const name of names) {
      const work = new Promise<void>((end, fail) => void ends.set(name, { end, fail }));
      const result = takeTurn(party, async () => {
        begun.push(name);
        await work;
        return name;
      });
      result.catch(() => undefined);
      results.set(name, result);
    }
  }
  async function end(name: string): Promise<void> {
    ends.get(name)?.end();
    await results.get(name);
    await Promise.resolve();
  }
  async function fail(name: string): Promise<void> {
    ends.get(name)?.fail(new Error(name));
    await expect(results.get(name)).rejects.toThrow(name);
  }
  return { add, end, fail, begun };
}

test("a party with one job waits for one job of another, not for all ten", async () => {
  const { add, end, begun } = makeQueue(1);
  add("ana", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10");
  add("bia", "b1");
  await end("a1");
  expect(begun).toEqual(["a1", "b1"]);
  await end("b1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("parties take turns, and each party's jobs stay in order", async () => {
  const { add, end, begun } = makeQueue(1);
  add("ana", "a1", "a2", "a3");
  add("bia", "b1", "b2");
  add("caio", "c1");
  for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("concurrency stays within the limit, and a failed job frees its place", async () => {
  const { add, end, fail, begun } = makeQueue(2);
  add("ana", "a1", "a2", "a3");
  add("bia", "b1");
  await Promise.resolve();
  expect(begun).toEqual(["a1", "a2"]);
  await fail("a1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});
