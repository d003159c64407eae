import { z } from "zod";

/** What is measured of a page: times in ms, and CLS, which has no unit. */
export const vitalNames = ["LCP", "INP", "CLS", "TTFB", "FCP"] as const;

export type VitalName = (typeof vitalNames)[number];

/** A report may be this long, in characters. */
export const largestReport = 2048;

/** What a browser reports of one page it showed. Measures not known here are passed over. */
export const reportSchema = z.object({
  /** The route's id, never the address: an address can hold what is no one's business. */
  route: z.string().max(100),
  metrics: z.record(z.string(), z.number()),
});

/** Each step of the scale is this much higher than the one below it: values are told to 5 %. */
const stepRatio = 1.1;

/** The value at which the scale begins; what is smaller is in step 0. */
const scaleStart = (name: VitalName) => (name === "CLS" ? 0.001 : 1);

/** Ten minutes, and a CLS no page has: what is above was not measured. */
const largestValue = (name: VitalName) => (name === "CLS" ? 100 : 600_000);

/** The step of the scale a value falls into; null for what can't be a value. */
export function bucketOf(name: VitalName, value: number): number | null {
  if (!(value >= 0 && value <= largestValue(name))) return null;
  const times = value / scaleStart(name);
  return times < 1 ? 0 : 1 + Math.floor(Math.log(times) / Math.log(stepRatio));
}

/** The middle of a step, as a value. */
function middleOf(name: VitalName, bucket: number): number {
  return bucket === 0 ? 0 : scaleStart(name) * stepRatio ** (bucket - 0.5);
}

/**
 * The values below which these shares (0 to 1) of a histogram lie, to 5 %. `counts` has how many
 * values each step holds; an empty one gives nulls.
 */
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
