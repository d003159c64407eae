import { expect, test } from "vitest";
import { routePattern } from "../../platform/web/pages/route-table.server.ts";
import { bucketOf, percentiles, reportSchema, type VitalName } from "./vitals.ts";

function histogram(name: VitalName, values: number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) {
    const bucket = bucketOf(name, value);
    if (bucket !== null) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return counts;
}

test.each([
  { name: "LCP" as const, times: 1 },
  { name: "CLS" as const, times: 0.001 },
])("percentiles of $name are accurate to 5 %", ({ name, times }) => {
  const values = Array.from({ length: 1000 }, (_, n) => (n + 1) * 5 * times);
  const [p50, p75, p95] = percentiles(name, histogram(name, values), [0.5, 0.75, 0.95]);
  const off = [
    (p50 ?? 0) / (2500 * times),
    (p75 ?? 0) / (3750 * times),
    (p95 ?? 0) / (4750 * times),
  ];
  for (const ratio of off) expect(Math.abs(ratio - 1)).toBeLessThan(0.051);
});

test("one value is every percentile, no values give nulls, and most pages have no shifts", () => {
  const one = percentiles("INP", histogram("INP", [80]), [0.5, 0.95]);
  expect(one[0]).toBe(one[1]);
  expect(Math.abs((one[0] ?? 0) / 80 - 1)).toBeLessThan(0.05);
  expect(percentiles("INP", new Map(), [0.5, 0.75])).toEqual([null, null]);
  expect(percentiles("CLS", histogram("CLS", [0, 0, 0, 0.3]), [0.5, 0.75])).toEqual([0, 0]);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 600_001])(
  "%d ms was not measured",
  (value) => {
    expect(bucketOf("LCP", value)).toBeNull();
  },
);

test("a page's route id becomes its pattern, and other ids are refused", () => {
  const routes = {
    root: { path: "" },
    home: { parentId: "root", index: true },
    guard: { parentId: "root" },
    edit: { parentId: "guard", path: "posts/edit/:id" },
  };
  expect(routePattern(routes, "home")).toBe("/");
  expect(routePattern(routes, "edit")).toBe("/posts/edit/:id");
  for (const id of ["root", "guard", "/posts/edit/1", "__proto__", "constructor", ""]) {
    expect(routePattern(routes, id)).toBeNull();
  }
});

test.each([
  null,
  "LCP",
  [],
  {},
  { route: "home" },
  { route: 1, metrics: {} },
  { route: "home", metrics: { LCP: "12" } },
  { route: "x".repeat(101), metrics: {} },
])("%j is not a report", (report) => {
  expect(reportSchema.safeParse(report).success).toBe(false);
});
