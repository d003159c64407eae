import { addDays } from "../../../calendar/civil-date.ts";
import type { Db } from "../../../db/client.server.ts";
import { listOwnListings, type OwnListingSummary } from "../../../listings/listings.server.ts";
import { findDemand } from "../../../visits/demand/demand.server.ts";
import {
  addressOf,
  describeMissed,
  factsFor,
  pickAdvice,
} from "../../../visits/demand/demand-words.ts";
import { listVisitNumbers } from "../../../visits/visit-numbers.server.ts";
import { firstDay, sum, type VisitNumbers } from "../../../visits/visit-numbers.ts";

/** What the searches of the last 30 days say about a house. */
export interface Proof {
  /** Searches in which it was shown. */
  appeared: number;
  /** Sentence about what kept it out of most other searches; null if nothing did so often. */
  missed: string | null;
  /** What to do about the most lost searches, and the page to do it on. */
  advice: { reason: string; step: string; address: string } | null;
}

export interface MeasuredListing extends OwnListingSummary {
  numbers: VisitNumbers;
  /** Null while it is hidden from visitors. */
  proof: Proof | null;
}

export async function listMeasuredListings(
  db: Db,
  uid: string,
  today: string,
): Promise<MeasuredListing[]> {
  const listings = await listOwnListings(db, uid);
  const ids = listings.map(({ id }) => id);
  const numbers = await listVisitNumbers(db, ids, today);
  const shown = listings.filter(({ pausedAt }) => pausedAt === null).map(({ id }) => id);
  const proofs = await findProofs(db, shown, numbers, today);
  return listings.flatMap((listing) => {
    const own = numbers.get(listing.id);
    return own ? [{ ...listing, numbers: own, proof: proofs.get(listing.id) ?? null }] : [];
  });
}

async function findProofs(
  db: Db,
  ids: readonly string[],
  numbers: ReadonlyMap<string, VisitNumbers>,
  today: string,
): Promise<Map<string, Proof>> {
  const from = firstDay(today);
  const demands = await findDemand(db, ids, { from, until: addDays(today, 1) });
  const proofs = new Map<string, Proof>();
  for (const id of ids) {
    const demand = demands.get(id);
    if (!demand) continue;
    const views = sum(numbers.get(id)?.views.now ?? []);
    const [missed] = demand.missed;
    const advice = pickAdvice(demand, factsFor(demand, views, today));
    proofs.set(id, {
      appeared: demand.appeared,
      missed: missed ? describeMissed(missed, demand.house) : null,
      advice: advice && {
        reason: advice.reason,
        step: advice.step,
        address: addressOf(advice, id),
      },
    });
  }
  return proofs;
}
