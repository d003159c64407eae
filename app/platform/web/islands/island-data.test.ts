import { expect, test } from "vitest";
import { readIslandData, writeIslandData } from "./island-data.ts";

test("an island's props are read as they were written, with their dates", () => {
  const props = {
    title: 'Rancho "do Lago"',
    readAt: new Date("2026-11-27T06:00:00Z"),
    seasons: [{ createdAt: new Date(0), price: null }],
    text: "2026-11-27T06:00:00.000Z",
  };
  expect(readIslandData(writeIslandData(props))).toEqual(props);
});
