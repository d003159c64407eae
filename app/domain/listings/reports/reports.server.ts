import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { reports } from "../../../platform/db/operation-schema.ts";
import { deletedPosts, posts, users } from "../../../platform/db/schema.ts";
import { testimonials } from "../../../platform/db/testimonial-schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { isPublic } from "../../accounts/visibility/visibility.server.ts";
import type { ReportInput } from "./report.ts";
import { isFlagged } from "./report-flag.ts";

export interface Reporter {
  uid: string | null;
  addressHash: string;
}

/** Visitors can't see the listing: it is paused, deleted, unknown or malformed. */
const noSuchListing = refuse("not-found", "Este anúncio não está no ar.", { status: 404 });

const ownListing = refuse("own-listing", "Este anúncio é seu.", { status: 403 });

export interface ReportableListing {
  id: string;
  title: string;
  localizacao: string;
  uid: string;
}

const reportableColumns = {
  id: posts.id,
  title: posts.title,
  localizacao: posts.localizacao,
  uid: posts.uid,
};

export async function findReportable(db: Db, id: string): Promise<ReportableListing | null> {
  if (!isUuid(id)) return null;
  const [listing] = await db
    .select(reportableColumns)
    .from(posts)
    .where(and(eq(posts.id, id), isPublic));
  return listing ?? null;
}

const isVisibleTestimonial = (postId: string, id: string) =>
  and(
    eq(testimonials.id, id),
    eq(testimonials.postId, postId),
    isNotNull(testimonials.publishedAt),
    isNull(testimonials.hiddenAt),
  );

/** Finds a testimonial that visitors of the listing see. */
export async function findReportableTestimonial(
  db: Db,
  postId: string,
  id: string,
): Promise<{ id: string; nome: string; texto: string } | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      id: testimonials.id,
      nome: sql<string>`${testimonials.nome}`,
      texto: sql<string>`${testimonials.texto}`,
    })
    .from(testimonials)
    .where(isVisibleTestimonial(postId, id));
  return row ?? null;
}

/** Stores a report; advertisers can't report their own listings, but testimonials about them. */
export async function reportListing(
  db: Db,
  postId: string,
  reporter: Reporter,
  { motivo, detalhes, contato }: ReportInput,
  testimonialId: string | null = null,
): Promise<{ ok: true } | Refusal<"not-found" | "own-listing">> {
  if (!isUuid(postId)) return noSuchListing;
  return db.transaction(async (tx) => {
    // Waits while the listing or its account is being deleted, and then finds no row.
    const [listing] = await tx
      .select(reportableColumns)
      .from(posts)
      .where(and(eq(posts.id, postId), isPublic))
      .for("key share");
    if (!listing) return noSuchListing;
    const { uid, title } = listing;
    const isOwners = uid === reporter.uid;
    if (isOwners && !testimonialId) return ownListing;
    if (testimonialId) {
      if (!isUuid(testimonialId)) return noSuchListing;
      const [testimonial] = await tx
        .select({ id: testimonials.id })
        .from(testimonials)
        .where(isVisibleTestimonial(postId, testimonialId))
        .for("key share");
      if (!testimonial) return noSuchListing;
    }
    await tx.insert(reports).values({
      postId,
      testimonialId,
      isOwners,
      uid,
      title,
      motivo,
      detalhes,
      contato,
      addressHash: reporter.addressHash,
    });
    return { ok: true };
  });
}

/** About a listing, and not settled. Those about testimonials are settled one by one. */
export const isOpen = and(isNull(reports.settledAt), isNull(reports.testimonialId));

interface OpenReport {
  id: string;
  motivo: string;
  detalhes: string;
  contato: string;
  createdAt: Date;
}

export interface ReportedListing {
  postId: string;
  /** The current title, or, once the listing is deleted, the one it was reported under. */
  title: string;
  /** The advertiser, who must never learn of the reports. */
  uid: string;
  ownerName: string;
  ownerEmail: string;
  state: "public" | "paused" | "deleted";
  isFlagged: boolean;
  reports: OpenReport[];
}

/** Reports shown at once, oldest first; settling these reveals the rest. */
const maxListed = 500;

/** Lists flagged listings first, then those that have waited longest. */
export async function listOpenReports(db: Db): Promise<ReportedListing[]> {
  const rows = await db
    .select({
      id: reports.id,
      postId: reports.postId,
      uid: reports.uid,
      motivo: reports.motivo,
      detalhes: reports.detalhes,
      contato: reports.contato,
      addressHash: reports.addressHash,
      createdAt: reports.createdAt,
      title: sql<string>`coalesce(${posts.title}, ${reports.title})`,
      ownerName: users.displayName,
      ownerEmail: users.email,
      state: sql<ReportedListing["state"]>`case
        when ${posts.id} is null or ${deletedPosts.id} is not null then 'deleted'
        when ${posts.pausedAt} is not null then 'paused' else 'public' end`,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.uid))
    .leftJoin(posts, eq(posts.id, reports.postId))
    .leftJoin(deletedPosts, eq(deletedPosts.id, reports.postId))
    .where(isOpen)
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(maxListed);
  const listings = [...Map.groupBy(rows, ({ postId }) => postId).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { postId, uid, title, ownerName, ownerEmail, state } = first;
    const ownReports = group.map(({ id, motivo, detalhes, contato, createdAt }) => ({
      id,
      motivo,
      detalhes,
      contato,
      createdAt,
    }));
    return [
      {
        postId,
        uid,
        title,
        ownerName,
        ownerEmail,
        state,
        isFlagged: isFlagged(group),
        reports: ownReports,
      },
    ];
  });
  return listings.sort((one, other) => Number(other.isFlagged) - Number(one.isFlagged));
}

export type Settlement = NonNullable<(typeof reports.$inferSelect)["settledAs"]>;

/** Returns how many. With `seen`, the ids the operator has read, later reports stay open. */
export async function settleReports(
  tx: Db | Transaction,
  postId: string,
  as: Settlement,
  seen?: readonly string[],
): Promise<number> {
  if (!isUuid(postId)) return 0;
  const { rowCount } = await tx
    .update(reports)
    .set({ settledAt: sql`now()`, settledAs: as })
    .where(
      and(eq(reports.postId, postId), isOpen, seen && inArray(reports.id, seen.filter(isUuid))),
    );
  return rowCount ?? 0;
}

const addressDays = 30;

/** Erases reporters' addresses after 30 days, and reports `retentionDays` after settlement. */
export async function purgeReports(
  tx: Transaction,
  retentionDays: number,
): Promise<{ reporters: number; settled: number }> {
  const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;
  const erased = await tx
    .update(reports)
    .set({ addressHash: null })
    .where(and(isNotNull(reports.addressHash), lt(reports.createdAt, daysAgo(addressDays))));
  const settled = await tx.delete(reports).where(lt(reports.settledAt, daysAgo(retentionDays)));
  return { reporters: erased.rowCount ?? 0, settled: settled.rowCount ?? 0 };
}
