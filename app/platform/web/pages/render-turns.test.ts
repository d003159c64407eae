import { expect, test, vi } from "vitest";
import { createRenderTurns } from "./render-turns.server.ts";

/** Pages render until the test ends them; `begun` lists them in order. */
function startPages(names: string[], patienceMs: number) {
  const takeTurn = createRenderTurns(2, patienceMs);
  const begun: string[] = [];
  const renders = new Map(names.map((name) => [name, Promise.withResolvers<string>()]));
  const results = new Map<string, Promise<string>>();
  for (const [name, { promise }] of renders) {
    const result = takeTurn(() => {
      begun.push(name);
      return promise;
    });
    result.catch(() => undefined);
    results.set(name, result);
  }
  async function end(name: string): Promise<void> {
    renders.get(name)?.resolve(name);
    expect(await results.get(name)).toBe(name);
  }
  async function fail(name: string): Promise<void> {
    renders.get(name)?.reject(new Error(name));
    await expect(results.get(name)).rejects.toThrow(name);
  }
  return { begun, end, fail };
}

test("two pages render at once, and the others follow in order", async () => {
  const { begun, end } = startPages(["a", "b", "c", "d"], 1_000);
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("a");
  expect(begun).toEqual(["a", "b", "c", "d"]);
  await end("c");
  await end("d");
});

test("a page that fails gives up its turn", async () => {
  const { begun, fail } = startPages(["a", "b", "c"], 1_000);
  await fail("a");
  expect(begun).toEqual(["a", "b", "c"]);
});

test("a page that has waited long enough renders beside those that hang", async () => {
  vi.useFakeTimers();
  const { begun, end } = startPages(["a", "b", "c", "d"], 1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(["a", "b", "c", "d"]);
  await end("d");
});
