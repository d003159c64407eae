import { join } from "node:path";
import type { Logger } from "pino";
import { type Auth, createAuth } from "../app/accounts/auth.server.ts";
import { endPlans } from "../app/accounts/plans/plan-ends.server.ts";
import { createFeedRounds } from "../app/calendar/feed-rounds/feed-rounds.server.ts";
import {
  type CalendarFeeds,
  createCalendarFeeds,
  feedLimits,
} from "../app/calendar/feeds/calendar-feeds.server.ts";
import { listenForChanges, TransactionPooling } from "../app/db/changes.server.ts";
import {
  type Db,
  migrateDatabase,
  openConnections,
  openDatabase,
} from "../app/db/client.server.ts";
import { checkDatabase, type DatabaseHealth } from "../app/db/health.server.ts";
import { readOrCreateSecret } from "../app/db/kept-secret.server.ts";
import { finishDeletions } from "../app/listings/deletion.server.ts";
import { tagsOfListing } from "../app/listings/listing-tags.ts";
import { createMailer, fallbackSiteEmail } from "../app/mail/mailer.server.ts";
import { createSender, type Sender } from "../app/mail/sender.server.ts";
import { createSignedLinks, type SignedLinks } from "../app/mail/signed-links.server.ts";
import { remindOwners } from "../app/owner-calendar/reminders.server.ts";
import { openPhotoStore } from "../app/photos/open-store.server.ts";
import { createSizeRounds } from "../app/photos/size-rounds.server.ts";
import type { PhotoStore } from "../app/photos/store.server.ts";
import { sweepPhotos } from "../app/photos/sweep.server.ts";
import { purgeExpired } from "../app/privacy/purge.server.ts";
import { createAddressHash, type ReportDesk } from "../app/reports/report-desk.server.ts";
import { announceReports } from "../app/reports/report-letter.server.ts";
import { fillEmptySite, sampleLogin } from "../app/samples/samples.server.ts";
import { prepareSearch } from "../app/search/search.server.ts";
import { createCardRounds } from "../app/share-cards/card-rounds.server.ts";
import { type CardFonts, readCardFonts } from "../app/share-cards/draw-card.server.ts";
import { sweepCards } from "../app/share-cards/sweep-cards.server.ts";
import { createRateLimits, type RateLimits } from "../app/site/rate-limit.server.ts";
import type { Retention } from "../app/site/site.server.ts";
import { sendMonthNumbers } from "../app/visits/month-letters.server.ts";
import { createVisitCounter, type VisitCounter } from "../app/visits/visit-counter.server.ts";
import { type Config, localAddress } from "./config.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";
import { type RouteTable, readRouteTable } from "./route-table.ts";
import { printSampleProgress } from "./sample-progress.ts";
import { type Role, soleRole } from "./workers/worker-messages.ts";

export interface Site {
  db: Db;
  databaseHealth: DatabaseHealth;
  auth: Auth;
  photoStore: PhotoStore;
  illustrationsDir: string;
  sender: Sender;
  visitCounter: VisitCounter;
  calendarFeeds: CalendarFeeds;
  cardFonts: CardFonts;
  signedLinks: SignedLinks;
  rateLimits: RateLimits;
  pageCache: PageCache | null;
  routeTable: RouteTable;
  contact: Config["contact"];
  operatorEmail: string;
  hashAddress: ReportDesk["hashAddress"];
  siteUrl: string | null;
  /** For e-mails; with PORT=0 it is set again once the real port is known. */
  mailedSiteUrl: string;
  retention: Retention;
  log: Logger;
  metrics: Metrics;
  metricsToken: string | null;
  trustedProxies: Config["trustedProxies"];
  sampleLogin: { email: string; password: string } | null;
  /** Makes /healthz fail, so that proxies send no more requests. */
  isStopping: boolean;
  close: () => Promise<void>;
}

/**
 * If its role is to prepare the site, migrates the database and adds sample listings to an empty
 * site unless DEMO=0. `programDir` has the program's own files, such as migrations.
 */
export async function openSite(
  config: Omit<Config, "host" | "workers" | "databaseUrl" | "logLevel">,
  databaseUrl: string,
  log: Logger,
  programDir: string,
  { prepares }: Pick<Role, "prepares"> = soleRole,
): Promise<Site> {
  const photoStore = await openPhotoStore(config.dataDir, config.photos);
  const { db, close } = openDatabase(databaseUrl, (error) =>
    log.warn({ err: error }, "database connection lost"),
  );
  if (prepares) {
    await migrateDatabase(db, join(programDir, "db", "migrations"));
    const finished = await finishDeletions(db, photoStore, { isStarting: true });
    if (finished > 0) log.info({ listings: finished }, "interrupted deletions finished");
  }

  const illustrationsDir = join(programDir, "illustrations");
  const secret = config.authSecret ?? (await readAuthSecret(config.dataDir, log));
  const auth = createAuth(db, { secret, siteUrl: config.siteUrl });
  if (config.demo && prepares) {
    const filled = await fillEmptySite({ db, auth, secret }, illustrationsDir);
    if (filled > 0) log.info({ listings: filled }, "empty site filled with sample listings");
  }
  // In development pages change with their source.
  const keepsPages = config.pageCacheBytes > 0 && !import.meta.env.DEV;
  const pageCache = keepsPages ? createPageCache(config.pageCacheBytes) : null;
  const { routes } = await import("virtual:react-router/server-build");
  const stopListening = pageCache && dropOnChanges(pageCache, databaseUrl, log);
  const siteEmail = config.contact.email ?? fallbackSiteEmail;
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    service: config.emailService,
    outboxDir: join(config.dataDir, "outbox"),
    siteEmail,
  });
  const databaseHealth = checkDatabase(databaseUrl);
  await openConnections(db);
  return {
    db,
    databaseHealth,
    auth,
    photoStore,
    illustrationsDir,
    pageCache,
    routeTable: await readRouteTable(routes),
    sender: createSender(db, mailer, log),
    visitCounter: createVisitCounter(db, log, config.rateLimitFactor),
    calendarFeeds: createCalendarFeeds({
      programDir,
      allowedHosts: config.calendarHosts,
      helpAddress: `${config.siteUrl ?? localAddress(config.port)}/comofunciona`,
      limits: feedLimits,
    }),
    cardFonts: await readCardFonts(programDir),
    signedLinks: createSignedLinks(secret),
    rateLimits: createRateLimits(db, config.rateLimitFactor),
    contact: config.contact,
    operatorEmail: siteEmail,
    hashAddress: createAddressHash(secret),
    siteUrl: config.siteUrl,
    mailedSiteUrl: config.siteUrl ?? localAddress(config.port),
    retention: config.retention,
    log,
    metrics: createMetrics(db, pageCache, { isOpen: config.metricsToken !== null }),
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    sampleLogin: config.demo && prepares ? await sampleLogin(db, auth, secret) : null,
    isStopping: false,
    async close() {
      await stopListening?.();
      await databaseHealth.close();
      await close();
    },
  };
}

/** Returns a function that stops this. */
function dropOnChanges(cache: PageCache, databaseUrl: string, log: Logger): () => Promise<void> {
  return listenForChanges(databaseUrl, {
    onChange: ({ listingId, localizacao }) => cache.drop(tagsOfListing(listingId, localizacao)),
    onManyChanges: cache.dropAll,
    onListening: () => cache.setListening(true),
    onLost(reason) {
      cache.setListening(false);
      const why =
        reason instanceof TransactionPooling
          ? "DATABASE_URL goes through a pooler in transaction mode: changes not heard, pages not kept; use session mode"
          : "changes not heard, pages not kept";
      log.warn({ err: reason }, why);
    },
  });
}

const hourMs = 60 * 60 * 1000;
const announcementMs = 5 * 60 * 1000;

/**
 * Starts background work: in every process visit counts and the search index, and, if its role is to
 * run the jobs, those too. Returns a function that stops it and waits for work in progress.
 */
export function startWork(
  site: Site,
  { runsJobs }: Pick<Role, "runsJobs"> = soleRole,
): () => Promise<void> {
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

/**
 * Outbox, calendar feeds, share cards, reports, and every hour sweeping photos, purging expired
 * rows, ending plans, reminders and monthly numbers.
 */
function startJobs(site: Site): () => Promise<void> {
  site.sender.start();
  const feedRounds = createFeedRounds(site.db, site.calendarFeeds, site.log);
  feedRounds.start();
  const cardRounds = createCardRounds(site, site.log);
  cardRounds.start();
  const sizeRounds = createSizeRounds(site, site.log);
  sizeRounds.start();
  const stopping = new AbortController();
  const progress = printSampleProgress(site, stopping.signal);
  // Days may have passed since the site was stopped.
  let tidying: Promise<unknown> = handlePlans(site);
  const tidy = () => {
    tidying = Promise.all([
      sweep(site),
      purge(site),
      handlePlans(site),
      remind(site),
      report(site),
    ]);
  };
  const timer = setInterval(tidy, hourMs);
  let announcing: Promise<unknown> = Promise.resolve();
  const announcements = setInterval(() => {
    announcing = announce(site);
  }, announcementMs);
  return async () => {
    clearInterval(timer);
    clearInterval(announcements);
    stopping.abort();
    await Promise.all([
      feedRounds.stop(),
      cardRounds.stop(),
      sizeRounds.stop(),
      progress,
      tidying,
      announcing,
    ]);
  };
}

async function sweep({ db, photoStore, log }: Site): Promise<void> {
  try {
    await finishDeletions(db, photoStore, { isStarting: false });
    log.info(await sweepPhotos(db, photoStore), "photos swept");
    log.info({ cards: await sweepCards(db, photoStore) }, "share cards swept");
  } catch (error) {
    log.warn({ err: error }, "photos not swept");
  }
}

async function purge({ db, retention, log }: Site): Promise<void> {
  try {
    const purged = await purgeExpired(db, retention);
    if (!purged) return;
    log.info(purged, "expired rows purged");
    // E-mails nobody resent in all that time are lost: warn the operator.
    if (purged.failedMail > 0) log.warn({ mails: purged.failedMail }, "failed e-mails purged");
  } catch (error) {
    log.warn({ err: error }, "expired rows not purged");
  }
}

async function handlePlans(site: Site): Promise<void> {
  try {
    const changes = await endPlans(site);
    if (Object.values(changes).some((count) => count > 0)) {
      site.log.info(changes, "ending plans processed");
    }
  } catch (error) {
    site.log.warn({ err: error }, "ending plans not processed");
  }
}

async function report(site: Site): Promise<void> {
  try {
    const sent = await sendMonthNumbers(site);
    if (sent > 0) site.log.info({ sent }, "monthly numbers e-mailed");
  } catch (error) {
    site.log.warn({ err: error }, "monthly numbers not e-mailed");
  }
}

/** Reports that arrived within an hour of the last letter wait for this. */
async function announce(site: Site): Promise<void> {
  try {
    const announced = await announceReports(site);
    if (announced > 0) site.log.info({ reports: announced }, "reports announced");
  } catch (error) {
    site.log.warn({ err: error }, "reports not announced");
  }
}

async function remind(site: Site): Promise<void> {
  try {
    const reminded = await remindOwners(site);
    if (reminded > 0) site.log.info({ reminded }, "calendar reminders e-mailed");
  } catch (error) {
    site.log.warn({ err: error }, "calendar reminders not e-mailed");
  }
}

function readAuthSecret(dataDir: string, log: Logger): Promise<string> {
  return readOrCreateSecret(join(dataDir, "auth.segredo"), 32, () =>
    log.warn("auth.segredo is blank: writing a new secret, all sessions end"),
  );
}
