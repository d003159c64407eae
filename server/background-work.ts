import { createFeedRounds } from "../app/domain/feeds/rounds/feed-rounds.server.ts";
import { createSizeRounds } from "../app/domain/photos/size-rounds.server.ts";
import { prepareSearch } from "../app/domain/search/search.server.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import {
  findRun,
  recordFailure,
  recordSuccess,
} from "../app/platform/web/watch/job-runs.server.ts";
import { createRounds, type Rounds } from "../app/platform/web/watch/rounds.server.ts";
import type { Site } from "./create-site.ts";
import { hourMs, type Job, jobs } from "./jobs.ts";
import { summarizeError } from "./logger.ts";
import { type Role, soleRole } from "./workers/worker-messages.ts";

/** Time between the first runs of two jobs, so that they don't compete at the start. */
const spreadMs = 1_000;

/**
 * Starts background work: in every process visit counts and the search index, and, if its role is to
 * run the jobs, those too. Returns a function that stops it and waits for work in progress.
 */
export function startWork(
  site: Site,
  { runsJobs, replaces }: Pick<Role, "runsJobs" | "replaces"> = soleRole,
): () => Promise<void> {
  if (replaces) void recordFailure(site.db, "worker", replaces).catch(() => undefined);
  site.visitCounter.start();
  const preparing = prepareSearch(site.db).catch((error) =>
    // The first search tries again.
    site.log.warn({ err: error }, "search index not preloaded"),
  );
  const stopJobs = runsJobs ? startJobs(site) : null;
  return async () => {
    await Promise.all([site.sender.stop(), site.visitCounter.stop(), stopJobs?.(), preparing]);
  };
}

function startJobs(site: Site): () => Promise<void> {
  const { db, log } = site;
  const rounds = [
    createFeedRounds(db, site.calendarFeeds, log),
    createSizeRounds(site, log),
    ...jobs.map((job, n) => createJobRounds(site, job, n * spreadMs)),
  ];
  for (const round of [site.sender, ...rounds]) round.start();
  return async () => {
    await Promise.all(rounds.map((round) => round.stop()));
  };
}

function createJobRounds(site: Site, job: Job, firstMs: number): Rounds {
  const { db, log } = site;
  const { name, everyMs = hourMs, isForEachSite, run, failure } = job;
  async function runOnceDue(): Promise<number | null> {
    const waitMs = isForEachSite ? 0 : await findWait(db, name, everyMs);
    if (waitMs > 0) return waitMs;
    try {
      await run(site);
      await recordSuccess(db, name);
    } catch (error) {
      // Only the log learns of it while the database is away.
      await recordFailure(db, name, summarizeError(error)).catch(() => undefined);
      throw error;
    }
    return null;
  }
  return createRounds(runOnceDue, { firstMs, everyMs, log, failure });
}

/** Milliseconds to wait since the last success on any site, or of an earlier start. */
async function findWait(db: Db, name: string, everyMs: number): Promise<number> {
  const run = await findRun(db, name);
  const sinceMs = run?.succeededAt ? Date.now() - run.succeededAt.getTime() : everyMs;
  // A clock set back must not postpone it further.
  return Math.min(everyMs - sinceMs, everyMs);
}
