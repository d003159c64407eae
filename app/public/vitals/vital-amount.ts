import type { VitalName } from "./vitals.ts";

/** Formats milliseconds, or CLS, which has no unit. */
export function formatVital(metric: VitalName, value: number | null): string {
  if (value === null) return "-";
  return metric === "CLS" ? value.toFixed(3).replace(".", ",") : `${Math.round(value)} ms`;
}
