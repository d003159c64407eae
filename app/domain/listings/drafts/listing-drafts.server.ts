import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { listingDrafts } from "../../../platform/db/operation-schema.ts";
import { photos } from "../../../platform/db/schema.ts";
import { storableCheck } from "../../../platform/ui/forms/text-rules.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { lockUser } from "../../accounts/account.server.ts";
import { civilDateOf } from "../../calendar/civil-date.ts";
import { maxPhotosPerListing, type Photo } from "../../photos/photo.ts";
import { listOwnPhotos } from "../../photos/photos.server.ts";
import { draftDays } from "./draft-days.ts";

/** Longer than the form allows, which says so only when it is sent. The site limits the body. */
const text = z.string().check(z.maxLength(20_000), storableCheck);

const savedFormSchema = z.object({
  /** Id of the form that was typed into. */
  id: z.uuid(),
  /** Id of the draft that the form continues; "" if it begins one. */
  continues: z.union([z.literal(""), z.uuid()]),
  fields: z.record(text.check(z.maxLength(60)), z.array(text).check(z.maxLength(60))),
  photos: z.array(z.uuid()).check(z.maxLength(maxPhotosPerListing)),
});

export type SavedForm = z.infer<typeof savedFormSchema>;

const isUnexpired = gt(
  listingDrafts.savedAt,
  sql`now() - ${sql.raw(String(draftDays))} * interval '1 day'`,
);

/** Reads a new ad's form sent as JSON by its script; null if it can't be stored. */
export function readSavedForm(json: unknown): SavedForm | null {
  if (typeof json !== "string") return null;
  try {
    return savedFormSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

export type DraftResult = { ok: true } | Refusal<"changed-meanwhile" | "no-user">;

/**
 * Replaces the advertiser's draft by the form; refused if another form has replaced it since, or if it was
 * published or discarded.
 */
export function saveDraft(
  db: Db,
  uid: string,
  { id, continues, fields, photos: ids }: SavedForm,
): Promise<DraftResult> {
  return db.transaction(async (tx): Promise<DraftResult> => {
    // Publishing holds the same lock.
    if (!(await lockUser(tx, uid))) return refuse("no-user", "Esta conta não existe mais.");
    const [before] = await tx
      .select({ draftId: listingDrafts.draftId })
      .from(listingDrafts)
      .where(eq(listingDrafts.uid, uid));
    const isExpected = before
      ? before.draftId === id || before.draftId === continues
      : continues === "" && !(await wasPublished(tx, uid, id));
    if (!isExpected) {
      return refuse(
        "changed-meanwhile",
        "Este anúncio mudou em outra aba ou aparelho. O que você escrever aqui não fica mais guardado.",
      );
    }
    const values = {
      draftId: id,
      fields,
      photos: ids.map((photo) => ({ id: photo, name: "" })),
      typedAt: sql`now()`,
      savedAt: sql`now()`,
    };
    await tx
      .insert(listingDrafts)
      .values({ uid, ...values })
      .onConflictDoUpdate({ target: listingDrafts.uid, set: values });
    return { ok: true };
  });
}

/** A form's first save may arrive after its publication. */
async function wasPublished(tx: Transaction, uid: string, draftId: string): Promise<boolean> {
  const isOfForm = and(eq(photos.uid, uid), eq(photos.draftId, draftId), isNotNull(photos.postId));
  return (await tx.$count(photos, isOfForm)) > 0;
}

/** Ends the advertiser's draft. The sweep removes photos that no ad has. */
export async function deleteDraft(db: Db | Transaction, uid: string): Promise<void> {
  await db.delete(listingDrafts).where(eq(listingDrafts.uid, uid));
}

export interface ListingDraft {
  id: string;
  fields: Record<string, string[]>;
  photos: Photo[];
  savedAt: Date;
}

export async function findDraft(db: Db | Transaction, uid: string): Promise<ListingDraft | null> {
  const [row] = await db
    .select()
    .from(listingDrafts)
    .where(and(eq(listingDrafts.uid, uid), isUnexpired));
  if (!row) return null;
  const ids = row.photos.map(({ id }) => id);
  const stored = await listOwnPhotos(db, uid, ids);
  return { id: row.draftId, fields: row.fields, photos: stored, savedAt: row.savedAt };
}

export interface WaitingDraft {
  title: string;
  cover: Photo | null;
  photos: number;
  /** Civil date of the last change. */
  changedOn: string;
}

/** Finds the draft to show in 'Meus Anúncios'. */
export async function findWaitingDraft(db: Db, uid: string): Promise<WaitingDraft | null> {
  const draft = await findDraft(db, uid);
  if (!draft) return null;
  const { fields, photos: stored, savedAt } = draft;
  return {
    title: fields.title?.[0]?.trim() ?? "",
    cover: stored[0] ?? null,
    photos: stored.length,
    changedOn: civilDateOf(savedAt),
  };
}

/** Deletes expired drafts and returns their number. The sweep then removes their photos. */
export async function purgeDrafts(tx: Transaction): Promise<number> {
  const ended = await tx
    .delete(listingDrafts)
    .where(lt(listingDrafts.savedAt, sql`now() - ${draftDays} * interval '1 day'`));
  return ended.rowCount ?? 0;
}
