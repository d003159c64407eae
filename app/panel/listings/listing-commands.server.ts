import { and, eq } from "drizzle-orm";
import { hidingOf, lockUser } from "../../domain/accounts/account.server.ts";
import {
  hide,
  isStanding,
  pauseColumns,
  show,
} from "../../domain/accounts/visibility/visibility.server.ts";
import { today } from "../../domain/calendar/civil-date.ts";
import { dropCheck, startCheck } from "../../domain/listings/checks/checks.server.ts";
import { deleteListing, raiseTombstone } from "../../domain/listings/deletion.server.ts";
import { settleReports } from "../../domain/listings/reports/reports.server.ts";
import type { PhotoStore } from "../../domain/photos/store.server.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { auditLog } from "../../platform/db/operation-schema.ts";
import { posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { queueAccountMail } from "../../platform/mail/outbox.server.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { readReason } from "../reason.ts";
import { type Operator, operate } from "../staff/staff.server.ts";
import { writeVerdict } from "../verdict-letter.ts";

export interface OperationSite {
  db: Db;
  mailedSiteUrl: string;
}

export type ListingResult = { ok: true } | Refusal;

const noListing = refuse("not-found", "Este anúncio não existe mais.", { status: 404 });

/** Returns null if the listing doesn't exist or is being deleted. */
async function lockListingAndOwner(tx: Transaction, id: string) {
  if (!isUuid(id)) return null;
  const [post] = await tx.select({ uid: posts.uid }).from(posts).where(eq(posts.id, id));
  const owner = post && (await lockUser(tx, post.uid));
  if (!owner) return null;
  const [listing] = await tx
    .select({
      id: posts.id,
      uid: posts.uid,
      title: posts.title,
      checkedAt: posts.checkedAt,
      version: posts.version,
      ...pauseColumns,
    })
    .from(posts)
    .where(and(eq(posts.id, id), isStanding))
    .for("no key update");
  return listing ? { ...listing, owner } : null;
}

type LockedListing = NonNullable<Awaited<ReturnType<typeof lockListingAndOwner>>>;

/** Runs an operator's command with the listing and its owner's account locked. */
function withListing<Success extends { ok: true }>(
  db: Db,
  operator: Operator,
  id: string,
  command: (tx: Transaction, listing: LockedListing, actor: string) => Promise<Success | Refusal>,
): Promise<Success | Refusal> {
  return operate(db, operator, async (tx, actor) => {
    const listing = await lockListingAndOwner(tx, id);
    return listing ? command(tx, listing, actor) : noListing;
  });
}

const subjectOf = ({ id, title }: LockedListing) => ({ subjectId: id, subject: title });

const pauseForLog = ({ pausedBy, pausedAt, pauseReason }: LockedListing) => ({
  pausedBy,
  pausedAt,
  pauseReason,
});

export interface Verdict {
  motivo: string;
  /** Ids of the reports that led to it, which it settles; later ones stay open. */
  seen?: readonly string[];
}

/** Hides a listing until the operator resumes it, and e-mails the reason to its owner. */
export async function pauseListing(
  { db, mailedSiteUrl }: OperationSite,
  operator: Operator,
  id: string,
  { motivo, seen = [] }: Verdict,
): Promise<ListingResult> {
  const read = readReason(motivo);
  if (!read.ok) return read;
  return withListing(db, operator, id, async (tx, listing, actor) => {
    if (listing.pausedBy === "operator") {
      return refuse("no-change", "Este anúncio já está pausado por você.", { status: 409 });
    }
    await hide(tx, listing, "operator", read.reason);
    const settledReports = await settleReports(tx, id, "paused", seen);
    await recordAction(tx, {
      actor,
      action: "listing-paused",
      ...subjectOf(listing),
      reason: read.reason,
      before: pauseForLog(listing),
      after: { pausedBy: "operator", pauseReason: read.reason, settledReports },
    });
    await notifyOwner(tx, listing, "paused", read.reason, mailedSiteUrl);
    return { ok: true };
  });
}

/** Lifts the operator's pause, and no other. */
export function resumeListing(
  { db, mailedSiteUrl }: OperationSite,
  operator: Operator,
  id: string,
): Promise<ListingResult> {
  return withListing(db, operator, id, async (tx, listing, actor) => {
    const [remaining] = await show(tx, listing, "operator", hidingOf(listing.owner, today()));
    if (!remaining)
      return refuse("no-change", "Este anúncio não está pausado por você.", { status: 409 });
    await recordAction(tx, {
      actor,
      action: "listing-resumed",
      ...subjectOf(listing),
      before: pauseForLog(listing),
      after: { ...remaining },
    });
    if (!remaining.pausedBy) {
      await notifyOwner(tx, listing, "resumed", "", mailedSiteUrl);
    }
    return { ok: true };
  });
}

/**
 * Deletes a listing and e-mails the reason to its owner. Log and tombstone are committed first, so
 * that the next start finishes an interrupted deletion. While the photo store fails, the listing
 * stays paused, and removing it again sends no second e-mail.
 */
export async function removeListing(
  { db, mailedSiteUrl, photoStore }: OperationSite & { photoStore: PhotoStore },
  operator: Operator,
  id: string,
  { motivo, seen = [] }: Verdict,
): Promise<ListingResult> {
  const read = readReason(motivo);
  if (!read.ok) return read;
  const begun = await withListing(db, operator, id, async (tx, listing, actor) => {
    const isRepeated = (await tx.$count(auditLog, isRemovalOf(id))) > 0;
    await hide(tx, listing, "operator", read.reason);
    await raiseTombstone(tx, listing.uid, id, { byStaff: true });
    const settledReports = await settleReports(tx, id, "removed", seen);
    await recordAction(tx, {
      actor,
      action: "listing-removed",
      ...subjectOf(listing),
      reason: read.reason,
      before: { ...pauseForLog(listing), uid: listing.uid },
      after: { settledReports },
    });
    if (!isRepeated) {
      await notifyOwner(tx, listing, "removed", read.reason, mailedSiteUrl);
    }
    return { ok: true as const, uid: listing.uid };
  });
  if (!begun.ok) return begun;
  const deleted = await deleteListing(db, photoStore, begun.uid, id);
  // Its owner, or a site that found the tombstone, may have been faster.
  return deleted.ok || deleted.reason === "not-found" ? { ok: true } : deleted;
}

const isRemovalOf = (id: string) =>
  and(eq(auditLog.subjectId, id), eq(auditLog.action, "listing-removed"));

/** Marks the listing as checked today, unless it is no longer the version that the operator saw. */
export function checkListing(
  { db }: Pick<OperationSite, "db">,
  operator: Operator,
  id: string,
  version: number,
): Promise<ListingResult> {
  return withListing(db, operator, id, async (tx, listing, actor) => {
    if (listing.version !== version) return changedMeanwhile;
    await startCheck(tx, id);
    await recordCheck(tx, "listing-checked", listing, actor);
    return { ok: true };
  });
}

const changedMeanwhile = refuse(
  "changed-meanwhile",
  "O dono mudou o anúncio depois que você abriu esta página. Abra de novo e confira o que mudou.",
);

/** Ends a check without asking its owner to renew it. */
export function uncheckListing(
  { db }: Pick<OperationSite, "db">,
  operator: Operator,
  id: string,
): Promise<ListingResult> {
  return withListing(db, operator, id, async (tx, listing, actor) => {
    if (!(await dropCheck(tx, id))) {
      return refuse("no-change", "Este anúncio não estava conferido.", { status: 409 });
    }
    await recordCheck(tx, "listing-unchecked", listing, actor);
    return { ok: true };
  });
}

async function recordCheck(
  tx: Transaction,
  action: "listing-checked" | "listing-unchecked",
  listing: LockedListing,
  actor: string,
): Promise<void> {
  const [now] = await tx
    .select({ checkedAt: posts.checkedAt })
    .from(posts)
    .where(eq(posts.id, listing.id));
  await recordAction(tx, {
    actor,
    action,
    ...subjectOf(listing),
    before: { checkedAt: listing.checkedAt },
    after: { checkedAt: now?.checkedAt ?? null },
  });
}

function notifyOwner(
  tx: Transaction,
  { uid, title, owner }: LockedListing,
  verdict: "paused" | "resumed" | "removed",
  reason: string,
  siteUrl: string,
): Promise<void> {
  const letter = writeVerdict(verdict, { ...owner, title }, reason, siteUrl);
  return queueAccountMail(tx, uid, { to: owner.email, ...letter });
}
