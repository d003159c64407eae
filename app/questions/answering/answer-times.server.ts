import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { prepareOnce } from "../../db/prepared.server.ts";
import { questions } from "../../db/question-schema.ts";
import { countOf } from "../../ui/words.ts";

const windowDays = 90;
const minAnswered = 5;

/** Hours that an ad may state, rounding up. */
const statedHours = [1, 3, 12, 24];

const timesOf = prepareOnce((db) =>
  db
    .select({
      answered: sql<number>`count(*)::int`,
      seconds: sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from ${questions.answeredAt} - ${questions.deliveredAt}))`.mapWith(
        Number,
      ),
    })
    .from(questions)
    .where(
      sql`${questions.uid} = ${sql.placeholder("uid")}
        and ${questions.answeredAt} > now() - ${sql.raw(String(windowDays))} * interval '1 day'`,
    )
    .prepare("answer_times_of"),
);

/**
 * Says "Costuma responder em até 3 horas", from five answers within 90 days on: their median, rounded up.
 * Null for fewer, and for someone slower than a day: nobody is shamed.
 */
export async function describeAnswerTime(db: Db, uid: string): Promise<string | null> {
  const [times] = await timesOf(db).execute({ uid });
  if (!times || times.answered < minAnswered) return null;
  const hours = statedHours.find((most) => (times.seconds ?? Infinity) <= most * 3_600);
  return hours === undefined ? null : `Costuma responder em até ${countOf(hours, "hora")}`;
}
