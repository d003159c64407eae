import { sql } from "drizzle-orm";
import type { MiddlewareHandler } from "hono";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { PhotoStore } from "../app/domain/photos/store.server.ts";
import { countBacklog } from "../app/panel/today/upkeep.server.ts";
import type { Db, Transaction } from "../app/platform/db/client.server.ts";
import { outbox } from "../app/platform/db/mail-schema.ts";
import type { PageCache } from "../app/platform/web/pages/page-cache.server.ts";
import { isFailing, listRuns } from "../app/platform/web/watch/job-runs.server.ts";
import { bearsToken } from "./bearer-token.ts";
import { jobTitles } from "./jobs.ts";
import { shareMetrics } from "./workers/shared-metrics.ts";

type UploadOutcome = "success" | "refused" | "canceled" | "failed";

export interface Metrics {
  /** `route` is a pattern, never a path. */
  countRequest: (request: { route: string; method: string; status: number; ms: number }) => void;
  countUpload: (outcome: UploadOutcome) => void;
  /** Writes the metrics of all processes of the site; null if one didn't answer. */
  write: () => Promise<string | null>;
}

const methods = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]);

/** Counting stops here, per state of the outbox. */
const maxCounted = 10_000;

/** Time after which the outbox is left out. */
const countingMs = 2_000;

/** Shared by all sites of the process. */
let processMetrics: Registry | null = null;

function collectProcessMetrics(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/**
 * Leaves out process metrics, which take time to collect, unless `isOpen` (METRICS_TOKEN is set).
 */
export function createMetrics(
  db: Db,
  pageCache: PageCache | null,
  { freeSpace, isOpen }: Pick<PhotoStore, "freeSpace"> & { isOpen: boolean },
): Metrics {
  const registry = new Registry();
  /** Metrics that are the same in every process, so not added up. */
  const siteRegistry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "mardeminas_requests_total",
    help: "Requests answered, by route pattern, method and class of status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "mardeminas_request_seconds",
    help: "Time until a request was answered, in seconds.",
    labelNames: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  if (pageCache) watchPageCache(pageCache, registry);
  const uploads = new Counter({
    name: "mardeminas_uploads_total",
    help: "Photo uploads that came to an end, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  // Start at 0, so that rates can be computed from the beginning.
  for (const outcome of ["success", "refused", "canceled", "failed"]) uploads.inc({ outcome }, 0);
  watchPool(db, registry);
  new Gauge({
    name: "mardeminas_processes",
    help: "Processes that answer requests; WORKERS, unless one has just ended.",
    registers,
  }).set(1);
  const outboxMails = new Gauge({
    name: "mardeminas_outbox_mails",
    help: `E-mails in the outbox, by state; ${maxCounted} stands for that many or more.`,
    labelNames: ["state"],
    registers: [siteRegistry],
  });
  const outboxAge = new Gauge({
    name: "mardeminas_outbox_oldest_waiting_seconds",
    help: "Age of the e-mail that has waited longest; 0 when none waits.",
    registers: [siteRegistry],
  });
  const databaseUp = new Gauge({
    name: "mardeminas_database_up",
    help: "1 while the database answers, 0 while it does not.",
    registers: [siteRegistry],
  });

  const watchJobs = createJobMetrics(siteRegistry);

  new Gauge({
    name: "mardeminas_disk_free_bytes",
    help: "Free bytes on the disk of DATA_DIR.",
    registers: [siteRegistry],
    async collect() {
      this.set((await freeSpace()).bytes);
    },
  });
  new Gauge({
    name: "mardeminas_disk_low",
    help: "1 while that disk has too little free space and new photos are refused, 0 otherwise.",
    registers: [siteRegistry],
    async collect() {
      this.set(Number((await freeSpace()).isLow));
    },
  });

  const writeProcesses = isOpen
    ? shareMetrics([collectProcessMetrics(), registry])
    : () => Promise.resolve(null);

  return {
    countRequest({ route, method, status, ms }) {
      requests.inc({
        route,
        method: methods.has(method) ? method : "outro",
        status: `${Math.floor(status / 100)}xx`,
      });
      seconds.observe({ route }, ms / 1000);
    },
    countUpload: (outcome) => uploads.inc({ outcome }),
    async write() {
      const counted = await countOutbox(db).catch(() => null);
      databaseUp.set(counted ? 1 : 0);
      await watchJobs(db);
      outboxMails.reset();
      outboxAge.remove();
      if (counted) {
        for (const state of ["waiting", "sent", "failed"] as const) {
          outboxMails.set({ state }, counted[state]);
        }
        outboxAge.set(counted.oldest);
      }
      const [processes, site] = await Promise.all([writeProcesses(), siteRegistry.metrics()]);
      return processes && processes + site;
    },
  };
}

/** GET /metricas: 401 without the token; not found if none is configured. */
export function answerMetrics(metrics: Metrics, token: string | null): MiddlewareHandler {
  return async (c, next) => {
    if (token === null) return next();
    if (!bearsToken(c, token)) {
      return c.text("Falta o token certo.", 401, { "WWW-Authenticate": "Bearer" });
    }
    const text = await metrics.write();
    if (text === null) return c.text("Um processo do site não respondeu a tempo.", 503);
    return c.body(text, 200, {
      "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE,
      "Cache-Control": "no-store",
    });
  };
}

function watchPool(db: Db, registry: Registry): void {
  const { $client: pool } = db;
  new Gauge({
    name: "mardeminas_database_connections",
    help: "Connections of the pool: total, idle, and requests waiting for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "total" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}

function watchPageCache(pageCache: PageCache, registry: Registry): void {
  let counted = { hits: 0, renders: 0, joined: 0 };
  new Counter({
    name: "mardeminas_page_cache_total",
    help: "Public pages asked for: kept ones (hit), rendered ones (miss), and those that waited for a rendering under way (joined).",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      const now = pageCache.figures();
      this.inc({ outcome: "hit" }, now.hits - counted.hits);
      this.inc({ outcome: "miss" }, now.renders - counted.renders);
      this.inc({ outcome: "joined" }, now.joined - counted.joined);
      counted = now;
    },
  });
  new Gauge({
    name: "mardeminas_page_cache_bytes",
    help: "Bytes the page cache holds.",
    registers: [registry],
    collect() {
      this.set(pageCache.figures().bytes);
    },
  });
}

/** Returns a function that brings them up to date; while the database is away they are left out. */
function createJobMetrics(registry: Registry): (db: Db) => Promise<void> {
  const registers = [registry];
  const labelNames = ["job"];
  const lastSuccess = new Gauge({
    name: "mardeminas_job_last_success_timestamp_seconds",
    help: "When each job last succeeded, as Unix time; of the job backup, the last good backup.",
    labelNames,
    registers,
  });
  const failing = new Gauge({
    name: "mardeminas_job_failing",
    help: "1 if a job failed and hasn't succeeded since, 0 otherwise.",
    labelNames,
    registers,
  });
  const failures = new Gauge({
    name: "mardeminas_job_failures",
    help: "How often each job failed; of the job worker, how often a process had to be replaced.",
    labelNames,
    registers,
  });
  const due = new Gauge({
    name: "mardeminas_due",
    help: `Work to do: photos without all sizes, feeds overdue for an hour; ${maxCounted} stands for that many or more.`,
    labelNames: ["kind"],
    registers,
  });
  return async (db) => {
    for (const gauge of [lastSuccess, failing, failures, due]) gauge.reset();
    const state = await withinCountingTime(db, async (tx) => ({
      runs: await listRuns(tx, jobTitles),
      backlog: await countBacklog(tx, maxCounted),
    })).catch(() => null);
    if (!state) return;
    for (const run of state.runs) {
      const { job, succeededAt } = run;
      if (succeededAt) lastSuccess.set({ job }, succeededAt.getTime() / 1000);
      // Workers that were replaced never "succeed".
      if (job !== "worker") failing.set({ job }, Number(isFailing(run)));
      failures.set({ job }, run.failures);
    }
    due.set({ kind: "photo-sizes" }, state.backlog.photoSizes);
    due.set({ kind: "feeds" }, state.backlog.feeds);
  };
}

function withinCountingTime<Result>(
  db: Db,
  count: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${countingMs}`));
    return count(tx);
  });
}

async function countOutbox(
  db: Db,
): Promise<{ waiting: number; sent: number; failed: number; oldest: number }> {
  const upTo = (state: string) => sql`
    (select count(*)::int from (
      select 1 from ${outbox} where ${outbox.state} = ${sql.raw(`'${state}'`)} limit ${maxCounted}
    ) as counted)`;
  return withinCountingTime(db, async (tx) => {
    const { rows } = await tx.execute<{
      waiting: number;
      sent: number;
      failed: number;
      oldest: number;
    }>(sql`
      select ${upTo("waiting")} as waiting, ${upTo("sent")} as sent, ${upTo("failed")} as failed,
        coalesce((
          select extract(epoch from now() - min(${outbox.createdAt})) from ${outbox}
          where ${outbox.state} = 'waiting'
        ), 0)::float8 as oldest`);
    const [row] = rows;
    if (!row) throw new Error("select gave no row");
    return row;
  });
}
