import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { visitMark } from "../site/visit-mark.ts";
import { maxBeaconBytes, readBeacon } from "./beacon.server.ts";

const id = randomUUID();
const others = Array.from({ length: 11 }, () => randomUUID());

test("a mark on a page is read as its kind and listings", () => {
  expect(readBeacon(visitMark("whatsapp", id))).toEqual({ kind: "whatsapp", ids: [id] });
  const search = visitMark("busca", "2026-12-11", "2026-12-13", id, ...others);
  expect(search.length).toBeLessThan(maxBeaconBytes);
  expect(readBeacon(search)).toEqual({ kind: "busca", ids: [id, ...others] });
});

test("a listing counts once in a page of results", () => {
  expect(readBeacon(`busca ${id} ${id}`)).toEqual({ kind: "busca", ids: [id] });
});

test.each([
  "",
  "visita",
  "visita 1",
  id,
  `Visita ${id}`,
  `toString ${id}`,
  ` visita ${id}`,
  `visita ${id} ${others[0]}`,
  `busca ${[id, randomUUID(), ...others].join(" ")}`,
  `{"kind":"visita","id":"${id}"}`,
])("%s isn't a beacon", (text) => {
  expect(readBeacon(text)).toBeNull();
});
