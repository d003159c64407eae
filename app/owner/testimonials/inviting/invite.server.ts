import { and, eq, gt, lt } from "drizzle-orm";
import { formatCivilDate } from "../../../domain/calendar/civil-date.ts";
import { nightsOf, type Stay } from "../../../domain/calendar/stays.ts";
import { findTakenNights } from "../../../domain/calendar/taken-nights.server.ts";
import { withOwnListing } from "../../../domain/listings/own-listing.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { testimonials } from "../../../platform/db/testimonial-schema.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";

type Invited = { ok: true; id: string } | Refusal<"not-found" | "invalid" | "no-change">;

/**
 * Invites the guest of a stay whose nights were all taken. Each night has one invitation: a new one takes
 * the place of those that nobody has answered, and is refused beside a testimonial.
 */
export function inviteGuest(
  db: Db,
  uid: string,
  postId: string,
  stay: Stay,
  inviterHash: string,
): Promise<Invited> {
  return withOwnListing(db, uid, postId, async (tx): Promise<Invited> => {
    const taken = new Set((await findTakenNights(tx, [postId], stay)).get(postId));
    const free = nightsOf(stay).find((night) => !taken.has(night));
    if (free) {
      const message = `No seu calendário, a noite de ${formatCivilDate(free)} ficou livre. Confira as datas.`;
      return refuse("invalid", message, { field: "entrada" });
    }
    const isSameGuests = and(
      eq(testimonials.postId, postId),
      lt(testimonials.entrada, stay.checkOut),
      gt(testimonials.saida, stay.checkIn),
    );
    // A guest who is writing meanwhile has locked the row.
    const invited = await tx.select().from(testimonials).where(isSameGuests).for("update");
    if (invited.some(({ writtenAt }) => writtenAt !== null)) {
      return refuse("no-change", "Quem ficou nessas noites já escreveu o depoimento.", {
        status: 409,
        field: "entrada",
      });
    }
    await tx.delete(testimonials).where(isSameGuests);
    const [invitation] = await tx
      .insert(testimonials)
      .values({ postId, entrada: stay.checkIn, saida: stay.checkOut, inviterHash })
      .returning({ id: testimonials.id });
    if (!invitation) throw new Error("insert gave no row");
    return { ok: true, id: invitation.id };
  });
}
