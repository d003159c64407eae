import { and, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { featuredPlans } from "../accounts/plans.ts";
import { lockQuota } from "../accounts/quota.server.ts";
import { refuseByQuota } from "../accounts/quota.ts";
import type { CurrentUser } from "../accounts/session.server.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { deletedPosts, posts, unavailableDays, users } from "../db/schema.ts";
import { maxPhotosPerListing, tooManyPhotosMessage } from "../photos/photo.ts";
import {
  attachPhotos,
  deletePhotosOf,
  listPhotos,
  type PhotoStore,
  removeStored,
  replacePhotos,
  StoreFailure,
} from "../photos/photos.server.ts";
import type { Listing, ListingInput, ListingSummary } from "./listing.ts";

/** Listings a page of a list shows. */
export const listingsPerPage = 12;

/** Photos a card shows at most (spec §9). */
const photosPerCard = 3;

/** A page of listings, newest first. */
export interface ListingPage {
  listings: ListingSummary[];
  /** Where the next page begins; null on the last one. */
  next: string | null;
}

const summaryColumns = {
  id: posts.id,
  title: posts.title,
  localizacao: posts.localizacao,
  valorFds: posts.valorFds,
  valorDiaria: posts.valorDiaria,
  telefone: posts.telefone,
  whatsapp: posts.whatsapp,
  lazer: posts.lazer,
  quantidadeMaximaPessoas: posts.quantidadeMaximaPessoas,
  QuantidadeTotalQuartos: posts.QuantidadeTotalQuartos,
  QuantidadeTotalQuartosSuites: posts.QuantidadeTotalQuartosSuites,
  featured: sql<boolean>`${inArray(users.plano, featuredPlans)}`,
};

/** All listings, newest first, a page at a time. A cursor that is none begins at the start. */
export function listListings(
  db: Db,
  { after = null, where }: { after?: string | null; where?: SQL | undefined } = {},
): Promise<ListingPage> {
  return pageOf(db, where, after);
}

async function pageOf(db: Db, where: SQL | undefined, after: string | null): Promise<ListingPage> {
  const rows = await db
    .select({
      ...summaryColumns,
      // Whole microseconds: JavaScript's dates would drop them and lose or repeat a neighbour.
      at: sql<string>`(extract(epoch from ${posts.createdAt}) * 1000000)::bigint::text`,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(where, afterCursor(after)))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(listingsPerPage + 1);
  const shown = rows.slice(0, listingsPerPage);
  const photos = await listPhotos(
    db,
    shown.map((row) => row.id),
    photosPerCard,
  );
  const last = shown.at(-1);
  return {
    listings: shown.map(({ at: _, ...row }) => ({ ...row, photos: photos.get(row.id) ?? [] })),
    next: rows.length > listingsPerPage && last ? `${last.at}.${last.id}` : null,
  };
}

function afterCursor(cursor: string | null): SQL | undefined {
  const match = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor ?? "");
  if (!match) return undefined;
  const [, micros, id] = match;
  return sql`(${posts.createdAt}, ${posts.id}) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One listing with all its page shows; null for an id that is none. */
export async function findListing(db: Db, id: string): Promise<Listing | null> {
  if (!uuid.test(id)) return null;
  const [row] = await db
    .select({
      ...summaryColumns,
      body: posts.body,
      observacoesTarifa: posts.observacoesTarifa,
      maioresInformacoes: posts.maioresInformacoes,
      detalhamentoQuartosSociais: posts.detalhamentoQuartosSociais,
      detalhamentoSuites: posts.detalhamentoSuites,
      observacao: posts.observacao,
      enderecoCompleto: posts.enderecoCompleto,
      detalhesCozinha: posts.detalhesCozinha,
      detalhesSala: posts.detalhesSala,
      beneficiosImovel: posts.beneficiosImovel,
      datesUpdatedAt: posts.datesUpdatedAt,
      createdBy: posts.createdBy,
      createdAt: posts.createdAt,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(eq(posts.id, id));
  if (!row) return null;
  const photos = await listPhotos(db, [row.id]);
  const days = await db
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, row.id))
    .orderBy(unavailableDays.day);
  return {
    ...row,
    photos: photos.get(row.id) ?? [],
    unavailableDays: days.map(({ day }) => day),
  };
}

/** Where a listing that was deleted had been; null for one that never was, or still is. */
export async function findDeletedListing(
  db: Db,
  id: string,
): Promise<{ localizacao: string } | null> {
  if (!uuid.test(id)) return null;
  const [row] = await db
    .select({ localizacao: deletedPosts.localizacao })
    .from(deletedPosts)
    .where(eq(deletedPosts.id, id));
  return row ?? null;
}

/** A listing's id and when it last changed. */
export interface ListingStamp {
  id: string;
  changedAt: Date;
}

/** The listings after the one of this id, in the order of their ids; at most `limit`. */
export function listStamps(db: Db, after: string | null, limit: number): Promise<ListingStamp[]> {
  return db
    .select({
      id: posts.id,
      changedAt: sql`coalesce(${posts.updatedAt}, ${posts.createdAt})`.mapWith(posts.createdAt),
    })
    .from(posts)
    .where(after ? gt(posts.id, after) : undefined)
    .orderBy(posts.id)
    .limit(limit);
}

/** The id that has so many listings before it, in the order of their ids; null past the last. */
export async function findIdAt(db: Db, place: number): Promise<string | null> {
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .orderBy(posts.id)
    .offset(place)
    .limit(1);
  return row?.id ?? null;
}

/** How many listings there are. */
export function countListings(db: Db): Promise<number> {
  return db.$count(posts);
}

/** What came of publishing. A refusal carries the sentence for the advertiser. */
export type PublishResult =
  | { ok: true; id: string }
  | {
      ok: false;
      reason:
        | "no-image"
        | "too-many-photos"
        | "photo-missing"
        | "no-plan"
        | "plan-limit"
        | "no-user";
      message: string;
    };

/** A list of photos that no listing can have. */
interface PhotosRefusal {
  ok: false;
  reason: "no-image" | "too-many-photos" | "photo-missing";
  message: string;
}

const photoMissing: PhotosRefusal = {
  ok: false,
  reason: "photo-missing",
  message: "Uma das fotos não está mais aqui. Envie-a de novo.",
};

function refusePhotos(ids: string[]): PhotosRefusal | null {
  if (ids.length === 0) {
    const message = "Por favor, selecione ao menos uma imagem.";
    return { ok: false, reason: "no-image", message };
  }
  if (new Set(ids).size > maxPhotosPerListing) {
    return { ok: false, reason: "too-many-photos", message: tooManyPhotosMessage };
  }
  return ids.every((id) => uuid.test(id)) ? null : photoMissing;
}

/** Undoes a transaction whose refusal is then given as a value. */
class Refused<Result> extends Error {
  result: Result;
  constructor(result: Result) {
    super("refused");
    this.result = result;
  }
}

/**
 * Publishes a listing with photos of the advertiser's own that wait for one: quota check under a
 * lock, the listing, its photos, its days and postsCriados + 1, all or nothing (spec §6, §7).
 */
export async function createListing(
  db: Db | Transaction,
  user: CurrentUser,
  input: ListingInput,
  photoIds: string[],
): Promise<PublishResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  const ids = [...new Set(photoIds)];
  try {
    return await db.transaction((tx) => publish(tx, user, input, ids));
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

async function publish(
  tx: Transaction,
  user: CurrentUser,
  input: ListingInput,
  photoIds: string[],
): Promise<PublishResult> {
  const refusal = refuseByQuota(await lockQuota(tx, user.uid));
  if (refusal) throw new Refused({ ok: false, reason: refusal.reason, message: refusal.message });

  const { unavailableDays: days, ...fields } = input;
  const [post] = await tx
    .insert(posts)
    // The lock above puts this advertiser's publications in order; the clock, not the
    // transaction's start, says when.
    .values({
      ...fields,
      uid: user.uid,
      createdBy: user.displayName,
      createdAt: sql`clock_timestamp()`,
      datesUpdatedAt: days.length > 0 ? sql`clock_timestamp()` : null,
    })
    .returning({ id: posts.id });
  if (!post) throw new Error("insert gave no row");

  const attached = await attachPhotos(tx, user.uid, post.id, photoIds);
  if (attached !== photoIds.length) {
    throw new Refused(photoMissing);
  }
  if (days.length > 0) {
    await tx.insert(unavailableDays).values(days.map((day) => ({ postId: post.id, day })));
  }
  await tx
    .update(users)
    .set({ postsCriados: sql`${users.postsCriados} + 1` })
    .where(eq(users.id, user.uid));
  return { ok: true, id: post.id };
}

/** A listing as its owner edits it: with its version, which an edit must name again. */
export interface OwnListing extends Listing {
  version: number;
}

/** A listing of this advertiser's; null for another's, a missing one and a malformed id alike. */
export async function findOwnListing(db: Db, uid: string, id: string): Promise<OwnListing | null> {
  if (!uuid.test(id)) return null;
  const [row] = await db
    .select({ version: posts.version })
    .from(posts)
    .where(and(eq(posts.id, id), eq(posts.uid, uid)));
  const listing = row ? await findListing(db, id) : null;
  return row && listing ? { ...listing, version: row.version } : null;
}

/** The listings of one advertiser, newest first (spec §2, dashboard). */
export async function listOwnListings(db: Db, uid: string): Promise<ListingSummary[]> {
  const rows = await db
    .select(summaryColumns)
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(eq(posts.uid, uid))
    .orderBy(desc(posts.createdAt), desc(posts.id));
  const photos = await listPhotos(
    db,
    rows.map((row) => row.id),
    photosPerCard,
  );
  return rows.map((row) => ({ ...row, photos: photos.get(row.id) ?? [] }));
}

/** What came of an edit. A refusal carries the sentence for the advertiser. */
export type UpdateResult =
  | { ok: true }
  | {
      ok: false;
      reason: "not-found" | "no-image" | "too-many-photos" | "photo-missing" | "changed-meanwhile";
      message: string;
    };

/**
 * Changes a listing of this advertiser's, all of it: fields, photos in their order, days. `version`
 * is the one the form was opened with; a listing changed since then stays as it is. Files of photos
 * left out are removed after the commit; what fails there is swept later.
 */
export async function updateListing(
  db: Db,
  store: PhotoStore,
  user: CurrentUser,
  id: string,
  version: number,
  input: ListingInput,
  photoIds: string[],
): Promise<UpdateResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  const notFound: UpdateResult = {
    ok: false,
    reason: "not-found",
    message: "Erro ao carregar o post!",
  };
  if (!uuid.test(id)) return notFound;
  const outcome = await db
    .transaction(async (tx): Promise<{ removed: string[] }> => {
      const { unavailableDays: days, ...fields } = input;
      const [post] = await tx
        .select({ version: posts.version })
        .from(posts)
        .where(and(eq(posts.id, id), eq(posts.uid, user.uid)))
        .for("update");
      if (!post) throw new Refused(notFound);
      if (post.version !== version) {
        throw new Refused({
          ok: false,
          reason: "changed-meanwhile",
          message:
            "Este anúncio foi alterado em outra aba ou aparelho. Abra-o de novo para ver como está; o que você digitou continua aqui.",
        });
      }
      const haveDaysChanged = await replaceDays(tx, id, days);
      await tx
        .update(posts)
        .set({
          ...fields,
          updatedBy: user.displayName,
          updatedAt: sql`clock_timestamp()`,
          ...(haveDaysChanged && { datesUpdatedAt: sql`clock_timestamp()` }),
          version: sql`${posts.version} + 1`,
        })
        .where(eq(posts.id, id));
      const removed = await replacePhotos(tx, user.uid, id, [...new Set(photoIds)]);
      if (!removed) throw new Refused(photoMissing);
      return { removed };
    })
    .catch((error) => {
      if (error instanceof Refused) return error.result;
      throw error;
    });
  if (!("removed" in outcome)) return outcome;
  await removeStored(store, outcome.removed);
  return { ok: true };
}

/** Gives a listing these days for its own; gives whether they were others before. */
async function replaceDays(tx: Transaction, postId: string, days: string[]): Promise<boolean> {
  const wanted = new Set(days);
  const rows = await tx
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, postId));
  if (rows.length === wanted.size && rows.every(({ day }) => wanted.has(day))) return false;
  await tx.delete(unavailableDays).where(eq(unavailableDays.postId, postId));
  if (wanted.size > 0) {
    await tx.insert(unavailableDays).values([...wanted].map((day) => ({ postId, day })));
  }
  return true;
}

/** What came of a deletion (spec §8). */
export type DeleteResult =
  | { ok: true; messages: string[] }
  | { ok: false; reason: "not-found" | "images" | "listing"; message: string };

/**
 * Deletes a listing of this advertiser's in the specification's order: photos, then the listing,
 * then the count (spec §4). A photo goes file first, then row, the cover last, so that a store which
 * fails leaves a listing without broken pictures. Safe to repeat.
 */
export async function deleteListing(
  db: Db,
  store: PhotoStore,
  uid: string,
  id: string,
): Promise<DeleteResult> {
  const notFound: DeleteResult = {
    ok: false,
    reason: "not-found",
    message: "Erro ao excluir o anúncio: ele não está mais aqui.",
  };
  if (!uuid.test(id)) return notFound;
  const [post] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, id), eq(posts.uid, uid)));
  if (!post) return notFound;
  try {
    await deletePhotosOf(db, store, id);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    return { ok: false, reason: "images", message: `Erro ao excluir imagens: ${error.message}` };
  }
  const deleted = await db.transaction(async (tx) => {
    await lockQuota(tx, uid);
    const rows = await tx
      .delete(posts)
      .where(and(eq(posts.id, id), eq(posts.uid, uid)))
      .returning({ id: posts.id, localizacao: posts.localizacao });
    if (rows.length === 0) return false;
    await tx.insert(deletedPosts).values(rows);
    await tx
      .update(users)
      .set({ postsCriados: sql`greatest(${users.postsCriados} - 1, 0)` })
      .where(eq(users.id, uid));
    return true;
  });
  if (!deleted) return notFound;
  return { ok: true, messages: ["Imagens excluídas com sucesso!", "Anúncio excluído com sucesso"] };
}
