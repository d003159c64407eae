import { and, eq, like, lt, not, sql } from "drizzle-orm";
import { createContext } from "react-router";
import { feeds } from "../../platform/db/calendar-schema.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { photos, users } from "../../platform/db/schema.ts";
import type { FreeSpace } from "../../platform/web/disk/free-space.server.ts";
import {
  isFailing,
  type JobTitles,
  listRuns,
  type TitledRun,
} from "../../platform/web/watch/job-runs.server.ts";
import { formatInstant } from "../when.ts";

export const jobTitlesContext = createContext<JobTitles>();

/** Work that background rounds have still to do. */
export interface Backlog {
  photoSizes: number;
  /** Feeds that have been due for more than an hour. */
  feeds: number;
}

const hourAgo = sql`now() - interval '1 hour'`;
const maxBackupAgeHours = 26;
const alarmingHours = 24;
/** Days within which a new site, or one just restored, makes its first backup. */
const graceDays = 3;

/** Counts the work, each kind up to `most`. */
export async function countBacklog(db: Db | Transaction, most = 100_000): Promise<Backlog> {
  return {
    photoSizes: await db.$count(
      db.select({ id: photos.id }).from(photos).where(and(photos.sizesDue)).limit(most).as("due"),
    ),
    feeds: await db.$count(
      db
        .select({ id: feeds.id })
        .from(feeds)
        .where(lt(feeds.nextReadingAt, hourAgo))
        .limit(most)
        .as("due"),
    ),
  };
}

/** Lists in sentences what the operator has to see to; empty if all is well. */
export async function listProblems(
  db: Db,
  disk: FreeSpace,
  titles: JobTitles,
  now = new Date(),
): Promise<string[]> {
  const [runs, backlog, lostMails, lateSizes, isUnsaved] = await Promise.all([
    listRuns(db, titles),
    countBacklog(db),
    db.$count(outbox, eq(outbox.state, "failed")),
    db.$count(photos, and(photos.sizesDue, lt(photos.createdAt, hourAgo))),
    holdsOldAccounts(db, now),
  ]);
  const problems = runs.flatMap((run) => problemOf(run, now) ?? []);
  if (isUnsaved && !runs.some(({ job, succeededAt }) => job === "backup" && succeededAt)) {
    problems.push("Este banco ainda não tem nenhum backup bom: npm run operador -- backup");
  }
  if (disk.isLow) problems.push("O disco está quase cheio: fotos novas são recusadas.");
  if (lostMails > 0) problems.push(`E-mails que desistimos de enviar: ${lostMails}.`);
  if (backlog.feeds > 0) {
    problems.push(`Calendários de outros sites atrasados há mais de uma hora: ${backlog.feeds}.`);
  }
  if (lateSizes > 0) {
    problems.push(`Fotos à espera de tamanhos há mais de uma hora: ${lateSizes}.`);
  }
  return problems;
}

/**
 * True if the site has held somebody's confirmed account for days, and so has something to lose:
 * sample advertisers, whose addresses are nobody's, don't count.
 */
async function holdsOldAccounts(db: Db, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - graceDays * 86_400_000);
  const isOld = and(users.emailVerified, lt(users.createdAt, since));
  const isReal = not(like(users.email, "%@example.com"));
  const found = await db.select({ id: users.id }).from(users).where(and(isOld, isReal)).limit(1);
  return found.length > 0;
}

function problemOf(run: TitledRun, now: Date): string | null {
  const { job, title, succeededAt, failedAt, error } = run;
  const hoursSince = (at: Date) => (now.getTime() - at.getTime()) / 3_600_000;
  const failure = failedAt && `${formatInstant(failedAt)}: ${error}`;
  if (job === "worker") {
    if (!failedAt || hoursSince(failedAt) >= alarmingHours) return null;
    return `Um processo do site terminou sem aviso e foi trocado por outro em ${failure}`;
  }
  if (isFailing(run)) return `${title} falhou em ${failure}`;
  if (job === "backup" && succeededAt && hoursSince(succeededAt) > maxBackupAgeHours) {
    return `O último backup bom é de ${formatInstant(succeededAt)}.`;
  }
  return null;
}
