import { endPlans } from "../app/domain/accounts/plans/plan-ends.server.ts";
import { createFeedRounds } from "../app/domain/feeds/rounds/feed-rounds.server.ts";
import { sendCheckLetters } from "../app/domain/listings/checks/check-letters.server.ts";
import { finishDeletions } from "../app/domain/listings/deletion.server.ts";
import { announceReports } from "../app/domain/listings/reports/report-letter.server.ts";
import { sendMonthNumbers } from "../app/domain/listings/visits/month-letters.server.ts";
import { createSizeRounds } from "../app/domain/photos/size-rounds.server.ts";
import { sweepPhotos } from "../app/domain/photos/sweep.server.ts";
import { purgeExpired } from "../app/domain/privacy/purge.server.ts";
import { sendAlertLetters } from "../app/domain/search/alerts/alert-letters.server.ts";
import { matchChanges } from "../app/domain/search/alerts/alert-matches.server.ts";
import { prepareSearch } from "../app/domain/search/search.server.ts";
import { remindOwners } from "../app/owner/calendar/reminders.server.ts";
import { sendUpkeepLetter } from "../app/panel/today/upkeep-letter.server.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import { createAuditJournal } from "../app/platform/web/watch/audit-journal.server.ts";
import {
  findRun,
  type JobName,
  recordFailure,
  recordSuccess,
} from "../app/platform/web/watch/job-runs.server.ts";
import { createRounds, type Rounds } from "../app/platform/web/watch/rounds.server.ts";
import type { Site } from "./create-site.ts";
import { summarizeError } from "./logger.ts";
import { printSampleProgress } from "./sample-progress.ts";
import { type Role, soleRole } from "./workers/worker-messages.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

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
  const stopping = new AbortController();
  const progress = printSampleProgress(site, stopping.signal);
  const journal: Job = {
    name: "audit-journal",
    everyMs: minuteMs,
    isForEachSite: true,
    run: createAuditJournal(db, log),
    failure: "audit log not copied",
  };
  const rounds = [
    createFeedRounds(db, site.calendarFeeds, log),
    createSizeRounds(site, log),
    ...[...jobs, journal].map((job, n) => createJobRounds(site, job, n * spreadMs)),
  ];
  for (const round of [site.sender, ...rounds]) round.start();
  return async () => {
    stopping.abort();
    await Promise.all([progress, ...rounds.map((round) => round.stop())]);
  };
}

interface Job {
  name: JobName;
  /** An hour by default. */
  everyMs?: number;
  /** True to run it on each site; if omitted, one site runs it for all. */
  isForEachSite?: boolean;
  run: (site: Site) => Promise<void>;
  failure: string;
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
async function findWait(db: Db, name: JobName, everyMs: number): Promise<number> {
  const run = await findRun(db, name);
  const sinceMs = run?.succeededAt ? Date.now() - run.succeededAt.getTime() : everyMs;
  // A clock set back must not postpone it further.
  return Math.min(everyMs - sinceMs, everyMs);
}

const jobs: readonly Job[] = [
  // A database set back by less than its interval isn't noticed.
  {
    name: "witness",
    everyMs: minuteMs,
    isForEachSite: true,
    run: (site) => site.witness.remember(),
    failure: "state of the database not remembered",
  },
  {
    name: "plan-ends",
    async run(site) {
      const changes = await endPlans(site);
      if (Object.values(changes).some((count) => count > 0)) {
        site.log.info(changes, "ending plans processed");
      }
    },
    failure: "ending plans not processed",
  },
  {
    name: "check-letters",
    async run(site) {
      const sent = await sendCheckLetters(site);
      if (sent > 0) site.log.info({ sent }, "ends of checks e-mailed");
    },
    failure: "ends of checks not e-mailed",
  },
  {
    name: "photo-sweep",
    async run({ db, photoStore, log }) {
      await finishDeletions(db, photoStore, { isStarting: false });
      log.info(await sweepPhotos(db, photoStore), "photos swept");
    },
    failure: "photos not swept",
  },
  {
    name: "purge",
    async run({ db, retention, log }) {
      const purged = await purgeExpired(db, retention);
      if (!purged) return;
      log.info(purged, "expired rows purged");
      // E-mails nobody resent in all that time are lost: warn the operator.
      if (purged.failedMail > 0) log.warn({ mails: purged.failedMail }, "failed e-mails purged");
    },
    failure: "expired rows not purged",
  },
  {
    name: "calendar-reminders",
    async run(site) {
      const reminded = await remindOwners(site);
      if (reminded > 0) site.log.info({ reminded }, "calendar reminders e-mailed");
    },
    failure: "calendar reminders not e-mailed",
  },
  {
    name: "month-letters",
    async run(site) {
      const sent = await sendMonthNumbers(site);
      if (sent > 0) site.log.info({ sent }, "monthly numbers e-mailed");
    },
    failure: "monthly numbers not e-mailed",
  },
  {
    name: "upkeep-letter",
    async run(site) {
      const problems = await sendUpkeepLetter(site);
      if (problems > 0) site.log.info({ problems }, "operator alerted");
    },
    failure: "operator not alerted",
  },
  {
    name: "alert-matches",
    everyMs: minuteMs,
    async run({ db, log }) {
      const matched = await matchChanges(db);
      if (matched > 0) log.info({ listings: matched }, "changed listings matched with alerts");
    },
    failure: "changed listings not matched with alerts",
  },
  {
    name: "alert-letters",
    everyMs: 10 * minuteMs,
    async run(site) {
      const alerts = await sendAlertLetters(site);
      if (alerts > 0) site.log.info({ alerts }, "alerts e-mailed");
    },
    failure: "alerts not e-mailed",
  },
  // Reports that arrived within an hour of the last letter had to wait.
  {
    name: "report-letter",
    everyMs: 5 * minuteMs,
    async run(site) {
      const announced = await announceReports(site);
      if (announced > 0) site.log.info({ reports: announced }, "reports announced");
    },
    failure: "reports not announced",
  },
];
