import { eq } from "drizzle-orm";
import { testimonials } from "../../platform/db/testimonial-schema.ts";
import type { LinkKind } from "../../platform/mail/signed-links.server.ts";

/** Links to write one testimonial. */
export const invitationLinks: LinkKind = {
  name: "invitation",
  days: 60,
  /** An invitation is its guest's, whatever becomes of the advertiser's password. */
  async credentialsOf(db, id) {
    const { id: found } = testimonials;
    const [row] = await db.select({ found }).from(testimonials).where(eq(testimonials.id, id));
    return row ? "" : null;
  },
};

/** Links with which guests publish or withdraw what they wrote. */
export const testimonialLinks: LinkKind = {
  name: "testimonial",
  /** A guest may withdraw it at any time, so this lasts about as long as the site. */
  days: 36_500,
  async credentialsOf(db, id) {
    const [row] = await db
      .select({ email: testimonials.email, writtenAt: testimonials.writtenAt })
      .from(testimonials)
      .where(eq(testimonials.id, id));
    return row?.writtenAt ? JSON.stringify([row.email, row.writtenAt]) : null;
  },
};
