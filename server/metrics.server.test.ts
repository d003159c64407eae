import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { outbox } from "../app/platform/db/mail-schema.ts";
import { recordFailure, recordSuccess } from "../app/platform/web/watch/job-runs.server.ts";
import { patience } from "../testing/patience.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { createWaitingPhoto, shareTestSite, signIn } from "../testing/site.ts";
import { type Ask, beginUpload, sendPart } from "../testing/upload.ts";

const token = "um-token-bem-comprido";
const sharedSite = shareTestSite({ METRICS_TOKEN: token });

async function scrape(): Promise<string> {
  const answer = await sharedSite().app.request("/metricas", {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text();
}

function seriesValue(text: string, series: string): number | null {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line ? Number(line.slice(series.length + 1)) : null;
}

test("without METRICS_TOKEN /metricas does not exist", async () => {
  const { createApp } = await import(join(import.meta.dirname, "../build/server/index.js"));
  const app = createApp({ ...sharedSite(), metricsToken: null }, null);
  const headers = { Authorization: "Bearer " };
  expect((await app.request("/metricas", { headers })).status).toBe(404);
});

test("with any other Authorization the metrics stay closed", async () => {
  for (const wrong of ["", "Bearer ", "Bearer um-token-bem-comprid", `Basic ${token}`, token]) {
    const headers = new Headers(wrong ? { Authorization: wrong } : {});
    const answer = await sharedSite().app.request("/metricas", { headers });
    expect(answer.status, wrong).toBe(401);
    expect(await answer.text()).not.toContain("mardeminas_");
  }
});

test("requests are counted by route pattern, method and class of status", async () => {
  const site = sharedSite();
  const before = await scrape();
  for (let n = 0; n < 3; n++) await site.app.request(`/posts/${randomUUID()}`);
  await site.app.request("/");
  await site.app.request("/login", { method: "POST", body: new URLSearchParams() });
  await site.app.request("/um/caminho/qualquer");
  await site.app.request("/outro", { method: "PROPFIND" });
  await site.app.request("/fotos/nada.jpg");
  await site.app.request("/blog/nada");
  await site.app.request("/search?q=500");
  // The page is cached once the site hears of changes.
  await vi.waitFor(async () => {
    await site.app.request("/about");
    expect(site.pageCache?.figures().hits).toBeGreaterThan(0);
  }, patience);

  const text = await scrape();
  const added = (series: string) =>
    (seriesValue(text, series) ?? 0) - (seriesValue(before, series) ?? 0);
  for (const [route, method, status, count] of [
    ["/posts/:id", "GET", "4xx", 3],
    ["/", "GET", "2xx", 1],
    ["/login", "POST", "4xx", 1],
    ["outros", "GET", "4xx", 1],
    ["outros", "outro", "4xx", 1],
    ["fotos", "GET", "4xx", 1],
    ["/blog/:slug", "GET", "4xx", 1],
    ["/search", "GET", "2xx", 1],
  ]) {
    const labels = `route="${route}",method="${method}",status="${status}"`;
    expect(added(`mardeminas_requests_total{${labels}}`), labels).toBe(count);
  }
  expect(added('mardeminas_request_seconds_count{route="/posts/:id"}')).toBe(3);
  expect(seriesValue(text, "nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  expect(seriesValue(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(seriesValue(text, 'mardeminas_database_connections{state="total"}')).toBeGreaterThan(0);
  expect(seriesValue(text, 'mardeminas_database_connections{state="waiting"}')).toBe(0);
  expect(seriesValue(text, 'mardeminas_page_cache_total{outcome="hit"}')).toBeGreaterThan(0);
  expect(seriesValue(text, 'mardeminas_page_cache_total{outcome="miss"}')).toBeGreaterThan(0);
  expect(seriesValue(text, "mardeminas_page_cache_bytes")).toBeGreaterThan(1000);
});

test("outbox rows are counted by state, with the age of the oldest waiting one, while the database is there", async () => {
  const { db, owner } = sharedSite();
  await db.delete(outbox);
  expect(seriesValue(await scrape(), "mardeminas_outbox_oldest_waiting_seconds")).toBe(0);
  const content = { kind: "message", nome: "A", email: "a@example.com", mensagem: "B" } as const;
  const ago = (minutes: number) => sql`now() - ${minutes} * interval '1 minute'`;
  await db.insert(outbox).values([
    { content, createdAt: ago(60) },
    { content, createdAt: ago(5) },
    { content, createdAt: ago(600), state: "failed" },
  ]);
  const text = await scrape();
  const mails = (state: string) => seriesValue(text, `mardeminas_outbox_mails{state="${state}"}`);
  expect([mails("waiting"), mails("failed"), mails("sent")]).toEqual([2, 1, 0]);
  const age = seriesValue(text, "mardeminas_outbox_oldest_waiting_seconds") ?? 0;
  expect(Math.round(age / 60)).toBe(60);

  await owner.execute(sql`alter table outbox rename to away`);
  const without = await scrape();
  await owner.execute(sql`alter table away rename to outbox`);
  expect(seriesValue(without, "mardeminas_database_up")).toBe(0);
  expect(without).not.toMatch(/^mardeminas_outbox_mails\{/m);
  expect(without).not.toMatch(/^mardeminas_outbox_oldest_waiting_seconds \d/m);
  expect(seriesValue(await scrape(), "mardeminas_database_up")).toBe(1);
});

test("uploads are counted by outcome", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  const ask: Ask = async (path, init) => site.app.request(path, init);
  const send = async (bytes: Buffer, type?: string) => {
    const begun = await beginUpload(ask, cookie, { size: bytes.length, type });
    const path = begun.headers.get("Location");
    return path ? (await sendPart(ask, cookie, path, 0, bytes)).status : begun.status;
  };
  const photo = await makeJpeg(60, 40);
  const statuses = [
    await send(photo),
    await send(Buffer.from("isto não é uma foto")),
    await send(photo, "text/plain"),
  ];
  expect(statuses).toEqual([204, 422, 415]);
  const begun = await beginUpload(ask, cookie, { size: photo.length });
  const headers = { Cookie: cookie, "Tus-Resumable": "1.0.0" };
  await ask(begun.headers.get("Location") ?? "", { method: "DELETE", headers });

  const text = await scrape();
  const count = (outcome: string) =>
    seriesValue(text, `mardeminas_uploads_total{outcome="${outcome}"}`);
  expect(["success", "refused", "canceled", "failed"].map(count)).toEqual([1, 2, 1, 0]);
  expect(text).toContain('route="envios"');
});

test("jobs, the last good backup, workers that were replaced and the work to do are measured", async () => {
  const site = sharedSite();
  await recordSuccess(site.db, "backup");
  await recordFailure(site.db, "purge", "Error: timeout");
  await recordFailure(site.db, "worker", "SIGKILL");
  await recordFailure(site.db, "worker", "SIGKILL");
  const { user } = await signIn(site);
  await createWaitingPhoto(site, user.uid, { sizesDue: true });

  const text = await scrape();
  const value = (name: string, label: string) => seriesValue(text, `mardeminas_${name}{${label}}`);
  const backup = value("job_last_success_timestamp_seconds", 'job="backup"') ?? 0;
  expect(Math.abs(backup - Date.now() / 1000)).toBeLessThan(60);
  expect(value("job_last_success_timestamp_seconds", 'job="purge"')).toBeNull();
  expect(value("job_failing", 'job="backup"')).toBe(0);
  expect(value("job_failing", 'job="purge"')).toBe(1);
  expect(value("job_failures", 'job="worker"')).toBe(2);
  const due = ["photo-sizes", "feeds"].map((kind) => value("due", `kind="${kind}"`));
  expect(due).toEqual([1, 0]);
});

test("the metrics tell the disk's free space, and whether photos are refused for it", async () => {
  const site = sharedSite();
  const text = await scrape();
  expect(seriesValue(text, "mardeminas_disk_free_bytes")).toBeGreaterThan(0);
  expect(seriesValue(text, "mardeminas_disk_low")).toBe(0);
  const { settings } = site.photoStore;
  const { minFreeBytes } = settings;
  onTestFinished(() => void Object.assign(settings, { minFreeBytes }));
  settings.minFreeBytes = 2 ** 60;
  expect(seriesValue(await scrape(), "mardeminas_disk_low")).toBe(1);
});

test("/healthz answers while all connections of the site's pool are in use", async () => {
  const site = sharedSite();
  const taken = await Promise.all(Array.from({ length: 10 }, () => site.db.$client.connect()));
  const waiting = site.db.$client.connect();
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.app.request("/healthz")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(site.db.$client.waitingCount).toBe(1);
  } finally {
    for (const connection of taken) connection.release();
    (await waiting).release();
  }
});

test("a site that is about to serve has connections ready for its first visitors", async () => {
  const site = sharedSite();
  await site.warmUp();
  const { totalCount, idleCount } = site.db.$client;
  expect(idleCount).toBeGreaterThanOrEqual(5);
  expect(totalCount).toBeLessThanOrEqual(10);
});

test("/healthz tells the version, and what to run, to callers with the metrics token alone", async () => {
  const site = sharedSite();
  const ask = async (headers: Record<string, string>) =>
    (await site.app.request("/healthz", { headers })).text();

  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const [state, rest = ""] = (await ask({ Authorization: `Bearer ${token}` })).split("\n");
  expect([state, rest.split(", ")[0]]).toEqual(["ok", version]);
  expect(rest).toMatch(/, \d{4}-\d{2}-\d{2}$/);
  expect(await ask({ Authorization: "Bearer outro" })).toBe("ok");
  expect(await ask({})).toBe("ok");

  // As after an update of the system's locales.
  await site.owner.execute(
    "update pg_database set datcollversion = '0' where datname = current_database()",
  );
  expect(await ask({ Authorization: `Bearer ${token}` })).toMatch(
    /a ordem das letras do banco passou da versão 0 para a 1: rode nele REINDEX DATABASE teste_/,
  );
  expect(await ask({})).toBe("ok");
});
