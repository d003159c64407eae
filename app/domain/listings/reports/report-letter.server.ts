import { and, isNull, sql } from "drizzle-orm";
import { reports } from "../../../platform/db/operation-schema.ts";
import { takeLetterTurn } from "../../../platform/mail/letter-turn.server.ts";
import { typed } from "../../../platform/mail/letter-words.ts";
import { queueOperatorMail } from "../../../platform/mail/outbox.server.ts";
import { describeReason } from "./report.ts";
import type { ReportIntake } from "./report-intake.server.ts";

const secondsBetweenLetters = 3600;

const maxListed = 40;

/** Queues at most one e-mail an hour, from any site. Returns how many reports it announces. */
export async function announceReports({
  db,
  operatorEmail,
  mailedSiteUrl,
}: ReportIntake): Promise<number> {
  const isWaiting = and(isNull(reports.announcedAt), isNull(reports.settledAt));
  if ((await db.$count(reports, isWaiting)) === 0) return 0;
  return db.transaction(async (tx) => {
    if (!(await takeLetterTurn(tx, "report-letter", secondsBetweenLetters))) return 0;
    const announced = await tx
      .update(reports)
      .set({ announcedAt: sql`now()` })
      .where(isWaiting)
      .returning({
        postId: reports.postId,
        testimonialId: reports.testimonialId,
        title: reports.title,
        motivo: reports.motivo,
      });
    if (announced.length === 0) return 0;
    await queueOperatorMail(tx, {
      to: operatorEmail,
      subject:
        announced.length === 1
          ? `Denúncia de um ${announced[0]?.testimonialId ? "depoimento" : "anúncio"}`
          : `${announced.length} denúncias`,
      text: letterText(announced, mailedSiteUrl),
      button: {
        label: "Abrir a fila",
        url: `${mailedSiteUrl}/operador/${announced.every(({ testimonialId }) => testimonialId) ? "depoimentos" : "denuncias"}`,
      },
    });
    return announced.length;
  });
}

function letterText(
  announced: readonly {
    postId: string;
    testimonialId: string | null;
    title: string;
    motivo: string;
  }[],
  site: string,
): string {
  const listings = [...Map.groupBy(announced, ({ postId }) => postId)];
  const listed = listings.slice(0, maxListed).map(([postId, own]) => {
    const reasons = Map.groupBy(own, ({ motivo, testimonialId }) =>
      testimonialId ? `Depoimento: ${describeReason(motivo)}` : describeReason(motivo),
    );
    const lines = [...reasons].map(([words, { length }]) => {
      return length === 1 ? `- ${words}` : `- ${words} (${length} vezes)`;
    });
    return `${typed(own[0]?.title ?? "")}\n${site}/posts/${postId}\n${lines.join("\n")}\n`;
  });
  const others = listings.length - listed.length;
  if (others > 0) listed.push(`E mais ${others} na fila.\n`);
  const queues = [
    announced.some(({ testimonialId }) => !testimonialId) && `${site}/operador/denuncias`,
    announced.some(({ testimonialId }) => testimonialId) && `${site}/operador/depoimentos`,
  ].filter(Boolean);
  return `Chegaram denúncias:

${listed.join("\n")}
Leia e resolva em ${queues.join(" e ")}

Mandamos no máximo um aviso por hora; as denúncias que chegarem até lá vêm juntas no próximo.

Mar de Minas
`;
}
