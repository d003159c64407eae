import { listLookalikes } from "../../domain/listings/reports/lookalikes.server.ts";
import { listOpenReports } from "../../domain/listings/reports/reports.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { listWaitingQuestions } from "../questions/waiting-questions.server.ts";
import { listWaitingTestimonials } from "../testimonials/judged-testimonials.server.ts";
import { listCopiedAds } from "./copied-ads.server.ts";

/** Lists the cases in the queue 'Para resolver', by the anchors of its parts. */
export async function listCases(db: Db) {
  const [denuncias, fotos, telefones, perguntas, depoimentos] = await Promise.all([
    listOpenReports(db),
    listCopiedAds(db),
    listLookalikes(db),
    listWaitingQuestions(db),
    listWaitingTestimonials(db),
  ]);
  return { denuncias, fotos, telefones, perguntas, depoimentos };
}
