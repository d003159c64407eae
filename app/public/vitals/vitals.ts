import { z } from "zod";

export const vitalNames = ["LCP", "INP", "CLS", "TTFB", "FCP"] as const;

export type VitalName = (typeof vitalNames)[number];

/** Limit in characters. */
export const maxReportBytes = 2048;

/** A report as browsers send it; unknown metrics are ignored. */
export const reportSchema = z.object({
  /** The route's id, never the address, which can contain personal data. */
  route: z.string().max(100),
  metrics: z.record(z.string(), z.number()),
});

/** Buckets grow by this factor, so values are accurate to 5 %. */
const stepRatio = 1.1;

/** Smaller values are in bucket 0. */
const scaleStart = (name: VitalName) => (name === "CLS" ? 0.001 : 1);

/** Values above ten minutes, or an impossible CLS, are measuring errors. */
const maxValue = (name: VitalName) => (name === "CLS" ? 100 : 600_000);

export function bucketOf(name: VitalName, value: number): number | null {
  if (!(value >= 0 && value <= maxValue(name))) return null;
  const times = value / scaleStart(name);
  return times < 1 ? 0 : 1 + Math.floor(Math.log(times) / Math.log(stepRatio));
}

function middleOf(name: VitalName, bucket: number): number {
  return bucket === 0 ? 0 : scaleStart(name) * stepRatio ** (bucket - 0.5);
}

/** Percentiles of `counts`, the values per bucket. Accurate to 5 %; null if there are none. */
export function percentiles(
  name: VitalName,
  counts: ReadonlyMap<number, number>,
  shares: readonly number[],
): (number | null)[] {
  const steps = [...counts].sort(([one], [other]) => one - other);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  return shares.map((share) => {
    let seen = 0;
    const step = steps.find(([, count]) => {
      seen += count;
      return seen >= share * total;
    });
    return step ? middleOf(name, step[0]) : null;
  });
}
