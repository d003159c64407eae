import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { shareTestSite } from "../../testing/site.ts";
import { deletedPosts, posts } from "../db/schema.ts";
import type { PausedBy } from "./pause.ts";
import { type AccountHiding, hide, show } from "./visibility.server.ts";

const sharedSite = shareTestSite();

const parties = ["owner", "operator", "plan", "block"] as const;
const earlier = new Date("2027-01-10T12:00:00Z");
const blockedAt = new Date("2027-01-15T12:00:00Z");

async function publishPaused(pausedBy: PausedBy | null, ownerPausedAt: Date | null = null) {
  const { db } = sharedSite();
  const { user, id } = await publish(sharedSite());
  const pausedAt = pausedBy && new Date("2027-01-20T12:00:00Z");
  await db.update(posts).set({ pausedBy, pausedAt, ownerPausedAt }).where(eq(posts.id, id));
  return { uid: user.uid, id };
}

async function read(id: string) {
  const [row] = await sharedSite()
    .db.select({
      pausedBy: posts.pausedBy,
      pausedAt: posts.pausedAt,
      pauseReason: posts.pauseReason,
      ownerPausedAt: posts.ownerPausedAt,
    })
    .from(posts)
    .where(eq(posts.id, id));
  return row;
}

test.each(parties.flatMap((by) => [null, ...parties].map((before) => [by, before] as const)))(
  "a pause by '%s' over one by '%s'",
  async (by, before) => {
    const { db } = sharedSite();
    const ad = await publishPaused(before);
    const unchanged = await read(ad.id);
    const yields = before === null || by === "operator";
    const hidden = await db.transaction((tx) => hide(tx, ad, by, "Motivo"));
    expect(hidden).toBe(yields ? 1 : 0);
    if (!yields) return expect(await read(ad.id)).toEqual(unchanged);
    expect(await read(ad.id)).toMatchObject({
      pausedBy: by,
      pauseReason: "Motivo",
      ownerPausedAt: before === "owner" ? unchanged?.pausedAt : null,
    });
  },
);

test("the operator's second pause still remembers the owner's", async () => {
  const { db } = sharedSite();
  const ad = await publishPaused("operator", earlier);
  await db.transaction((tx) => hide(tx, ad, "operator", "De novo"));
  expect(await read(ad.id)).toMatchObject({ pausedBy: "operator", ownerPausedAt: earlier });
});

type Remaining = { pausedBy: PausedBy | null; since: Date | "as before" | null };
const free = { blockedAt: null, isPlanOver: false };
const lifted: [string, Date | null, AccountHiding, Remaining][] = [
  ["nothing", null, free, { pausedBy: null, since: null }],
  ["the plan", null, { ...free, isPlanOver: true }, { pausedBy: "plan", since: "as before" }],
  ["the block", null, { ...free, blockedAt }, { pausedBy: "block", since: blockedAt }],
  [
    "the block, of a plan that is over too",
    null,
    { blockedAt, isPlanOver: true },
    { pausedBy: "block", since: blockedAt },
  ],
  [
    "its owner, of all that hides it",
    earlier,
    { blockedAt, isPlanOver: true },
    { pausedBy: "owner", since: earlier },
  ],
];

test.each(lifted)(
  "once the operator's pause is lifted, %s hides the ad",
  async (_, ownerPausedAt, account, { pausedBy, since }) => {
    const { db } = sharedSite();
    const ad = await publishPaused("operator", ownerPausedAt);
    const before = await read(ad.id);
    const remaining = await db.transaction((tx) => show(tx, ad, "operator", account));
    const pause = {
      pausedBy,
      pausedAt: since === "as before" ? before?.pausedAt : since,
      pauseReason: null,
    };
    expect(remaining).toEqual([pause]);
    expect(await read(ad.id)).toEqual({ ...pause, ownerPausedAt: null });
  },
);

test.each(parties)(
  "'%s' lifts its own pauses of all ads of the account, and no others",
  async (by) => {
    const { db } = sharedSite();
    const ads = new Map<PausedBy, string>();
    const { uid, id: stranger } = await publishPaused(by);
    for (const party of parties) {
      const { id } = await publishPaused(party);
      await db.update(posts).set({ uid }).where(eq(posts.id, id));
      ads.set(party, id);
    }
    const another = await publishPaused(by);
    expect(await db.transaction((tx) => show(tx, { uid }, by, free))).toHaveLength(2);
    expect(await read(stranger)).toMatchObject({ pausedBy: null });
    expect(await read(another.id)).toMatchObject({ pausedBy: by });
    for (const [party, id] of ads) {
      expect((await read(id))?.pausedBy).toBe(party === by ? null : party);
    }
  },
);

test("an ad being deleted is hidden as well, in case its deletion fails", async () => {
  const { db } = sharedSite();
  const { uid, id } = await publishPaused(null);
  await db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
  await db.transaction((tx) => hide(tx, { uid }, "block"));
  await db.delete(deletedPosts).where(eq(deletedPosts.id, id));
  expect(await read(id)).toMatchObject({ pausedBy: "block" });
});
