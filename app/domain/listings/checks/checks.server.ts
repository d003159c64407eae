import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type CheckedState, listingChecks } from "../../../platform/db/check-schema.ts";
import type { Transaction } from "../../../platform/db/client.server.ts";
import { photos, posts } from "../../../platform/db/schema.ts";
import { enumerate } from "../../../platform/ui/words.ts";
import { recordAction } from "../../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { regionTimeZone, today } from "../../calendar/civil-date.ts";
import {
  type CheckedPart,
  checkedParts,
  isCheckValid,
  lastEndedCheck,
  listChangedParts,
} from "./check.ts";

/** A listing whose check ends on `day` or has ended by then; none that was never checked. */
export function isCheckOverBy(day: string): SQL {
  const lastDay = lastEndedCheck(day);
  return sql`(${posts.checkedAt} < (${lastDay}::date + 1)::timestamp at time zone ${regionTimeZone})`;
}

const stateColumns = {
  telefone: posts.telefone,
  telefone2: posts.telefone2,
  createdBy: posts.createdBy,
  localizacao: posts.localizacao,
  enderecoCompleto: posts.enderecoCompleto,
  nomePix: posts.nomePix,
  latitude: posts.latitude,
  longitude: posts.longitude,
};

const photoColumns = { id: photos.id, sha256: photos.sha256 };

async function readState(tx: Transaction, id: string): Promise<CheckedState> {
  const [row] = await tx.select(stateColumns).from(posts).where(eq(posts.id, id));
  if (!row) throw new Error("the listing to check is gone");
  const { latitude, longitude, ...fields } = row;
  const position = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const shown = await tx
    .select(photoColumns)
    .from(photos)
    .where(eq(photos.postId, id))
    .orderBy(asc(photos.position));
  return { ...fields, position, photos: shown };
}

/** Remembers what the operator saw; any earlier check is forgotten. */
export async function startCheck(tx: Transaction, id: string): Promise<void> {
  await tx.delete(listingChecks).where(eq(listingChecks.postId, id));
  await tx.update(posts).set({ checkedAt: sql`now()` }).where(eq(posts.id, id));
  await tx.insert(listingChecks).values({ postId: id, seen: await readState(tx, id) });
}

/** Forgets a check, whether it still counts or has ended. Returns whether there was one. */
export async function dropCheck(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount: remembered } = await tx
    .delete(listingChecks)
    .where(eq(listingChecks.postId, id));
  const { rowCount: dated } = await tx
    .update(posts)
    .set({ checkedAt: null })
    .where(and(eq(posts.id, id), sql`${posts.checkedAt} is not null`));
  return Boolean(remembered) || Boolean(dated);
}

/** A locked listing. */
interface LockedListing {
  id: string;
  title: string;
  checkedAt: Date | null;
}

type Change = Partial<Omit<CheckedState, "photos">> & { photoIds?: readonly string[] };

/** Lists what a change ends the listing's check by; nothing unless it is checked today. */
export async function findCheckEnds(
  tx: Transaction,
  { id, checkedAt }: Pick<LockedListing, "id" | "checkedAt">,
  { photoIds, ...change }: Change,
): Promise<CheckedPart[]> {
  if (!isCheckValid(checkedAt, today())) return [];
  const [check] = await tx
    .select({ seen: listingChecks.seen })
    .from(listingChecks)
    .where(eq(listingChecks.postId, id));
  const state = await readState(tx, id);
  const kept =
    photoIds &&
    (await tx
      .select(photoColumns)
      .from(photos)
      .where(inArray(photos.id, [...photoIds])));
  const now = { ...state, ...change, ...(kept && { photos: kept }) };
  // A process of the version before this one notes nothing.
  return listChangedParts(check?.seen ?? state, now);
}

export type CheckRefusal = Refusal<"ends-check"> & { parts: CheckedPart[] };

/** Asks for a confirmation: `whose` names who loses 'Conferido', with the verb. */
export function refuseToEndCheck(parts: CheckedPart[], whose = "o anúncio perde"): CheckRefusal {
  const changed = enumerate(parts.map((part) => checkedParts[part]));
  const verb = parts.length === 1 ? "muda" : "mudam";
  const message = `Se salvar assim, ${whose} a marca “Conferido”, porque ${verb} ${changed}. Depois, é só pedir outra conferência.`;
  return { ...refuse("ends-check", message, { status: 409 }), parts };
}

/** Ends a check, which {@link findCheckEnds} found to end; does nothing without parts. */
export async function endCheck(
  tx: Transaction,
  { id, title, checkedAt }: LockedListing,
  parts: readonly CheckedPart[],
  actor: string,
): Promise<void> {
  if (parts.length === 0) return;
  const ended = { seen: null, endedAt: sql`now()`, endedBy: [...parts] };
  await tx.update(posts).set({ checkedAt: null }).where(eq(posts.id, id));
  await tx
    .insert(listingChecks)
    .values({ postId: id, ...ended })
    .onConflictDoUpdate({ target: listingChecks.postId, set: ended });
  const changed = enumerate(parts.map((part) => checkedParts[part]));
  await recordAction(tx, {
    actor,
    action: "listing-check-ended",
    subjectId: id,
    subject: title,
    reason: `Mudou: ${changed}.`,
    before: { checkedAt },
    after: { checkedAt: null },
  });
}
