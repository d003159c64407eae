import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { beaconText } from "../../../platform/web/visit-beacon.ts";
import { maxBeaconBytes, readBeacon } from "./beacon.server.ts";

const id = randomUUID();

test("a link's text is read as its kind and listing", () => {
  const text = beaconText("whatsapp", id);
  expect(text.length).toBeLessThan(maxBeaconBytes);
  expect(readBeacon(text)).toEqual({ kind: "whatsapp", id });
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
