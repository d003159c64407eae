import { sql } from "drizzle-orm";
import { countOf } from "../../../platform/ui/words.ts";

const windowDays = 90;
const minAnswered = 5;

/** Hours that an ad may state, rounding up. */
const statedHours = [1, 3, 12, 24];

interface AnswerTimes {
  /** Questions answered lately. */
  answered: number;
  /** Median time to answer; null without answers. */
  seconds: number | null;
}

/** Column for a query on `users`: how fast an advertiser has been answering. */
export const answerTimesColumn = sql<AnswerTimes>`(
  select json_build_object(
    'answered', count(*),
    'seconds', percentile_cont(0.5) within group (
      order by extract(epoch from "answeredAt" - "deliveredAt")))
  from questions
  where questions.uid = users.id
    and "answeredAt" > now() - ${sql.raw(String(windowDays))} * interval '1 day')`;

/**
 * Says "Costuma responder em até 3 horas", from five answers within 90 days on: their median, rounded up.
 * Null for fewer, and for someone slower than a day: nobody is shamed.
 */
export function describeAnswerTime({ answered, seconds }: AnswerTimes): string | null {
  if (answered < minAnswered) return null;
  const hours = statedHours.find((most) => (seconds ?? Infinity) <= most * 3_600);
  return hours === undefined ? null : `Costuma responder em até ${countOf(hours, "hora")}`;
}
