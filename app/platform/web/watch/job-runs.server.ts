import { asc, eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../db/client.server.ts";
import { jobRuns } from "../../db/operation-schema.ts";

/** Names in the order of the panel, as the operator calls the jobs. */
export const jobNames = {
  backup: "Backup",
  worker: "Processos do site",
  "plan-ends": "Fim dos planos",
  "check-letters": "Fim das conferências",
  "photo-sweep": "Limpeza das fotos",
  purge: "Limpeza do banco",
  "calendar-reminders": "Lembretes de calendário",
  "month-letters": "Números do mês",
  "report-letter": "Aviso de denúncias",
  "alert-matches": "Procura para os avisos",
  "alert-letters": "E-mails dos avisos",
  "audit-journal": "Cópia do registro",
  witness: "Testemunha do banco",
  "upkeep-letter": "Aviso ao operador",
} as const;

export type JobName = keyof typeof jobNames;

export interface JobRun {
  job: JobName;
  succeededAt: Date | null;
  failedAt: Date | null;
  error: string;
  failures: number;
}

const maxErrorLength = 500;

export async function recordSuccess(db: Db, job: JobName): Promise<void> {
  await db
    .insert(jobRuns)
    .values({ job, succeededAt: sql`now()` })
    .onConflictDoUpdate({ target: jobRuns.job, set: { succeededAt: sql`now()` } });
}

/** Records a failure; `error` contains nothing personal. */
export async function recordFailure(db: Db, job: JobName, error: string): Promise<void> {
  const failed = { failedAt: sql`now()`, error: error.slice(0, maxErrorLength) };
  await db
    .insert(jobRuns)
    .values({ job, ...failed, failures: 1 })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { ...failed, failures: sql`${jobRuns.failures} + 1` },
    });
}

export async function findRun(db: Db, job: JobName): Promise<JobRun | null> {
  const [row] = await db.select().from(jobRuns).where(eq(jobRuns.job, job));
  return row ? { ...row, job } : null;
}

/** Lists jobs that have run, or failed, at least once. */
export async function listRuns(db: Db | Transaction): Promise<JobRun[]> {
  const rows = await db.select().from(jobRuns).orderBy(asc(jobRuns.job));
  const known = Object.keys(jobNames) as JobName[];
  return known.flatMap((job) => rows.flatMap((row) => (row.job === job ? [{ ...row, job }] : [])));
}

/** True if a job failed last, and has not succeeded since. */
export function isFailing({ succeededAt, failedAt }: JobRun): boolean {
  return failedAt !== null && (succeededAt === null || succeededAt < failedAt);
}
