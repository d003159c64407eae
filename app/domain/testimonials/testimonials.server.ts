import { and, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { testimonials } from "../../platform/db/testimonial-schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { deleteMailAbout } from "../../platform/mail/outbox.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { isStanding } from "../accounts/visibility/visibility.server.ts";
import { isOwnListing } from "../listings/own-listing.server.ts";
import { queuePublished, type WrittenTestimonial } from "./letters/owner-letters.server.ts";
import { isPublished, isShown } from "./list-shown.server.ts";
import { type Testimonial, unconfirmedDays } from "./testimonial.ts";
import { invitationLinks } from "./testimonial-links.server.ts";

/** An invitation or testimonial as its links show it: whoever holds them may pass them on. */
export async function findLinked(db: Db, id: string) {
  const [row] = await db
    .select({
      id: testimonials.id,
      postId: testimonials.postId,
      entrada: testimonials.entrada,
      saida: testimonials.saida,
      isWritten: sql<boolean>`${testimonials.writtenAt} is not null`,
      isPublished: sql<boolean>`${isPublished}`,
      hiddenReason: testimonials.hiddenReason,
      nome: testimonials.nome,
      nota: testimonials.nota,
      texto: testimonials.texto,
      resposta: testimonials.resposta,
      uid: posts.uid,
      title: posts.title,
      localizacao: posts.localizacao,
      ownerName: posts.createdBy,
      isListed: sql<boolean>`${posts.pausedAt} is null`,
    })
    .from(testimonials)
    .innerJoin(posts, eq(posts.id, testimonials.postId))
    .where(and(eq(testimonials.id, id), isStanding));
  return row ?? null;
}

const isGone = refuse("dead-link", "Este depoimento não existe mais.", { status: 410 });

/** Reads what letters about a testimonial say, and locks its row; null unless it was written. */
export async function lockTestimonial(
  tx: Transaction,
  id: string,
): Promise<(WrittenTestimonial & { email: string } & Judgement) | null> {
  const [row] = await tx
    .select({
      id: testimonials.id,
      postId: testimonials.postId,
      entrada: testimonials.entrada,
      nome: sql<string>`${testimonials.nome}`,
      email: sql<string>`${testimonials.email}`,
      nota: sql<number>`${testimonials.nota}`,
      texto: sql<string>`${testimonials.texto}`,
      publishedAt: testimonials.publishedAt,
      hiddenAt: testimonials.hiddenAt,
      hiddenReason: testimonials.hiddenReason,
      title: posts.title,
      uid: users.id,
      ownerEmail: users.email,
      ownerName: users.displayName,
    })
    .from(testimonials)
    .innerJoin(posts, eq(posts.id, testimonials.postId))
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(eq(testimonials.id, id), isNotNull(testimonials.writtenAt), isStanding))
    .for("update", { of: testimonials });
  return row ?? null;
}

interface Judgement {
  publishedAt: Date | null;
  hiddenAt: Date | null;
  hiddenReason: string | null;
}

/** Publishes what the guest wrote and writes to the advertiser, both or neither. Idempotent. */
export function publishTestimonial(
  { db, mailedSiteUrl }: { db: Db; mailedSiteUrl: string },
  id: string,
): Promise<{ ok: true } | Refusal<"dead-link">> {
  return db.transaction(async (tx) => {
    const written = await lockTestimonial(tx, id);
    if (!written) return isGone;
    if (written.publishedAt) return { ok: true };
    await tx
      .update(testimonials)
      .set({ publishedAt: sql`now()`, inviterHash: null })
      .where(eq(testimonials.id, id));
    await queuePublished(tx, mailedSiteUrl, written);
    return { ok: true };
  });
}

/** Erases a testimonial with its invitation, reports and letters. Returns the letters' ids. */
export async function eraseTestimonial(tx: Transaction, id: string): Promise<string[]> {
  await tx.delete(testimonials).where(eq(testimonials.id, id));
  return deleteMailAbout(tx, [id]);
}

export interface OwnTestimonials {
  title: string;
  localizacao: string;
  /** Visitors see the ad. */
  isListed: boolean;
  /** The latest stay first. */
  invitations: OwnInvitation[];
  /** Newest first. */
  published: OwnTestimonial[];
}

interface OwnInvitation {
  id: string;
  entrada: string;
  saida: string;
  createdAt: Date;
  isWritten: boolean;
}

export interface OwnTestimonial extends Testimonial {
  saida: string;
  hiddenReason: string | null;
}

/** Null if the listing is missing, malformed or another advertiser's. */
export async function findOwnTestimonials(
  db: Db,
  uid: string,
  postId: string,
): Promise<OwnTestimonials | null> {
  if (!isUuid(postId)) return null;
  const [post] = await db
    .select({
      title: posts.title,
      localizacao: posts.localizacao,
      isListed: sql<boolean>`${posts.pausedAt} is null`,
    })
    .from(posts)
    .where(isOwnListing(uid, postId));
  if (!post) return null;
  const invitations = await db
    .select({
      id: testimonials.id,
      entrada: testimonials.entrada,
      saida: testimonials.saida,
      createdAt: testimonials.createdAt,
      isWritten: sql<boolean>`${testimonials.writtenAt} is not null`,
    })
    .from(testimonials)
    .where(and(eq(testimonials.postId, postId), isNull(testimonials.publishedAt)))
    .orderBy(desc(testimonials.entrada), desc(testimonials.id));
  const published = await db
    .select({
      id: testimonials.id,
      entrada: testimonials.entrada,
      saida: testimonials.saida,
      nome: sql<string>`${testimonials.nome}`,
      nota: sql<number>`${testimonials.nota}`,
      texto: sql<string>`${testimonials.texto}`,
      resposta: testimonials.resposta,
      hiddenReason: testimonials.hiddenReason,
    })
    .from(testimonials)
    .where(and(eq(testimonials.postId, postId), isPublished))
    .orderBy(desc(testimonials.publishedAt), desc(testimonials.id));
  return { ...post, invitations, published };
}

const noSuchTestimonial = refuse("not-found", "Este depoimento não existe mais.", { status: 404 });

/** Stores or changes the advertiser's answer, which visitors see below the testimonial. */
export async function replyToTestimonial(
  db: Db,
  uid: string,
  postId: string,
  id: string,
  resposta: string,
): Promise<{ ok: true } | Refusal<"not-found">> {
  if (!isUuid(postId) || !isUuid(id)) return noSuchTestimonial;
  const ownListing = db.select({ id: posts.id }).from(posts).where(isOwnListing(uid, postId));
  const { rowCount } = await db
    .update(testimonials)
    .set({ resposta })
    .where(and(eq(testimonials.id, id), eq(testimonials.postId, ownListing), isShown));
  return rowCount === 1 ? { ok: true } : noSuchTestimonial;
}

/** Deletes invitations that have expired, and what nobody confirmed, with the letters about it. */
export async function purgeTestimonials(tx: Transaction): Promise<number> {
  const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;
  const isUnpublished = isNull(testimonials.publishedAt);
  const isExpired = and(
    isNull(testimonials.writtenAt),
    lt(testimonials.createdAt, daysAgo(invitationLinks.days)),
  );
  const isUnconfirmed = lt(testimonials.writtenAt, daysAgo(unconfirmedDays));
  const gone = await tx
    .delete(testimonials)
    .where(and(isUnpublished, or(isExpired, isUnconfirmed)))
    .returning({ id: testimonials.id });
  await deleteMailAbout(
    tx,
    gone.map(({ id }) => id),
  );
  return gone.length;
}
