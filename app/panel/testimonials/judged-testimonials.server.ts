import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { isShown } from "../../domain/testimonials/list-shown.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { reports } from "../../platform/db/operation-schema.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { testimonials } from "../../platform/db/testimonial-schema.ts";

const hasOpenReport = sql`exists (select 1 from reports
  where reports."testimonialId" = testimonials.id and reports."settledAt" is null)`;

const hasNewFlags = and(
  sql`cardinality(${testimonials.flags}) > 0`,
  isNull(testimonials.reviewedAt),
);

/** Flagged and never looked at, or reported. */
const isWaiting = and(isShown, or(hasNewFlags, hasOpenReport));

export interface JudgedTestimonial {
  id: string;
  postId: string;
  uid: string;
  title: string;
  ownerName: string;
  nome: string;
  nota: number;
  texto: string;
  resposta: string | null;
  entrada: string;
  publishedAt: Date;
  flags: (typeof testimonials.$inferSelect)["flags"];
  hiddenReason: string | null;
  reports: TestimonialReport[];
}

export interface TestimonialReport {
  id: string;
  motivo: string;
  detalhes: string;
  contato: string;
  isOwners: boolean;
}

const maxListed = 200;

function listWhere(db: Db, which: SQL | undefined, order: SQL): Promise<JudgedTestimonial[]> {
  return db
    .select({
      id: testimonials.id,
      postId: testimonials.postId,
      uid: users.id,
      title: posts.title,
      ownerName: users.displayName,
      nome: sql<string>`${testimonials.nome}`,
      nota: sql<number>`${testimonials.nota}`,
      texto: sql<string>`${testimonials.texto}`,
      resposta: testimonials.resposta,
      entrada: testimonials.entrada,
      publishedAt: sql<Date>`${testimonials.publishedAt}`.mapWith(testimonials.createdAt),
      flags: testimonials.flags,
      hiddenReason: testimonials.hiddenReason,
      reports: sql<TestimonialReport[]>`(
        select coalesce(json_agg(json_build_object('id', reports.id, 'motivo', reports.motivo,
          'detalhes', reports.detalhes, 'contato', reports.contato, 'isOwners', reports."isOwners")
          order by reports."createdAt"), '[]')
        from ${reports} where reports."testimonialId" = testimonials.id
        and reports."settledAt" is null)`,
    })
    .from(testimonials)
    .innerJoin(posts, eq(posts.id, testimonials.postId))
    .innerJoin(users, eq(users.id, posts.uid))
    .where(which)
    .orderBy(order, asc(testimonials.id))
    .limit(maxListed);
}

/** Lists what the operator has to look at, oldest first. */
export function listWaitingTestimonials(db: Db): Promise<JudgedTestimonial[]> {
  return listWhere(db, isWaiting, asc(testimonials.publishedAt));
}

/** Lists all others that were published, hidden or not, newest first. */
export function listOtherTestimonials(db: Db): Promise<JudgedTestimonial[]> {
  const isOther = and(isNotNull(testimonials.publishedAt), sql`not coalesce(${isWaiting}, false)`);
  return listWhere(db, isOther, desc(testimonials.publishedAt));
}
