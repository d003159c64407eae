import type { PhotoStore } from "../../domain/photos/store.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { takeLetterTurn } from "../../platform/mail/letter-turn.server.ts";
import { queueOperatorMail } from "../../platform/mail/outbox.server.ts";
import type { JobTitles } from "../../platform/web/watch/job-runs.server.ts";
import { listProblems } from "./upkeep.server.ts";

const secondsBetweenLetters = 24 * 3600;

interface WatchedSite {
  db: Db;
  photoStore: Pick<PhotoStore, "freeSpace">;
  /** The operator's address (SITE_EMAIL); null if not set. */
  siteEmail: string | null;
  mailedSiteUrl: string;
}

/** Queues at most one e-mail a day, from any site. Returns how many problems it names. */
export async function sendUpkeepLetter(
  { db, photoStore, siteEmail, mailedSiteUrl }: WatchedSite,
  titles: JobTitles,
): Promise<number> {
  if (!siteEmail) return 0;
  const problems = await listProblems(db, await photoStore.freeSpace(), titles);
  if (problems.length === 0) return 0;
  return db.transaction(async (tx) => {
    if (!(await takeLetterTurn(tx, "upkeep-letter", secondsBetweenLetters))) return 0;
    await queueOperatorMail(tx, {
      to: siteEmail,
      subject: "O Mar de Minas precisa de você",
      button: { label: "Abrir o painel", url: `${mailedSiteUrl}/operador` },
      text: `Isto precisa das suas mãos:

${problems.map((problem) => `- ${problem}`).join("\n")}

Veja tudo em ${mailedSiteUrl}/operador

Mandamos no máximo um aviso destes por dia.

Mar de Minas
`,
    });
    return problems.length;
  });
}
