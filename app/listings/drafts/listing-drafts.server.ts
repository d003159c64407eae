import { and, eq, gt, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { lockUser } from "../../accounts/account.server.ts";
import type { Db, Transaction } from "../../db/client.server.ts";
import { listingDrafts } from "../../db/operation-schema.ts";
import { photos } from "../../db/schema.ts";
import { isUuid } from "../../db/uuid.ts";
import type { Photo } from "../../photos/photo.ts";
import { maxPhotosPerListing } from "../../photos/photo-limits.ts";
import { listOwnPhotos } from "../../photos/photos.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import type { KeptDraft } from "../../ui/forms/form-drafts.ts";
import { storableCheck } from "../../ui/forms/text-rules.ts";

/** Longer than the form allows, which says so only when it is sent. The site limits the whole body. */
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

const keptForDays = 30;
const isKept = gt(
  listingDrafts.savedAt,
  sql`now() - ${sql.raw(String(keptForDays))} * interval '1 day'`,
);

/** As JSON, from a browser; null if it can't be kept. */
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
    // Publishing holds it, too.
    if (!(await lockUser(tx, uid))) return refuse("no-user", "Esta conta não existe mais.");
    const { id: draftId, fields = {}, photos: listed = [] } = draft;
    const ids = listed.map(({ id }) => id).filter(isUuid);
    const isOwn = and(eq(photos.uid, uid), inArray(photos.id, ids), isNotNull(photos.postId));
    if (ids.length > 0 && (await tx.$count(photos, isOwn)) > 0) {
      return refuse("published", "Este anúncio já foi publicado.");
    }
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
    return rowCount ? { ok: true } : refuse("older", "Há um rascunho mais novo.");
  });
}

export async function deleteDraft(
  db: Db | Transaction,
  uid: string,
  draftId: string,
): Promise<void> {
  if (!isUuid(draftId)) return;
  await db
    .delete(listingDrafts)
    .where(and(eq(listingDrafts.uid, uid), eq(listingDrafts.draftId, draftId)));
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
  title: string;
  cover: Photo | null;
  photos: number;
}

/** For 'Meus Anúncios'. */
export async function findWaitingDraft(db: Db, uid: string): Promise<WaitingDraft | null> {
  const kept = await findDraft(db, uid);
  if (!kept) return null;
  const { fields, photos: listed = [] } = kept.draft;
  const ids = listed.map(({ id }) => id);
  const stored = await listOwnPhotos(db, uid, ids);
  const title = fields?.title?.[0]?.trim() ?? "";
  return { title, cover: stored[0] ?? null, photos: stored.length };
}

/** Returns their number. The sweep then removes their photos. */
export async function purgeDrafts(tx: Transaction): Promise<number> {
  const ended = await tx
    .delete(listingDrafts)
    .where(lt(listingDrafts.savedAt, sql`now() - ${keptForDays} * interval '1 day'`));
  return ended.rowCount ?? 0;
}
