import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { hideListings } from "../../../testing/hide-listings.ts";
import { patience } from "../../../testing/patience.ts";
import { shareDatabase } from "../../../testing/shared-database.ts";
import { unavailableDays } from "../../db/schema.ts";
import { noFilters } from "../filters.ts";
import type { ListingIndex } from "./listing-index.ts";
import { LiveIndex } from "./live-index.server.ts";

const database = shareDatabase();

// The index counts whatever is public.
beforeEach(() => hideListings(database()));

/** A stay in the index of December 2026, which goes a month further than November's. */
const lastMonth = { checkIn: "2029-01-10", checkOut: "2029-01-11" };
const december = { checkIn: "2026-12-15", checkOut: "2026-12-16" };

function countFree(index: ListingIndex): [number, number] {
  const [soon, late] = [december, lastMonth].map((stay) => index.count({ ...noFilters, stay }));
  return [soon ?? 0, late ?? 0];
}

/** Opens an index in November 2026, with an ad that is taken on the night of {@link lastMonth}. */
async function openIndex() {
  const { db } = database();
  const { id: postId } = await publish(database());
  await db.insert(unavailableDays).values({ postId, day: lastMonth.checkIn });
  // While another database's transaction is older than these changes, each catch-up reads them again.
  await vi.waitFor(async () => {
    const { rows } = await db.execute(
      sql`select 1 from listing_changes where at >= pg_snapshot_xmin(pg_current_snapshot())`,
    );
    expect(rows).toEqual([]);
  }, patience);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-30T15:00:00Z") });
  const index = new LiveIndex(db);
  expect(countFree(await index.read())).toEqual([1, 1]);
  return { postId, index };
}

test("searches don't wait at the turn of a month, and miss nothing that changes meanwhile", async () => {
  const { postId, index } = await openIndex();
  await database().owner.transaction(async (tx) => {
    await tx.execute(sql`lock table posts in access exclusive mode`);
    vi.setSystemTime(new Date("2026-12-01T15:00:00Z"));
    expect(countFree(await index.read())).toEqual([1, 1]);
    expect(countFree(await index.read())).toEqual([1, 1]);
    await tx.insert(unavailableDays).values({ postId, day: december.checkIn });
  });
  expect((await index.read()).count({ ...noFilters, stay: december })).toBe(0);
  await vi.waitFor(async () => expect(countFree(await index.read())).toEqual([0, 0]), patience);
});

test.each(["2027-01-01T15:00:00Z", "2026-10-31T15:00:00Z"])(
  "in the month of %s, whose nights November's index lacks, searches wait for the next",
  async (now) => {
    const { postId, index } = await openIndex();
    await database().db.insert(unavailableDays).values({ postId, day: "2026-10-31" });
    vi.setSystemTime(new Date(now));
    const found = await index.read();
    const asked = now < "2026-11" ? { checkIn: "2026-10-31", checkOut: "2026-11-01" } : lastMonth;
    expect(found.count({ ...noFilters, stay: asked })).toBe(0);
  },
);
