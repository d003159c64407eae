import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { waitingForLock } from "../../../../testing/locks.ts";
import { createAdvertiser, readAd } from "../../../../testing/plan-advertiser.ts";
import { shareTestSite, type TestSite } from "../../../../testing/site.ts";
import {
  blockAdvertiser,
  unblockAdvertiser,
} from "../../../panel/advertisers/advertiser-commands.server.ts";
import { resumeListing } from "../../../panel/listings/listing-commands.server.ts";
import { deletedPosts, posts } from "../../../platform/db/schema.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { setPaused } from "../../listings/set-paused.server.ts";
import { grantPlan } from "../plans/grant-plan.server.ts";
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

interface Ad {
  uid: string;
  id: string;
}
type Command = (site: TestSite, ad: Ad) => Promise<{ ok: boolean }>;

const ownerShows: Command = ({ db }, { uid, id }) => setPaused(db, uid, id, false);
const operatorResumes: Command = (site, { id }) => resumeListing(site, "terminal", id);
const planIsGranted: Command = (site, { uid }) =>
  grantPlan(site.db, uid, { plano: "basico", end: { ate: null } }, { actor: "terminal" });
const block: Command = (site, { uid }) => blockAdvertiser(site, "terminal", uid, "Golpe");
const unblock: Command = (site, { uid }) => unblockAdvertiser(site, "terminal", uid, "Engano");

const over = { plano: "nenhum", postsPermitidos: 0, planEndedOn: addDays(today(), -31) };
const blocked = { blockedAt };

/** The second command begins once the first has read what hides the ad, and waits for its row. */
const races = [
  ["an owner shows it and a plan is granted", "owner", over, ownerShows, planIsGranted, "public"],
  ["an owner shows it and is blocked", "owner", {}, ownerShows, block, "block"],
  [
    "it is resumed and a plan is granted",
    "operator",
    over,
    operatorResumes,
    planIsGranted,
    "public",
  ],
  [
    "it is resumed and its owner unblocked",
    "operator",
    blocked,
    operatorResumes,
    unblock,
    "public",
  ],
  ["it is resumed and its owner blocked", "operator", {}, operatorResumes, block, "block"],
] as const;

test.each(races)(
  "an ad ends as both commands want it if %s at once",
  async (_, pausedBy, account, first, second, expected) => {
    const site = sharedSite();
    const ad = await createAdvertiser(site, account);
    await site.db.update(posts).set({ pausedBy, pausedAt: sql`now()` }).where(eq(posts.id, ad.id));
    let both: Promise<unknown> = Promise.resolve();
    await site.db.transaction(async (tx) => {
      await tx.select().from(posts).where(eq(posts.id, ad.id)).for("update");
      const running = first(site, ad);
      await waitingForLock(site);
      const following = second(site, ad);
      both = Promise.all([running, following]);
      await Promise.race([following, waitingForLock(site, 2)]);
    });
    await both;
    expect(await readAd(site, ad.id)).toBe(expected);
  },
);
