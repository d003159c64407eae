import { and, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { today } from "../calendar/civil-date.ts";
import type { Db } from "../db/client.server.ts";
import { questions } from "../db/question-schema.ts";
import { posts } from "../db/schema.ts";
import type { ListingSummary } from "../listings/listing.ts";
import { listById } from "../listings/listings.server.ts";
import { findSimilar, prepareSearch } from "../search/search.server.ts";
import { queueNudge } from "./letters/visitor-letters.server.ts";
import { nudgeHours, stayOf } from "./question.ts";
import { isUnanswered } from "./questions.server.ts";

const maxSimilar = 4;

/** Also looked at, because some may be the silent advertiser's own. */
const moreSimilar = 8;

export interface NudgeSite {
  db: Db;
  mailedSiteUrl: string;
}

type Question = typeof questions.$inferSelect;

/**
 * Offers visitors whom nobody answered for 48 hours other houses, once. Safe on several sites: whoever marks
 * the row queues its letter, in one transaction. Returns how many letters were queued.
 */
export async function nudgeVisitors(site: NudgeSite, now = new Date()): Promise<number> {
  const isDue = and(
    isUnanswered,
    isNull(questions.nudgedAt),
    lt(questions.deliveredAt, new Date(now.getTime() - nudgeHours * 3_600_000)),
  );
  const due = await site.db.select().from(questions).where(isDue).orderBy(questions.deliveredAt);
  if (due.length === 0) return 0;
  // The answer depends on what is free now.
  await prepareSearch(site.db);
  let queued = 0;
  for (const question of due) {
    const isOver = question.entrada !== null && question.entrada < today(now);
    const similar = isOver ? [] : await listSimilar(site.db, question);
    const isQueued = await site.db.transaction(async (tx) => {
      const { rowCount } = await tx
        .update(questions)
        .set({ nudgedAt: sql`now()` })
        .where(and(eq(questions.id, question.id), isDue));
      // Nobody needs another house for a stay that has begun.
      if (rowCount !== 1 || isOver) return false;
      await queueNudge(tx, site.mailedSiteUrl, question, similar);
      return true;
    });
    if (isQueued) queued += 1;
  }
  return queued;
}

/** Lists other advertisers' houses like the one asked about, free on its dates and large enough. */
async function listSimilar(db: Db, question: Question): Promise<ListingSummary[]> {
  const [listing] = await db
    .select({
      id: posts.id,
      localizacao: posts.localizacao,
      valorFds: posts.valorFds,
      quantidadeMaximaPessoas: posts.quantidadeMaximaPessoas,
    })
    .from(posts)
    .where(eq(posts.id, question.postId));
  if (!listing) return [];
  const inquiry = { stay: stayOf(question), people: question.pessoas };
  const found = (await findSimilar(db, listing, inquiry, maxSimilar + moreSimilar)) ?? [];
  const ofOthers = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(inArray(posts.id, found), ne(posts.uid, question.uid)));
  const ids = new Set(ofOthers.map(({ id }) => id));
  return (
    await listById(
      db,
      found.filter((id) => ids.has(id)),
    )
  ).slice(0, maxSimilar);
}
