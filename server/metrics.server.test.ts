import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { outbox } from "../app/db/mail-schema.ts";
import { recordFailure, recordSuccess } from "../app/site/watch/job-runs.server.ts";
import { patience } from "../testing/patience.ts";
import {
  createWaitingPhoto,
  openTestSite,
  shareTestSite,
  signIn,
  type TestSite,
} from "../testing/site.ts";

const token = "um-token-bem-comprido";
const sharedSite = shareTestSite({ METRICS_TOKEN: token });

async function scrape(site: TestSite): Promise<string> {
  const answer = await site.app.request("/metricas", {
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
  const site = await openTestSite();
  const headers = { Authorization: "Bearer " };
  expect((await site.app.request("/metricas", { headers })).status).toBe(404);
});

test.each([undefined, "Bearer ", "Bearer um-token-bem-comprid", `Basic ${token}`, token])(
  "with %s as Authorization the metrics stay closed",
  async (authorization) => {
    const site = sharedSite();
    const headers = new Headers(authorization ? { Authorization: authorization } : {});
    const answer = await site.app.request("/metricas", { headers });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain("mardeminas_");
  },
);

test("requests are counted by route pattern, method and class of status", async () => {
  const site = await openTestSite({ METRICS_TOKEN: token });
  const other = await openTestSite({ METRICS_TOKEN: token });
  for (let n = 0; n < 3; n++) await site.app.request(`/posts/${randomUUID()}`);
  await site.app.request("/");
  await site.app.request("/login", { method: "POST", body: new URLSearchParams() });
  await site.app.request("/um/caminho/qualquer");
  await site.app.request("/outro", { method: "PROPFIND" });
  await site.app.request("/fotos/nada.jpg");
  await site.app.request("/blog/nada");
  await site.app.request("/search.data?q=500");
  // The page is cached once the site hears of changes.
  await vi.waitFor(async () => {
    await site.app.request("/about");
    expect(site.pageCache?.figures().hits).toBeGreaterThan(0);
  }, patience);

  const text = await scrape(site);
  const count = (route: string, method: string, status: string) =>
    seriesValue(
      text,
      `mardeminas_requests_total{route="${route}",method="${method}",status="${status}"}`,
    );
  expect(count("/posts/:id", "GET", "4xx")).toBe(3);
  expect(count("/", "GET", "2xx")).toBe(1);
  expect(count("/login", "POST", "4xx")).toBe(1);
  expect(count("outros", "GET", "4xx")).toBe(1);
  expect(count("outros", "outro", "4xx")).toBe(1);
  expect(count("fotos", "GET", "4xx")).toBe(1);
  expect(count("/blog/:slug", "GET", "4xx")).toBe(1);
  expect(count("/search", "GET", "2xx")).toBe(1);
  expect(seriesValue(text, 'mardeminas_request_seconds_count{route="/posts/:id"}')).toBe(3);
  expect(seriesValue(text, "nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  expect(seriesValue(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(seriesValue(text, 'mardeminas_database_connections{state="total"}')).toBeGreaterThan(0);
  expect(seriesValue(text, 'mardeminas_database_connections{state="waiting"}')).toBe(0);
  expect(seriesValue(text, 'mardeminas_page_cache_total{outcome="hit"}')).toBeGreaterThan(0);
  expect(seriesValue(text, 'mardeminas_page_cache_total{outcome="miss"}')).toBeGreaterThan(0);
  expect(seriesValue(text, "mardeminas_page_cache_bytes")).toBeGreaterThan(1000);
  expect(await scrape(other)).not.toContain('route="/posts/:id"');
});

test("outbox rows are counted by state, with the age of the oldest waiting one", async () => {
  const site = await openTestSite({ METRICS_TOKEN: token });
  expect(seriesValue(await scrape(site), "mardeminas_outbox_oldest_waiting_seconds")).toBe(0);
  const content = { kind: "message", nome: "A", email: "a@example.com", mensagem: "B" } as const;
  const ago = (minutes: number) => sql`now() - ${minutes} * interval '1 minute'`;
  await site.db.insert(outbox).values([
    { content, createdAt: ago(60) },
    { content, createdAt: ago(5) },
    { content, createdAt: ago(600), state: "failed" },
  ]);
  const text = await scrape(site);
  expect(seriesValue(text, 'mardeminas_outbox_mails{state="waiting"}')).toBe(2);
  expect(seriesValue(text, 'mardeminas_outbox_mails{state="failed"}')).toBe(1);
  expect(seriesValue(text, 'mardeminas_outbox_mails{state="sent"}')).toBe(0);
  const age = seriesValue(text, "mardeminas_outbox_oldest_waiting_seconds") ?? 0;
  expect(Math.round(age / 60)).toBe(60);
});

test("while the database is away the metrics say so and omit the outbox", async () => {
  const site = await openTestSite({ METRICS_TOKEN: token });
  await site.owner.execute(sql`alter table outbox rename to away`);
  const text = await scrape(site);
  expect(seriesValue(text, "mardeminas_database_up")).toBe(0);
  expect(text).not.toMatch(/^mardeminas_outbox_mails\{/m);
  expect(text).not.toMatch(/^mardeminas_outbox_oldest_waiting_seconds \d/m);
  await site.owner.execute(sql`alter table away rename to outbox`);
  expect(seriesValue(await scrape(site), "mardeminas_database_up")).toBe(1);
});

test("uploads are counted by outcome", async () => {
  const site = await openTestSite({ METRICS_TOKEN: token });
  const { cookie } = await signIn(site);
  const photo = await sharp({
    create: { width: 800, height: 600, channels: 3, background: "#367" },
  })
    .jpeg()
    .toBuffer();
  const base = { Cookie: cookie, "Tus-Resumable": "1.0.0" };
  const begin = (bytes: Buffer, type: string) =>
    site.app.request("/envios", {
      method: "POST",
      headers: {
        ...base,
        "Upload-Length": String(bytes.length),
        "Upload-Metadata": Object.entries({
          draft: randomUUID(),
          filename: "a.jpg",
          filetype: type,
        })
          .map(([key, value]) => `${key} ${btoa(value)}`)
          .join(","),
      },
    });
  const send = (path: string, bytes: Buffer) =>
    site.app.request(path, {
      method: "PATCH",
      body: new Uint8Array(bytes),
      headers: { ...base, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" },
    });
  const begun = async (bytes: Buffer) =>
    (await begin(bytes, "image/jpeg")).headers.get("Location") ?? "";

  expect((await send(await begun(photo), photo)).status).toBe(204);
  const notAPhoto = Buffer.from("isto não é uma foto");
  expect((await send(await begun(notAPhoto), notAPhoto)).status).toBe(422);
  expect((await begin(photo, "text/plain")).status).toBe(415);
  const canceled = await site.app.request(await begun(photo), { method: "DELETE", headers: base });
  expect(canceled.status).toBe(204);

  const text = await scrape(site);
  const count = (outcome: string) =>
    seriesValue(text, `mardeminas_uploads_total{outcome="${outcome}"}`);
  expect(["success", "refused", "canceled", "failed"].map(count)).toEqual([1, 2, 1, 0]);
  expect(text).toContain('route="envios"');
});

test("jobs, the last good backup, workers that were replaced and the work to do are measured", async () => {
  const site = await openTestSite({ METRICS_TOKEN: token });
  await recordSuccess(site.db, "backup");
  await recordFailure(site.db, "purge", "Error: timeout");
  await recordFailure(site.db, "worker", "SIGKILL");
  await recordFailure(site.db, "worker", "SIGKILL");
  const { user } = await signIn(site);
  await createWaitingPhoto(site, user.uid, { sizesDue: true });

  const text = await scrape(site);
  const value = (name: string, label: string) => seriesValue(text, `mardeminas_${name}{${label}}`);
  const backup = value("job_last_success_timestamp_seconds", 'job="backup"') ?? 0;
  expect(Math.abs(backup - Date.now() / 1000)).toBeLessThan(60);
  expect(value("job_last_success_timestamp_seconds", 'job="purge"')).toBeNull();
  expect(value("job_failing", 'job="backup"')).toBe(0);
  expect(value("job_failing", 'job="purge"')).toBe(1);
  expect(value("job_failures", 'job="worker"')).toBe(2);
  const due = ["photo-sizes", "share-cards", "feeds"].map((kind) => value("due", `kind="${kind}"`));
  expect(due).toEqual([1, 0, 0]);
});

test("the metrics tell the disk's free space, and whether photos are refused for it", async () => {
  const site = await openTestSite({ METRICS_TOKEN: token });
  const text = await scrape(site);
  expect(seriesValue(text, "mardeminas_disk_free_bytes")).toBeGreaterThan(0);
  expect(seriesValue(text, "mardeminas_disk_low")).toBe(0);
  site.photoStore.settings.minFreeBytes = 2 ** 60;
  expect(seriesValue(await scrape(site), "mardeminas_disk_low")).toBe(1);
});
