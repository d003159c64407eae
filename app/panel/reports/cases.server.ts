import type { Db } from "../../db/client.server.ts";
import { countLookalikes } from "../../reports/lookalikes.server.ts";
import { countOpenReports } from "../../reports/reports.server.ts";
import { countWaitingQuestions } from "../questions/waiting-questions.server.ts";
import { countWaitingTestimonials } from "../testimonials/judged-testimonials.server.ts";
import { countCopiedAds } from "./copied-photos.server.ts";

/** Number of cards in the queue 'Para resolver'. */
export async function countCases(db: Db): Promise<number> {
  const counts = await Promise.all([
    countOpenReports(db),
    countCopiedAds(db),
    countLookalikes(db),
    countWaitingQuestions(db),
    countWaitingTestimonials(db),
  ]);
  return counts.reduce((sum, count) => sum + count);
}
