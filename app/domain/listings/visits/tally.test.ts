import { expect, test } from "vitest";
import { maxCounters, Tally } from "./tally.ts";

const visit = { postId: "b", day: "2026-11-22", kind: "visita", n: 1 } as const;

test("visits are summed by ad, day and kind, and taken once, in a fixed order", () => {
  const tally = new Tally();
  tally.add(visit);
  tally.add({ ...visit, n: 2 });
  tally.add({ ...visit, kind: "telefone" });
  tally.add({ ...visit, day: "2026-11-21" });
  tally.add({ ...visit, postId: "a" });
  expect(tally.take()).toEqual([
    { ...visit, postId: "a" },
    { ...visit, day: "2026-11-21" },
    { ...visit, kind: "telefone" },
    { ...visit, n: 3 },
  ]);
  expect(tally.take()).toEqual([]);
});

test("a full tally still counts the ads it knows, and no others", () => {
  const tally = new Tally();
  for (let n = 0; n < maxCounters; n++) tally.add({ ...visit, postId: String(n) });
  tally.add({ ...visit, postId: "0" });
  tally.add({ ...visit, postId: "one more" });
  const taken = tally.take();
  expect(taken).toHaveLength(maxCounters);
  expect(taken[0]).toEqual({ ...visit, postId: "0", n: 2 });
});
