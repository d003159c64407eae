import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { prepareOnce } from "../../platform/db/prepared.server.ts";
import { testimonials } from "../../platform/db/testimonial-schema.ts";
import type { Testimonial } from "./testimonial.ts";

export const isPublished = isNotNull(testimonials.publishedAt);

/** Visitors of the ad see it. */
export const isShown = and(isPublished, isNull(testimonials.hiddenAt));

export interface ShownTestimonials {
  /** Newest first. */
  list: Testimonial[];
  count: number;
  average: number;
}

export const noTestimonials: ShownTestimonials = { list: [], count: 0, average: 0 };

/** Column for a query on `posts`: most ads have none to show, and don't need another query. */
export const hasTestimonialsColumn = sql<boolean>`exists (
  select from ${testimonials} where ${testimonials.postId} = posts.id and ${isShown})`;

const maxShown = 60;

const shownOf = prepareOnce((db) =>
  db
    .select({
      id: testimonials.id,
      entrada: testimonials.entrada,
      nome: sql<string>`${testimonials.nome}`,
      nota: sql<number>`${testimonials.nota}`,
      texto: sql<string>`${testimonials.texto}`,
      resposta: testimonials.resposta,
      count: sql<number>`(count(*) over ())::int`,
      average: sql<number>`avg(${testimonials.nota}) over ()`.mapWith(Number),
    })
    .from(testimonials)
    .where(and(eq(testimonials.postId, sql.placeholder("postId")), isShown))
    .orderBy(desc(testimonials.publishedAt), desc(testimonials.id))
    .limit(maxShown)
    .prepare("shown_testimonials"),
);

export async function listShownTestimonials(db: Db, postId: string): Promise<ShownTestimonials> {
  const rows = await shownOf(db).execute({ postId });
  const { count, average } = rows[0] ?? noTestimonials;
  return { list: rows.map(({ count: _, average: __, ...row }) => row), count, average };
}
