import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { shareTestSite } from "../../testing/site.ts";
import { visits } from "../db/operation-schema.ts";
import { addVisits } from "./visits.server.ts";

const sharedSite = shareTestSite();

test("counts add up in one row per day and kind, without those of deleted ads", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const count = { postId: id, day: "2026-11-22", kind: "visita", n: 2 } as const;
  await addVisits(site.db, [count, { ...count, postId: crypto.randomUUID() }]);
  await addVisits(site.db, [{ ...count, n: 3 }]);
  expect(await site.db.select().from(visits)).toEqual([{ ...count, n: 5 }]);
});
