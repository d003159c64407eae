import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { jobRuns } from "../app/platform/db/operation-schema.ts";
import { findRun } from "../app/platform/web/watch/job-runs.server.ts";
import { patience } from "../testing/patience.ts";
import { shareTestSite } from "../testing/site.ts";
import type { startWork as StartWork } from "./app.ts";

const { startWork }: { startWork: typeof StartWork } = await import(
  join(import.meta.dirname, "../build/server/index.js")
);

const sharedSite = shareTestSite();

test("each job's last success and last error are kept, without the values involved", async () => {
  const site = sharedSite();
  await site.owner.execute(sql`alter table users rename to away`);
  let stop = startWork(site, { runsJobs: true });
  const failed = await vi.waitFor(async () => {
    const run = await findRun(site.db, "plan-ends");
    expect(run?.failedAt).toBeInstanceOf(Date);
    return run;
  }, patience);
  await stop();
  expect(failed).toMatchObject({
    succeededAt: null,
    error: expect.stringContaining('relation "users" does not exist'),
    failures: 1,
  });

  await site.owner.execute(sql`alter table away rename to users`);
  stop = startWork(site, { runsJobs: true });
  await vi.waitFor(async () => {
    const run = await findRun(site.db, "plan-ends");
    expect(run?.succeededAt).toBeInstanceOf(Date);
    expect(run).toMatchObject({ failures: 1, failedAt: failed?.failedAt });
  }, patience);
  await stop();
});

test("soon after a start, jobs that last succeeded over an hour ago run, and later ones wait", async () => {
  const site = sharedSite();
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const [due, recent] = [minutesAgo(61), minutesAgo(55)];
  await site.db.delete(jobRuns);
  await site.db.insert(jobRuns).values([
    { job: "plan-ends", succeededAt: recent },
    { job: "photo-sweep", succeededAt: due },
    // This job is another site's, whose file says nothing about this one's.
    { job: "witness", succeededAt: recent },
  ]);
  const stop = startWork(site, { runsJobs: true });
  // The purge has never run.
  for (const job of ["photo-sweep", "purge"] as const) {
    await vi.waitFor(async () => {
      const run = await findRun(site.db, job);
      expect(run?.succeededAt?.getTime()).toBeGreaterThan(due.getTime());
    }, patience);
  }
  expect((await findRun(site.db, "plan-ends"))?.succeededAt).toEqual(recent);
  expect((await findRun(site.db, "witness"))?.succeededAt).not.toEqual(recent);
  await stop();
});

test("a worker that replaces another reports how its predecessor ended", async () => {
  const site = sharedSite();
  const stop = startWork(site, { runsJobs: false, replaces: "SIGKILL" });
  await vi.waitFor(async () => {
    const run = { error: "SIGKILL", failures: 1, failedAt: expect.any(Date) };
    expect(await findRun(site.db, "worker")).toMatchObject(run);
  }, patience);
  await stop();
});
