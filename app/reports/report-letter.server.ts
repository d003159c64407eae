import { and, isNull, sql } from "drizzle-orm";
import type { Transaction } from "../db/client.server.ts";
import { reports } from "../db/operation-schema.ts";
import { queueOperatorMail } from "../mail/outbox.server.ts";
import { type ReportReason, reportReasons } from "./report.ts";
import type { ReportDesk } from "./report-desk.server.ts";

const secondsBetweenLetters = 3600;

const mostListed = 40;

/** Queues at most one e-mail an hour, from any site. Returns how many reports it announces. */
export async function announceReports({
  db,
  siteEmail,
  mailedSiteUrl,
}: Omit<ReportDesk, "hashAddress">): Promise<number> {
  const isWaiting = and(isNull(reports.announcedAt), isNull(reports.settledAt));
  if ((await db.$count(reports, isWaiting)) === 0) return 0;
  return db.transaction(async (tx) => {
    if (!(await takeTurn(tx))) return 0;
    const announced = await tx
      .update(reports)
      .set({ announcedAt: sql`now()` })
      .where(isWaiting)
      .returning({ postId: reports.postId, title: reports.title, motivo: reports.motivo });
    if (announced.length === 0) return 0;
    await queueOperatorMail(tx, {
      to: siteEmail,
      subject: announced.length === 1 ? "Denúncia de um anúncio" : `${announced.length} denúncias`,
      text: letterText(announced, mailedSiteUrl),
    });
    return announced.length;
  });
}

/** A row among the rate limits; a second site waits for the first one's transaction. */
async function takeTurn(tx: Transaction): Promise<boolean> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { rowCount } = await tx.execute(sql`
    insert into rate_limits (key, points, expire)
    values ('report-letter', 1, ${now} + ${secondsBetweenLetters * 1000}::bigint)
    on conflict (key) do update set expire = excluded.expire where rate_limits.expire <= ${now}`);
  return rowCount === 1;
}

function letterText(
  announced: readonly { postId: string; title: string; motivo: string }[],
  site: string,
): string {
  const listings = [...Map.groupBy(announced, ({ postId }) => postId)];
  const listed = listings.slice(0, mostListed).map(([postId, own]) => {
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
