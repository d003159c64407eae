import { endPlans } from "../app/accounts/plans/plan-ends.server.ts";
import { createFeedRounds } from "../app/feeds/rounds/feed-rounds.server.ts";
import { finishDeletions } from "../app/listings/deletion.server.ts";
import { remindOwners } from "../app/owner/calendar/reminders.server.ts";
import { sendUpkeepLetter } from "../app/panel/today/upkeep-letter.server.ts";
import { createSizeRounds } from "../app/photos/size-rounds.server.ts";
import { sweepPhotos } from "../app/photos/sweep.server.ts";
import { purgeExpired } from "../app/privacy/purge.server.ts";
import { announceReports } from "../app/reports/report-letter.server.ts";
import { prepareSearch } from "../app/search/search.server.ts";
import { createCardRounds } from "../app/share-cards/card-rounds.server.ts";
import { sweepCards } from "../app/share-cards/sweep-cards.server.ts";
import { createAuditJournal } from "../app/site/watch/audit-journal.server.ts";
import { type JobName, recordFailure, recordSuccess } from "../app/site/watch/job-runs.server.ts";
import { sendMonthNumbers } from "../app/visits/month-letters.server.ts";
import { summarizeError } from "./log.ts";
import { printSampleProgress } from "./sample-progress.ts";
import type { Site } from "./site.ts";
import { type Role, soleRole } from "./workers/worker-messages.ts";

const hourMs = 60 * 60 * 1000;
const reportIntervalMs = 5 * 60 * 1000;
/** A database set back by less than this isn't noticed. */
const witnessIntervalMs = 60 * 1000;
const journalIntervalMs = 60 * 1000;

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
  site.sender.start();
  const rounds = [
    createFeedRounds(site.db, site.calendarFeeds, site.log),
    createCardRounds(site, site.log),
    createSizeRounds(site, site.log),
  ];
  for (const round of rounds) round.start();
  const stopping = new AbortController();
  const progress = printSampleProgress(site, stopping.signal);
  const stopHourly = repeat(hourMs, () => runAll(site, hourlyJobs));
  const journal: Job = {
    name: "audit-journal",
    run: createAuditJournal(site.db, site.log),
    failure: "audit log not copied",
  };
  const stopJournal = repeat(journalIntervalMs, () => runAll(site, [journal]));
  const stopReports = repeat(reportIntervalMs, () => runAll(site, [reportAnnouncement]));
  const stopWitness = repeat(witnessIntervalMs, () => runAll(site, [witness]));
  // Days may have passed since the site was stopped.
  const starting = runAll(site, [planEnds, witness]);
  return async () => {
    stopping.abort();
    await Promise.all([
      ...rounds.map((round) => round.stop()),
      progress,
      starting,
      stopHourly(),
      stopJournal(),
      stopReports(),
      stopWitness(),
    ]);
  };
}

/** Returns a function that stops it and waits for the last run. */
function repeat(intervalMs: number, run: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = run();
  }, intervalMs);
  return () => {
    clearInterval(timer);
    return running;
  };
}

interface Job {
  name: JobName;
  run: (site: Site) => Promise<void>;
  /** Logged if it fails; the next run tries again. */
  failure: string;
}

async function runAll(site: Site, jobs: readonly Job[]): Promise<void> {
  await Promise.all(
    jobs.map(async ({ name, run, failure }) => {
      try {
        await run(site);
        await recordSuccess(site.db, name);
      } catch (error) {
        site.log.warn({ err: error }, failure);
        // While the database is away, the log has to do.
        await recordFailure(site.db, name, summarizeError(error)).catch(() => undefined);
      }
    }),
  );
}

const planEnds: Job = {
  name: "plan-ends",
  async run(site) {
    const changes = await endPlans(site);
    if (Object.values(changes).some((count) => count > 0)) {
      site.log.info(changes, "ending plans processed");
    }
  },
  failure: "ending plans not processed",
};

const hourlyJobs: readonly Job[] = [
  planEnds,
  {
    name: "photo-sweep",
    async run({ db, photoStore, log }) {
      await finishDeletions(db, photoStore, { isStarting: false });
      log.info(await sweepPhotos(db, photoStore), "photos swept");
      log.info({ cards: await sweepCards(db, photoStore) }, "share cards swept");
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
];

/** Announces reports that arrived within an hour of the last letter, and so had to wait. */
const reportAnnouncement: Job = {
  name: "report-letter",
  async run(site) {
    const announced = await announceReports(site);
    if (announced > 0) site.log.info({ reports: announced }, "reports announced");
  },
  failure: "reports not announced",
};

const witness: Job = {
  name: "witness",
  run: (site) => site.witness.remember(),
  failure: "state of the database not remembered",
};
