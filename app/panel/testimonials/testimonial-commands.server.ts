import { and, eq, isNull, sql } from "drizzle-orm";
import { queueHiddenForGuest } from "../../domain/testimonials/letters/guest-letters.server.ts";
import { queueHiddenForOwner } from "../../domain/testimonials/letters/owner-letters.server.ts";
import { lockTestimonial } from "../../domain/testimonials/testimonials.server.ts";
import type { Transaction } from "../../platform/db/client.server.ts";
import { reports } from "../../platform/db/operation-schema.ts";
import { testimonials } from "../../platform/db/testimonial-schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { LinkingSite } from "../../platform/mail/signed-links.server.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { readReason } from "../reason.ts";
import { type Operator, operate } from "../staff/staff.server.ts";

type Judged = NonNullable<Awaited<ReturnType<typeof lockTestimonial>>>;

const noSuchTestimonial = refuse("not-found", "Este depoimento não existe mais.", { status: 404 });

function withTestimonial(
  { db }: Pick<LinkingSite, "db">,
  operator: Operator,
  id: string,
  command: (tx: Transaction, written: Judged, actor: string) => Promise<{ ok: true } | Refusal>,
): Promise<{ ok: true } | Refusal> {
  return operate(db, operator, async (tx, actor) => {
    const written = isUuid(id) ? await lockTestimonial(tx, id) : null;
    return written?.publishedAt ? command(tx, written, actor) : noSuchTestimonial;
  });
}

const subjectOf = ({ id, title }: Judged) => ({ subjectId: id, subject: title });

/** Takes a testimonial out of the ad, and writes the reason to the advertiser and the guest. */
export async function hideTestimonial(
  site: LinkingSite,
  operator: Operator,
  id: string,
  motivo: string,
): Promise<{ ok: true } | Refusal> {
  const read = readReason(motivo);
  if (!read.ok) return read;
  return withTestimonial(site, operator, id, async (tx, written, actor) => {
    if (written.hiddenAt)
      return refuse("no-change", "Este depoimento já está escondido.", { status: 409 });
    await tx
      .update(testimonials)
      .set({ hiddenAt: sql`now()`, hiddenReason: read.reason })
      .where(eq(testimonials.id, id));
    const settledReports = await settle(tx, id, "removed");
    await recordAction(tx, {
      actor,
      action: "testimonial-hidden",
      ...subjectOf(written),
      reason: read.reason,
      after: { settledReports },
    });
    await queueHiddenForOwner(tx, site.mailedSiteUrl, written, read.reason);
    await queueHiddenForGuest(tx, site, written, read.reason);
    return { ok: true };
  });
}

/** Puts a testimonial back into the ad, without a letter. */
export function showTestimonial(
  site: Pick<LinkingSite, "db">,
  operator: Operator,
  id: string,
): Promise<{ ok: true } | Refusal> {
  return withTestimonial(site, operator, id, async (tx, written, actor) => {
    if (!written.hiddenAt)
      return refuse("no-change", "Este depoimento não está escondido.", { status: 409 });
    await tx
      .update(testimonials)
      .set({ hiddenAt: null, hiddenReason: null, reviewedAt: sql`now()` })
      .where(eq(testimonials.id, id));
    await recordAction(tx, {
      actor,
      action: "testimonial-shown",
      ...subjectOf(written),
      before: { hiddenAt: written.hiddenAt, hiddenReason: written.hiddenReason },
    });
    return { ok: true };
  });
}

/** Finds flags and reports unfounded, without a letter. */
export function dismissFlags(
  site: Pick<LinkingSite, "db">,
  operator: Operator,
  id: string,
): Promise<{ ok: true } | Refusal> {
  return withTestimonial(site, operator, id, async (tx, written, actor) => {
    if (written.hiddenAt)
      return refuse("no-change", "Este depoimento está escondido.", { status: 409 });
    await tx.update(testimonials).set({ reviewedAt: sql`now()` }).where(eq(testimonials.id, id));
    const settledReports = await settle(tx, id, "archived");
    await recordAction(tx, {
      actor,
      action: "testimonial-kept",
      ...subjectOf(written),
      after: { settledReports },
    });
    return { ok: true };
  });
}

async function settle(tx: Transaction, id: string, as: "archived" | "removed"): Promise<number> {
  const { rowCount } = await tx
    .update(reports)
    .set({ settledAt: sql`now()`, settledAs: as })
    .where(and(eq(reports.testimonialId, id), isNull(reports.settledAt)));
  return rowCount ?? 0;
}
