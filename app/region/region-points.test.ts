import { expect, test } from "vitest";
import { locationOptions } from "../listings/fields.ts";
import { locationPoints, regionSize } from "./region-points.ts";

test("every location of an ad has a point within the drawing", () => {
  expect(Object.keys(locationPoints).sort()).toEqual([...locationOptions].sort());
  for (const { x, y } of Object.values(locationPoints)) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(regionSize.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(regionSize.height);
  }
});
