import { afterEach, expect, test, vi } from "vitest";
import { isDataExpensive } from "./strip.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [undefined, false],
  [{ effectiveType: "4g", type: "wifi" }, false],
  [{ saveData: true }, true],
  [{ effectiveType: "3g" }, true],
  [{ type: "cellular" }, true],
])("photos don't turn by themselves where data is expensive or slow (%o: %s)", (connection, is) => {
  vi.stubGlobal("navigator", { connection });
  expect(isDataExpensive()).toBe(is);
});
