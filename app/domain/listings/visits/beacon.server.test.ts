import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { visitMark } from "../../../platform/web/visit-mark.ts";
import { maxBeaconBytes, readBeacon } from "./beacon.server.ts";

const id = randomUUID();

test("a mark on a page is read as its kind and listing", () => {
  const mark = visitMark("whatsapp", id);
  expect(mark.length).toBeLessThan(maxBeaconBytes);
  expect(readBeacon(mark)).toEqual({ kind: "whatsapp", id });
});

test.each([
  "",
  "visita",
  "visita 1",
  id,
  `Visita ${id}`,
  `toString ${id}`,
  ` visita ${id}`,
  `visita ${id} ${randomUUID()}`,
  `guardado ${id}`,
  `{"kind":"visita","id":"${id}"}`,
])("%s isn't a beacon", (text) => {
  expect(readBeacon(text)).toBeNull();
});
