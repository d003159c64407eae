import type { Db } from "../../db/client.server.ts";
import { countLookalikes } from "../../reports/lookalikes.server.ts";
import { countOpenReports } from "../../reports/reports.server.ts";
import { countWaitingQuestions } from "../questions/waiting-questions.server.ts";
import { countWaitingTestimonials } from "../testimonials/judged-testimonials.server.ts";
import { countCopiedAds } from "./copied-photos.server.ts";

/** Counts the cards of the queue 'Para resolver', by the anchors of its parts. */
export async function countCases(db: Db) {
  const [denuncias, fotos, telefones, perguntas, depoimentos] = await Promise.all([
    countOpenReports(db),
    countCopiedAds(db),
    countLookalikes(db),
    countWaitingQuestions(db),
    countWaitingTestimonials(db),
  ]);
  return { denuncias, fotos, telefones, perguntas, depoimentos };
}
