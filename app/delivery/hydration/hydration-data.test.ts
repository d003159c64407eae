import { expect, test } from "vitest";
import { readHydrationData, writeHydrationData } from "./hydration-data.ts";

test("hydration data is read as it was written", () => {
  const data = {
    context: { basename: "/" },
    before: ["/assets/manifest.js"],
    routes: { root: ["/assets/root.js"] },
    data: '[{"_1":2},"title","Rancho \\"do Lago\\"\\nàs margens"]\nP2:[1]\n',
  };
  expect(readHydrationData(writeHydrationData(data))).toEqual(data);
});
