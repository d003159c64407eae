import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { posts, unavailableDays } from "../../db/schema.ts";
import { listSaved } from "./saved-listings.server.ts";

const sharedSite = shareTestSite();
const day = today();
const [stay, later] = [findOrdinaryStay(30, 2), findOrdinaryStay(60, 3)];
const entryOf = (id: string, { checkIn, checkOut }: typeof stay) =>
  `${id},${checkIn},${checkOut},4`;

async function publishFree(): Promise<string> {
  const site = sharedSite();
  const { id } = await publish(site, { valorDiaria: "500", valorFds: "900", unavailableDays: [] });
  await site.db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.id, id));
  return id;
}

test("each favourite has the total and the free nights of its own dates, if it has any to come", async () => {
  const { db } = sharedSite();
  const [one, other] = [await publishFree(), await publishFree()];
  await db.insert(unavailableDays).values({ postId: other, day: later.checkIn });
  const { listings } = await listSaved(db, [entryOf(one, stay), entryOf(other, later)], day);
  expect(listings).toMatchObject([
    { id: one, offer: { nights: 2, taken: null } },
    { id: other, offer: { nights: 3, taken: expect.stringMatching(/^Ocupado em /) } },
  ]);
  for (const { offer } of listings) expect(offer?.estimate).toBeGreaterThanOrEqual(90_000);

  const past = { checkIn: addDays(day, -5), checkOut: addDays(day, -3) };
  const ids = [await publishFree(), await publishFree(), await publishFree()] as const;
  const entries = [ids[0], entryOf(ids[1], past), `${ids[2]},ontem,hoje,4`];
  const undated = await listSaved(db, entries, day);
  expect(undated.listings).toMatchObject(ids.map((id) => ({ id, offer: null })));
});
