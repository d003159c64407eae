import { eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../db/client.server.ts";
import { jobRuns } from "../../db/operation-schema.ts";

/** The jobs' Portuguese titles by stored name, in the order of the panel. */
export type JobTitles = Readonly<Record<string, string>>;

export interface JobRun {
  job: string;
  succeededAt: Date | null;
  failedAt: Date | null;
  error: string;
  failures: number;
}

const maxErrorLength = 500;

export async function recordSuccess(db: Db, job: string): Promise<void> {
  await db
    .insert(jobRuns)
    .values({ job, succeededAt: sql`now()` })
    .onConflictDoUpdate({ target: jobRuns.job, set: { succeededAt: sql`now()` } });
}

/** Records a failure; `error` contains nothing personal. */
export async function recordFailure(db: Db, job: string, error: string): Promise<void> {
  const failed = { failedAt: sql`now()`, error: error.slice(0, maxErrorLength) };
  await db
    .insert(jobRuns)
    .values({ job, ...failed, failures: 1 })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { ...failed, failures: sql`${jobRuns.failures} + 1` },
    });
}

export async function findRun(db: Db, job: string): Promise<JobRun | null> {
  const [row] = await db.select().from(jobRuns).where(eq(jobRuns.job, job));
  return row ?? null;
}

export interface TitledRun extends JobRun {
  title: string;
}

/** Lists jobs that have run, or failed, at least once; those without a title are no longer the site's. */
export async function listRuns(db: Db | Transaction, titles: JobTitles): Promise<TitledRun[]> {
  const rows = await db.select().from(jobRuns);
  return Object.entries(titles).flatMap(([job, title]) =>
    rows.flatMap((row) => (row.job === job ? [{ ...row, title }] : [])),
  );
}

/** True if a job failed last, and has not succeeded since. */
export function isFailing({ succeededAt, failedAt }: JobRun): boolean {
  return failedAt !== null && (succeededAt === null || succeededAt < failedAt);
}
