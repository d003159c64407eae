import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { waitingForLock } from "../../testing/locks.ts";
import { createAdvertiser, readAd } from "../../testing/plan-advertiser.ts";
import { shareTestSite, type TestSite } from "../../testing/site.ts";
import { grantPlan } from "../accounts/plans/grant-plan.server.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { posts } from "../db/schema.ts";
import { setPaused } from "../listings/pause.server.ts";
import {
  blockAdvertiser,
  unblockAdvertiser,
} from "../panel/advertisers/advertiser-commands.server.ts";
import { resumeListing } from "../panel/listings/listing-commands.server.ts";

const sharedSite = shareTestSite();

interface Ad {
  uid: string;
  id: string;
}
type Command = (site: TestSite, ad: Ad) => Promise<{ ok: boolean }>;

const ownerShows: Command = ({ db }, { uid, id }) => setPaused(db, uid, id, false);
const operatorResumes: Command = (site, { id }) => resumeListing(site, "terminal", id);
const planIsGranted: Command = (site, { uid }) =>
  grantPlan(site.db, uid, { plano: "basico", end: { ate: null } }, { actor: "terminal", site });
const block: Command = (site, { uid }) => blockAdvertiser(site, "terminal", uid, "Golpe");
const unblock: Command = (site, { uid }) => unblockAdvertiser(site, "terminal", uid, "Engano");

const over = { plano: "nenhum", postsPermitidos: 0, planEndedOn: addDays(today(), -31) };
const blocked = { blockedAt: new Date("2027-01-15T12:00:00Z") };

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
