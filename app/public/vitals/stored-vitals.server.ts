import { gt, sql } from "drizzle-orm";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { vitals } from "../../platform/db/operation-schema.ts";
import { bucketOf, percentiles, type VitalName, vitalNames } from "./vitals.ts";

export async function recordVitals(
  db: Db,
  route: string,
  metrics: Readonly<Record<string, number>>,
): Promise<void> {
  const day = today();
  // A fixed order keeps concurrent reports from deadlocking.
  const rows = vitalNames.flatMap((metric) => {
    const value = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
    const bucket = value === undefined ? null : bucketOf(metric, value);
    return bucket === null ? [] : [{ day, route, metric, bucket, count: 1 }];
  });
  if (rows.length === 0) return;
  await db
    .insert(vitals)
    .values(rows)
    .onConflictDoUpdate({
      target: [vitals.day, vitals.route, vitals.metric, vitals.bucket],
      set: { count: sql`${vitals.count} + 1` },
    });
}

/** Times in ms; CLS has no unit. */
export interface VitalSummary {
  route: string;
  metric: VitalName;
  count: number;
  p50: number | null;
  p75: number | null;
  p95: number | null;
}

/** Summarises each route over the last `days`, today included. */
export async function summarizeVitals(db: Db, days: number): Promise<VitalSummary[]> {
  const rows = await db
    .select({
      route: vitals.route,
      metric: vitals.metric,
      bucket: vitals.bucket,
      count: sql<number>`sum(${vitals.count})::int`,
    })
    .from(vitals)
    .where(gt(vitals.day, addDays(today(), -days)))
    .groupBy(vitals.route, vitals.metric, vitals.bucket)
    .orderBy(vitals.route);
  const routes = [...new Set(rows.map(({ route }) => route))];
  return routes.flatMap((route) =>
    vitalNames.flatMap((metric) => {
      const own = rows.filter((row) => row.route === route && row.metric === metric);
      if (own.length === 0) return [];
      const counts = new Map(own.map(({ bucket, count }) => [bucket, count]));
      const [p50 = null, p75 = null, p95 = null] = percentiles(metric, counts, [0.5, 0.75, 0.95]);
      const count = own.reduce((sum, row) => sum + row.count, 0);
      return [{ route, metric, count, p50, p75, p95 }];
    }),
  );
}
