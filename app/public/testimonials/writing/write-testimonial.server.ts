import { and, eq, sql } from "drizzle-orm";
import { isStanding } from "../../../domain/accounts/visibility/visibility.server.ts";
import { queueConfirmation } from "../../../domain/testimonials/letters/guest-letters.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { testimonials } from "../../../platform/db/testimonial-schema.ts";
import { deleteMailAbout } from "../../../platform/mail/outbox.server.ts";
import type { LinkingSite } from "../../../platform/mail/signed-links.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import type { TestimonialInput } from "./testimonial-form.ts";

export const deadInvitation = refuse(
  "dead-link",
  "Este convite não vale mais. Peça outro a quem alugou a casa para você.",
  { status: 410 },
);

export const usedInvitation = refuse("dead-link", "Este convite já foi usado.", { status: 410 });

/** The request's clues about who writes. */
export interface Writer {
  networkHash: string;
  /** The advertiser's invitations come from the same browser. */
  isInviter: boolean;
}

type Written = { ok: true; mailIds: string[] } | Refusal<"dead-link">;

/**
 * Stores what a guest wrote, and queues the letter that asks for confirmation. Before that, writing again
 * replaces it: the address may have been wrong. Returns the ids of letters that are void, which also name
 * files.
 */
export function writeTestimonial(
  site: LinkingSite,
  id: string,
  input: TestimonialInput,
  writer: Writer,
): Promise<Written> {
  return site.db.transaction(async (tx): Promise<Written> => {
    const [row] = await tx
      .select({
        entrada: testimonials.entrada,
        inviterHash: testimonials.inviterHash,
        publishedAt: testimonials.publishedAt,
        flags: testimonials.flags,
        localizacao: posts.localizacao,
      })
      .from(testimonials)
      .innerJoin(posts, eq(posts.id, testimonials.postId))
      .where(and(eq(testimonials.id, id), isStanding))
      .for("update", { of: testimonials });
    if (!row) return deadInvitation;
    if (row.publishedAt) return usedInvitation;
    const flags = new Set(row.flags);
    if (row.inviterHash === writer.networkHash) flags.add("network");
    if (writer.isInviter) flags.add("device");
    await tx
      .update(testimonials)
      // The time is part of the letter's link, so an earlier letter's ends.
      .set({ ...input, flags: [...flags], writtenAt: sql`clock_timestamp()` })
      .where(eq(testimonials.id, id));
    const mailIds = await deleteMailAbout(tx, [id]);
    await queueConfirmation(tx, site, { id, ...row, email: input.email });
    return { ok: true, mailIds };
  });
}
