import { expect, test } from "vitest";
import { openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { vitals } from "../../platform/db/operation-schema.ts";
import { summarizeVitals } from "./stored-vitals.server.ts";

const sharedSite = shareTestSite();

async function report(site: TestSite, body: string, init: RequestInit = {}): Promise<number> {
  const answer = await site.app.request("/medidas", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json" },
    ...init,
  });
  return answer.status;
}

const listing = "public/listing-page/routes/ad-page";

test("a report is counted by day, pattern and bucket, and summarised", async () => {
  const site = sharedSite();
  const body = (LCP: number) =>
    JSON.stringify({ route: listing, metrics: { LCP, CLS: 0.02, XYZ: 4, INP: -3 } });

  expect(await report(site, body(1800))).toBe(204);
  expect(await report(site, body(1801))).toBe(204);
  expect(await report(site, body(9000))).toBe(204);

  const rows = await site.db.select().from(vitals).orderBy(vitals.metric, vitals.bucket);
  expect(rows).toMatchObject([
    { day: today(), route: "/posts/:id", metric: "CLS", count: 3 },
    { day: today(), route: "/posts/:id", metric: "LCP", count: 2 },
    { day: today(), route: "/posts/:id", metric: "LCP", count: 1 },
  ]);
  const [lcp, cls] = await summarizeVitals(site.db, 1);
  expect(lcp).toMatchObject({ route: "/posts/:id", metric: "LCP", count: 3 });
  expect(Math.abs((lcp?.p50 ?? 0) / 1800 - 1)).toBeLessThan(0.06);
  expect(Math.abs((lcp?.p95 ?? 0) / 9000 - 1)).toBeLessThan(0.06);
  expect(cls).toMatchObject({ metric: "CLS", count: 3 });
});

test("only the requested days are summed", async () => {
  const site = sharedSite();
  const row = { route: "/", metric: "LCP", bucket: 70, count: 2 };
  await site.db.insert(vitals).values([
    { ...row, day: today() },
    { ...row, day: addDays(today(), -6) },
    { ...row, day: addDays(today(), -7) },
  ]);
  const countIn = async (days: number) => {
    const summaries = await summarizeVitals(site.db, days);
    return summaries.find(({ route }) => route === row.route)?.count;
  };
  expect([await countIn(7), await countIn(1)]).toEqual([4, 2]);
});

test.each([
  { what: "no JSON", body: "{", status: 400 },
  { what: "no number", body: '{"route":"root","metrics":{"LCP":1e999}}', status: 400 },
  { what: "too much", body: `{"route":"${"x".repeat(3000)}","metrics":{}}`, status: 413 },
  { what: "an unknown route", body: '{"route":"nada","metrics":{"LCP":1}}', status: 204 },
  {
    what: "measures not known",
    body: `{"route":"${listing}","metrics":{"__proto__":1,"toString":2}}`,
    status: 204,
  },
])("$what stores nothing: $status", async ({ body, status }) => {
  const site = sharedSite();
  const before = await site.db.select().from(vitals);
  expect(await report(site, body)).toBe(status);
  expect(await site.db.select().from(vitals)).toEqual(before);
});

test("other methods and other sites are refused", async () => {
  const site = sharedSite();
  const before = await site.db.select().from(vitals);
  expect((await site.app.request("/medidas")).status).toBe(405);
  expect((await site.app.request("/medidas", { method: "PUT", body: "{}" })).status).toBe(405);
  const body = JSON.stringify({ route: listing, metrics: { LCP: 1 } });
  const foreign = { "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site" };
  expect(await report(site, body, { headers: foreign })).toBe(403);
  expect(await site.db.select().from(vitals)).toEqual(before);
});

test("reports over the limit are accepted and ignored", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.004" });
  const body = JSON.stringify({ route: listing, metrics: { LCP: 1200 } });
  for (let times = 0; times < 5; times += 1) expect(await report(site, body)).toBe(204);
  expect(await summarizeVitals(site.db, 1)).toMatchObject([{ count: 2 }]);
});
