import { and, asc, eq } from "drizzle-orm";
import { stayNotes } from "../../../db/calendar-schema.ts";
import type { Db } from "../../../db/client.server.ts";
import { isUuid } from "../../../db/uuid.ts";
import { withOwnListing } from "../../../listings/own-listing.server.ts";
import { type Refusal, refuse } from "../../../site/refusal.ts";
import type { StayNote, StayNoteInput } from "./note-form.ts";

const maxNotes = 500;

const noteNotFound = refuse("gone", "Essa anotação não existe mais.");
const tooManyNotes = refuse(
  "too-many",
  `Um anúncio guarda até ${maxNotes} anotações. Apague as antigas.`,
);

type NoteResult = { ok: true } | Refusal<"not-found" | "gone" | "too-many">;

/** Lists an owner's notes by their check-in. The caller has checked whose the listing is. */
export function listNotes(db: Db, postId: string): Promise<StayNote[]> {
  return db
    .select({
      id: stayNotes.id,
      entrada: stayNotes.de,
      saida: stayNotes.ate,
      hospede: stayNotes.hospede,
      sinal: stayNotes.sinal,
      anotacao: stayNotes.anotacao,
    })
    .from(stayNotes)
    .where(eq(stayNotes.postId, postId))
    .orderBy(asc(stayNotes.de), asc(stayNotes.ate), asc(stayNotes.id));
}

/** Changes the note with this id, or adds one. */
export async function saveNote(
  db: Db,
  uid: string,
  postId: string,
  { id, entrada, saida, ...words }: StayNoteInput & { id: string | null },
): Promise<NoteResult> {
  const values = { ...words, de: entrada, ate: saida };
  return withOwnListing(db, uid, postId, async (tx) => {
    if (id !== null) {
      if (!isUuid(id)) return noteNotFound;
      const { rowCount } = await tx
        .update(stayNotes)
        .set(values)
        .where(and(eq(stayNotes.id, id), eq(stayNotes.postId, postId)));
      return rowCount === 1 ? { ok: true } : noteNotFound;
    }
    if ((await tx.$count(stayNotes, eq(stayNotes.postId, postId))) >= maxNotes) return tooManyNotes;
    await tx.insert(stayNotes).values({ ...values, postId });
    return { ok: true };
  });
}

export async function deleteNote(
  db: Db,
  uid: string,
  postId: string,
  id: string,
): Promise<NoteResult> {
  return withOwnListing(db, uid, postId, async (tx) => {
    if (!isUuid(id)) return noteNotFound;
    const { rowCount } = await tx
      .delete(stayNotes)
      .where(and(eq(stayNotes.id, id), eq(stayNotes.postId, postId)));
    return rowCount === 1 ? { ok: true } : noteNotFound;
  });
}
