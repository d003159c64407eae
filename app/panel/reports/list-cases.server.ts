import type { Db } from "../../db/client.server.ts";
import { listLookalikes } from "../../reports/lookalikes.server.ts";
import { listOpenReports } from "../../reports/reports.server.ts";
import { listWaitingQuestions } from "../questions/waiting-questions.server.ts";
import { listWaitingTestimonials } from "../testimonials/judged-testimonials.server.ts";
import { listCopiedAds } from "./copied-photos.server.ts";

/** Lists what is in the queue 'Para resolver', by the anchors of its parts. */
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
