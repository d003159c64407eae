import { join } from "node:path";
import type { Logger } from "pino";
import { type Auth, createAuth } from "../app/domain/accounts/auth.server.ts";
import { halfDay } from "../app/domain/calendar/civil-date.ts";
import {
  type CalendarFeeds,
  createCalendarFeeds,
  feedLimits,
} from "../app/domain/feeds/calendar-feeds.server.ts";
import { finishDeletions } from "../app/domain/listings/deletion.server.ts";
import { tagsOfListing } from "../app/domain/listings/listing-tags.ts";
import {
  createVisitCounter,
  type VisitCounter,
} from "../app/domain/listings/visits/visit-counter.server.ts";
import { openPhotoStore } from "../app/domain/photos/open-store.server.ts";
import type { PhotoStore } from "../app/domain/photos/store.server.ts";
import { type Db, openConnections, openDatabase } from "../app/platform/db/client.server.ts";
import { findCollationProblem } from "../app/platform/db/collation.server.ts";
import { readOrCreateSecret } from "../app/platform/db/files/secret-file.server.ts";
import { type DatabaseHealth, probeDatabase } from "../app/platform/db/health.server.ts";
import { migrateDatabase } from "../app/platform/db/migrate.server.ts";
import { ownsTables } from "../app/platform/db/site-role/site-role.server.ts";
import { createMailer, fallbackSiteEmail } from "../app/platform/mail/mailer.server.ts";
import { createSender, type Sender } from "../app/platform/mail/sender.server.ts";
import { createSignedLinks, type SignedLinks } from "../app/platform/mail/signed-links.server.ts";
import { createAddressHash } from "../app/platform/web/address-hash.server.ts";
import { listenForChanges, TransactionPooling } from "../app/platform/web/pages/changes.server.ts";
import { createPageCache, type PageCache } from "../app/platform/web/pages/page-cache.server.ts";
import { type RouteTable, readRouteTable } from "../app/platform/web/pages/route-table.server.ts";
import { createRateLimits, type RateLimits } from "../app/platform/web/rate-limit.server.ts";
import type { AddressHash, Retention, Version } from "../app/platform/web/site.server.ts";
import { readVersion } from "../app/platform/web/version.server.ts";
import { createAuditJournal } from "../app/platform/web/watch/audit-journal.server.ts";
import { drawSamplePhotos, fillEmptySite, sampleLogin } from "../samples/samples.server.ts";
import { type Config, localAddress } from "./config.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createWitness, type Witness } from "./witness.ts";
import { type Role, soleRole } from "./workers/worker-messages.ts";

export interface Site {
  db: Db;
  databaseHealth: DatabaseHealth;
  witness: Witness;
  copyAuditLog: () => Promise<void>;
  auth: Auth;
  photoStore: PhotoStore;
  illustrationsDir: string;
  sender: Sender;
  visitCounter: VisitCounter;
  calendarFeeds: CalendarFeeds;
  signedLinks: SignedLinks;
  rateLimits: RateLimits;
  pageCache: PageCache | null;
  routeTable: RouteTable;
  contact: Config["contact"];
  runner: Config["runner"];
  pix: Config["pix"];
  operatorEmail: string;
  siteEmail: Config["siteEmail"];
  hashAddress: AddressHash;
  siteUrl: string | null;
  /** Origin for e-mails; with PORT=0 it is set again once the real port is known. */
  mailedSiteUrl: string;
  retention: Retention;
  version: Version;
  log: Logger;
  metrics: Metrics;
  metricsToken: string | null;
  trustedProxies: Config["trustedProxies"];
  sampleLogin: { email: string; password: string } | null;
  /** Makes /healthz fail, so that proxies send no more requests. */
  isStopping: boolean;
  /** Opens the database connections that are kept, so that no visitor waits for one. */
  warmUp: () => Promise<void>;
  close: () => Promise<void>;
}

export interface SiteOptions {
  config: Omit<Config, "host" | "workers" | "databaseUrl" | "databaseOwnerUrl" | "logLevel">;
  databaseUrl: string;
  /** Address for the owner of the tables, if the site itself isn't. */
  ownerUrl?: string | null;
  log: Logger;
  /** Has the program's own files, such as migrations. */
  programDir: string;
  role?: Pick<Role, "prepares">;
}

const lost = "database connection lost";

/**
 * If its role is to prepare the site, migrates the database and adds sample listings to an empty
 * site unless DEMO=0.
 */
export async function openSite({
  config,
  databaseUrl,
  ownerUrl = null,
  log,
  programDir,
  role: { prepares } = soleRole,
}: SiteOptions): Promise<Site> {
  const photoStore = await openPhotoStore(config.dataDir, config.photos);
  const { db, close } = openDatabase(databaseUrl, (error) => log.warn({ err: error }, lost));
  const witness = createWitness(db, config.dataDir, config.dailyBackupDir);
  if (prepares) {
    const { check } = witness;
    const auditRetentionDays = config.retention.auditLog;
    await migrate({ db, databaseUrl, ownerUrl, log, programDir, check, auditRetentionDays });
    const finished = await finishDeletions(db, photoStore, { isStarting: true });
    if (finished > 0) log.info({ listings: finished }, "interrupted deletions finished");
  }

  const illustrationsDir = join(programDir, "illustrations");
  const secret = config.authSecret ?? (await readAuthSecret(config.dataDir, log));
  const auth = createAuth(db, { secret, siteUrl: config.siteUrl });
  if (config.demo && prepares) {
    const filled = await fillEmptySite({ db, auth, secret }, illustrationsDir);
    if (filled > 0) {
      await drawSamplePhotos({ db, photoStore, illustrationsDir });
      log.info({ listings: filled }, "empty site filled with sample listings");
    }
  }
  // Pages change with their source during development.
  const cachesPages = config.pageCacheBytes > 0 && !import.meta.env.DEV;
  // Calendars change at midnight, and the weekend and the holiday offered at noon.
  const pageCache = cachesPages ? createPageCache(config.pageCacheBytes, halfDay) : null;
  const { routes } = await import("virtual:react-router/server-build");
  const stopListening = pageCache && dropOnChanges(pageCache, databaseUrl, log);
  const siteEmail = config.contact.email ?? fallbackSiteEmail;
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    service: config.emailService,
    outboxDir: join(config.dataDir, "outbox"),
    siteEmail,
    siteUrl: () => site.mailedSiteUrl,
  });
  const databaseHealth = probeDatabase(databaseUrl);
  const site: Site = {
    db,
    databaseHealth,
    witness,
    copyAuditLog: createAuditJournal(db, log),
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
    signedLinks: createSignedLinks(secret),
    rateLimits: createRateLimits(db, config.rateLimitFactor, createAddressHash(secret)),
    contact: config.contact,
    runner: config.runner,
    pix: config.pix,
    operatorEmail: siteEmail,
    siteEmail: config.siteEmail,
    hashAddress: createAddressHash(secret),
    siteUrl: config.siteUrl,
    mailedSiteUrl: config.siteUrl ?? localAddress(config.port),
    retention: config.retention,
    version: readVersion(programDir),
    log,
    metrics: createMetrics(db, pageCache, {
      freeSpace: photoStore.freeSpace,
      isOpen: config.metricsToken !== null,
    }),
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    sampleLogin: config.demo && prepares ? await sampleLogin(db, auth, secret) : null,
    isStopping: false,
    async warmUp() {
      await openConnections(db).catch((error) =>
        // Requests open connections of their own.
        log.warn({ err: error }, "database slow to accept connections"),
      );
    },
    async close() {
      await stopListening?.();
      await databaseHealth.close();
      await close();
    },
  };
  return site;
}

interface Migration extends Pick<SiteOptions, "databaseUrl" | "ownerUrl" | "log" | "programDir"> {
  db: Db;
  check: Witness["check"];
  auditRetentionDays: number;
}

async function migrate(migration: Migration): Promise<void> {
  const { db, databaseUrl, ownerUrl, log, programDir, check, auditRetentionDays } = migration;
  if (ownerUrl) {
    const owner = openDatabase(ownerUrl, (error) => log.warn({ err: error }, lost));
    try {
      await migrateDatabase(owner.db, programDir, {
        ...{ check, auditRetentionDays },
        siteRoleUrl: databaseUrl,
      });
    } finally {
      await owner.close();
    }
  } else await migrateDatabase(db, programDir, { check, auditRetentionDays });
  const collation = await findCollationProblem(db);
  if (collation) log.warn(collation);
  if (await ownsTables(db)) {
    log.warn(
      "the site's database user owns its tables: see DATABASE_OWNER_URL in docs/operacao/variaveis.md",
    );
  }
}

/** Returns a function that stops listening. */
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

function readAuthSecret(dataDir: string, log: Logger): Promise<string> {
  return readOrCreateSecret(join(dataDir, "auth.segredo"), 32, () =>
    log.warn("auth.segredo is blank: writing a new secret, all sessions end"),
  );
}
