import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { lockUser } from "../../accounts/account.server.ts";
import { civilDateOf } from "../../calendar/civil-date.ts";
import type { Db, Transaction } from "../../db/client.server.ts";
import { listingDrafts } from "../../db/operation-schema.ts";
import { photos } from "../../db/schema.ts";
import { isUuid } from "../../db/uuid.ts";
import type { Photo } from "../../photos/photo.ts";
import { maxPhotosPerListing } from "../../photos/photo-limits.ts";
import { listOwnPhotos } from "../../photos/photos.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import type { DraftPhoto, KeptDraft } from "../../ui/forms/form-drafts.ts";
import { storableCheck } from "../../ui/forms/text-rules.ts";
import { draftDays } from "./draft-days.ts";

/** Longer than the form allows, which says so only when it is sent. The site limits the body. */
const text = z.string().check(z.maxLength(20_000), storableCheck);

const draftSchema = z.object({
  at: z.number().check(z.nonnegative(), z.lte(8.64e15)),
  draft: z.object({
    id: z.uuid(),
    fields: z._default(
      z.record(text.check(z.maxLength(60)), z.array(text).check(z.maxLength(60))),
      {},
    ),
    photos: z._default(
      z
        .array(
          z.object({
            id: z.string().check(z.regex(/^([\w-]{1,64})?$/)),
            name: text.check(z.maxLength(255)),
          }),
        )
        .check(z.maxLength(maxPhotosPerListing)),
      [],
    ),
  }),
});

const isKept = gt(
  listingDrafts.savedAt,
  sql`now() - ${sql.raw(String(draftDays))} * interval '1 day'`,
);

/** Reads a draft sent as JSON by a browser; null if it can't be kept. */
export function readDraftForm(json: unknown): KeptDraft | null {
  if (typeof json !== "string") return null;
  try {
    const { data } = draftSchema.safeParse(JSON.parse(json));
    return data && hasSubstance(data.draft) ? data : null;
  } catch {
    return null;
  }
}

function hasSubstance({ fields, photos = [] }: KeptDraft["draft"]): boolean {
  return Boolean(fields?.title?.[0]?.trim()) || photos.some(({ id }) => id !== "");
}

export type DraftResult = { ok: true } | Refusal<"published" | "older" | "no-user">;

/** Replaces the advertiser's draft unless that was typed later. Late saves don't revive a published ad. */
export function saveDraft(db: Db, uid: string, { draft, at }: KeptDraft): Promise<DraftResult> {
  return db.transaction(async (tx): Promise<DraftResult> => {
    // Publishing holds the same lock.
    if (!(await lockUser(tx, uid))) return refuse("no-user", "Esta conta não existe mais.");
    const { id: draftId, fields = {}, photos: listed = [] } = draft;
    const ids = listed.map(({ id }) => id).filter(isUuid);
    // A draft saved before the first photo lists none.
    const isOfForm = or(eq(photos.draftId, draftId), inArray(photos.id, ids));
    const isPublished = and(eq(photos.uid, uid), isOfForm, isNotNull(photos.postId));
    if ((await tx.$count(photos, isPublished)) > 0) {
      return refuse("published", "Este anúncio já foi publicado.");
    }
    const [before] = await tx
      .select({ photos: listingDrafts.photos })
      .from(listingDrafts)
      .where(eq(listingDrafts.uid, uid));
    const values = {
      draftId,
      fields,
      photos: listed,
      typedAt: new Date(Math.min(at, Date.now())),
      savedAt: sql`now()`,
    };
    const { rowCount } = await tx
      .insert(listingDrafts)
      .values({ uid, ...values })
      .onConflictDoUpdate({
        target: listingDrafts.uid,
        set: values,
        setWhere: lte(listingDrafts.typedAt, values.typedAt),
      });
    if (!rowCount) return refuse("older", "Há um rascunho mais novo.");
    await releasePhotos(
      tx,
      uid,
      before?.photos.filter(({ id }) => !ids.includes(id)),
    );
    return { ok: true };
  });
}

/** The photos stay for another day, however old: the form can bring back what was removed. */
async function releasePhotos(tx: Transaction, uid: string, left: DraftPhoto[] = []): Promise<void> {
  const ids = left.map(({ id }) => id).filter(isUuid);
  if (ids.length === 0) return;
  await tx
    .update(photos)
    .set({ createdAt: sql`now()` })
    .where(and(eq(photos.uid, uid), inArray(photos.id, ids), isNull(photos.postId)));
}

/** Deletes a draft for 'Começar do zero', which can be undone. */
export async function discardDraft(db: Db, uid: string, draftId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // A save sent before this also takes effect before it.
    await lockUser(tx, uid);
    await releasePhotos(tx, uid, await deleteDraft(tx, uid, draftId));
  });
}

/** Deletes a draft and returns its photos. */
export async function deleteDraft(
  tx: Transaction,
  uid: string,
  draftId: string,
): Promise<DraftPhoto[]> {
  if (!isUuid(draftId)) return [];
  const [ended] = await tx
    .delete(listingDrafts)
    .where(and(eq(listingDrafts.uid, uid), eq(listingDrafts.draftId, draftId)))
    .returning({ photos: listingDrafts.photos });
  return ended?.photos ?? [];
}

export async function findDraft(db: Db | Transaction, uid: string): Promise<KeptDraft | null> {
  const [row] = await db
    .select()
    .from(listingDrafts)
    .where(and(eq(listingDrafts.uid, uid), isKept));
  if (!row) return null;
  const { draftId: id, fields, photos, typedAt } = row;
  return { draft: { id, fields, photos }, at: typedAt.getTime() };
}

export interface WaitingDraft {
  draftId: string;
  title: string;
  cover: Photo | null;
  photos: number;
  /** Civil date of the last change. */
  changedOn: string;
}

/** Finds the draft to show in 'Meus Anúncios'. */
export async function findWaitingDraft(db: Db, uid: string): Promise<WaitingDraft | null> {
  const kept = await findDraft(db, uid);
  if (!kept) return null;
  const { fields, photos: listed = [] } = kept.draft;
  const ids = listed.map(({ id }) => id);
  const stored = await listOwnPhotos(db, uid, ids);
  const title = fields?.title?.[0]?.trim() ?? "";
  const changedOn = civilDateOf(new Date(kept.at));
  return {
    draftId: kept.draft.id,
    title,
    cover: stored[0] ?? null,
    photos: stored.length,
    changedOn,
  };
}

/** Deletes expired drafts and returns their number. The sweep then removes their photos. */
export async function purgeDrafts(tx: Transaction): Promise<number> {
  const ended = await tx
    .delete(listingDrafts)
    .where(lt(listingDrafts.savedAt, sql`now() - ${draftDays} * interval '1 day'`));
  return ended.rowCount ?? 0;
}
