import { and, isNull, sql } from "drizzle-orm";
import { reports } from "../db/operation-schema.ts";
import { takeLetterTurn } from "../mail/letter-turn.server.ts";
import { queueOperatorMail } from "../mail/outbox.server.ts";
import { type ReportReason, reportReasons } from "./report.ts";
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
      .returning({ postId: reports.postId, title: reports.title, motivo: reports.motivo });
    if (announced.length === 0) return 0;
    await queueOperatorMail(tx, {
      to: operatorEmail,
      subject: announced.length === 1 ? "Denúncia de um anúncio" : `${announced.length} denúncias`,
      text: letterText(announced, mailedSiteUrl),
    });
    return announced.length;
  });
}

function letterText(
  announced: readonly { postId: string; title: string; motivo: string }[],
  site: string,
): string {
  const listings = [...Map.groupBy(announced, ({ postId }) => postId)];
  const listed = listings.slice(0, maxListed).map(([postId, own]) => {
    const reasons = Map.groupBy(own, ({ motivo }) => motivo);
    const lines = [...reasons].map(([motivo, { length }]) => {
      const words = reportReasons[motivo as ReportReason] ?? motivo;
      return length === 1 ? `- ${words}` : `- ${words} (${length} vezes)`;
    });
    return `${own[0]?.title}\n${site}/posts/${postId}\n${lines.join("\n")}\n`;
  });
  const others = listings.length - listed.length;
  if (others > 0) listed.push(`E mais ${others} na fila.\n`);
  return `Chegaram denúncias de visitantes:

${listed.join("\n")}
Leia e resolva em ${site}/operador/denuncias

Mandamos no máximo um aviso por hora; as denúncias que chegarem até lá vêm juntas no próximo.

Mar de Minas
`;
}
