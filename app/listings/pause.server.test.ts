import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { createUser, shareTestSite, type TestSite } from "../../testing/site.ts";
import { grantPlan } from "../accounts/plans/grant-plan.server.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { posts, users } from "../db/schema.ts";
import { findListing, listById, listListings, listStamps } from "./listings.server.ts";
import { setPaused } from "./pause.server.ts";

const sharedSite = shareTestSite();

async function shownIn({ db }: TestSite, id: string): Promise<boolean[]> {
  const all = [
    (await listListings(db)).listings,
    await listById(db, [id]),
    await listStamps(db, { after: null, upTo: null }, 1000),
  ];
  const shown = all.map((listings) => listings.some((one) => one.id === id));
  return [...shown, (await findListing(db, id)) !== null];
}

test("a paused ad is in no public list until it is shown again, and uses up the quota", async () => {
  const site = sharedSite();
  const { user, id } = await publish(site);
  expect(await setPaused(site.db, user.uid, id, true)).toEqual({ ok: true });
  expect(await shownIn(site, id)).toEqual([false, false, false, false]);
  const [owner] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(owner?.postsCriados).toBe(1);
  expect(await setPaused(site.db, user.uid, id, false)).toEqual({ ok: true });
  expect(await shownIn(site, id)).toEqual([true, true, true, true]);
});

test("only its owner pauses an ad", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const stranger = await createUser(site);
  for (const asked of [id, crypto.randomUUID(), "x"]) {
    expect(await setPaused(site.db, stranger.uid, asked, true)).toMatchObject({ ok: false });
  }
  const [row] = await site.db.select().from(posts).where(eq(posts.id, id));
  expect(row?.pausedAt).toBeNull();
});

test.each(["operator", "plan", "block"] as const)(
  "a pause by '%s' stays as it is, whatever the owner asks",
  async (pausedBy) => {
    const site = sharedSite();
    const { user, id } = await publish(site);
    const pauseReason = pausedBy === "operator" ? "Fotos de outra casa" : null;
    await site.db
      .update(posts)
      .set({ pausedAt: new Date("2026-11-01T12:00:00Z"), pausedBy, pauseReason })
      .where(eq(posts.id, id));
    const read = () => site.db.select().from(posts).where(eq(posts.id, id));
    const before = await read();
    const refused = await setPaused(site.db, user.uid, id, false);
    expect(refused).toMatchObject({ ok: false, reason: "paused-by-others" });
    if (pauseReason)
      expect(refused).toMatchObject({ message: expect.stringContaining(pauseReason) });
    expect(await setPaused(site.db, user.uid, id, true)).toEqual({ ok: true });
    expect(await read()).toEqual(before);
  },
);

test("without a plan, an owner's paused ad is shown once a plan is granted, not before", async () => {
  const site = sharedSite();
  const { user, id } = await publish(site);
  await setPaused(site.db, user.uid, id, true);
  const endedOn = (daysAgo: number) =>
    site.db
      .update(users)
      .set({ plano: "nenhum", postsPermitidos: 0, planEndedOn: addDays(today(), -daysAgo) })
      .where(eq(users.id, user.uid));
  await endedOn(31);
  expect(await setPaused(site.db, user.uid, id, false)).toMatchObject({
    ok: false,
    message: expect.stringContaining("quando você renovar o plano"),
  });
  expect(await shownIn(site, id)).toEqual([false, false, false, false]);
  const grant = { plano: "basico", end: { ate: null } } as const;
  await grantPlan(site.db, user.uid, grant, { actor: "terminal", site });
  expect(await shownIn(site, id)).toEqual([true, true, true, true]);

  await setPaused(site.db, user.uid, id, true);
  await endedOn(30);
  expect(await setPaused(site.db, user.uid, id, false)).toEqual({ ok: true });
});

test("pausing again keeps the date of the first pause, and showing a shown ad changes nothing", async () => {
  const site = sharedSite();
  const { user, id } = await publish(site);
  const read = () => site.db.select().from(posts).where(eq(posts.id, id));
  const shown = await read();
  expect(await setPaused(site.db, user.uid, id, false)).toEqual({ ok: true });
  expect(await read()).toEqual(shown);
  await setPaused(site.db, user.uid, id, true);
  const paused = await read();
  expect(await setPaused(site.db, user.uid, id, true)).toEqual({ ok: true });
  expect(await read()).toEqual(paused);
});
