import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { photoCopies } from "../../db/copy-schema.ts";
import { photos, posts } from "../../db/schema.ts";
import { isUuid } from "../../db/uuid.ts";
import { recordAction } from "../../site/audit-log.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import { type notStaff, type Operator, operate } from "../staff/staff.server.ts";
import { maxSeenPairs, type SeenPair } from "./seen-pairs.ts";

/** Remembers that these photos are no copies; a pair that was found meanwhile stays. */
export function dismissCopies(
  db: Db,
  operator: Operator,
  seen: SeenPair[],
): Promise<{ ok: true } | typeof notStaff | Refusal<"no-change">> {
  return operate(db, operator, async (tx, actor) => {
    const pairs = seen
      .filter(({ earlierId, laterId }) => isUuid(earlierId) && isUuid(laterId))
      .slice(0, maxSeenPairs);
    const none = refuse("no-change", "Estas fotos já estavam resolvidas.");
    if (pairs.length === 0) return none;
    const dismissed = await tx
      .update(photoCopies)
      .set({ dismissedAt: sql`now()` })
      .where(
        and(
          isNull(photoCopies.dismissedAt),
          or(
            ...pairs.map(({ earlierId, laterId }) =>
              and(eq(photoCopies.earlierId, earlierId), eq(photoCopies.laterId, laterId)),
            ),
          ),
        ),
      )
      .returning({ earlierId: photoCopies.earlierId, laterId: photoCopies.laterId });
    const [first] = dismissed;
    if (!first) return none;
    const adOf = async (photoId: string) => {
      const [ad] = await tx
        .select({ id: posts.id, title: posts.title })
        .from(photos)
        .innerJoin(posts, eq(posts.id, photos.postId))
        .where(eq(photos.id, photoId));
      return ad;
    };
    const [earlier, later] = [await adOf(first.earlierId), await adOf(first.laterId)];
    await recordAction(tx, {
      actor,
      action: "copies-dismissed",
      subjectId: later?.id,
      subject: later?.title,
      after: { comparedWith: earlier?.id, photos: dismissed.length },
    });
    return { ok: true };
  });
}
