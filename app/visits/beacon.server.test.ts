import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { markAsked } from "../listings/asked/asked-mark.ts";
import {
  type AskedSearch,
  mostBedrooms,
  mostPeople,
  writeAsked,
} from "../listings/asked/asked-search.ts";
import { filterFlags, leisureOptions } from "../listings/fields.ts";
import { visitMark } from "../site/visit-mark.ts";
import { maxBeaconBytes, readBeacon } from "./beacon.server.ts";

const id = randomUUID();
const others = Array.from({ length: 11 }, () => randomUUID());

/** A search with every filter, in the longest words. */
function askedForAll(): AskedSearch {
  return {
    localizacao: "São João Batista do Glória",
    month: "2026-10",
    holiday: "Nossa Senhora Aparecida",
    pessoas: mostPeople,
    quartos: mostBedrooms,
    q: 100_000,
    total: "nights",
    semPreco: true,
    amenities: [...leisureOptions, ...filterFlags.map(({ name }) => name)],
  };
}

test("a mark on a page is read as its kind and listings", () => {
  expect(readBeacon(visitMark("whatsapp", id))).toEqual({
    kind: "whatsapp",
    ids: [id],
    asked: null,
  });
  const dates = ["2026-12-11", "2026-12-13"];
  const asked = askedForAll();
  const search = visitMark("busca", ...dates, markAsked(asked), id, ...others);
  expect(search.length).toBeLessThan(maxBeaconBytes);
  const counted = {
    localizacao: asked.localizacao,
    asked: writeAsked({ ...asked, localizacao: null }),
  };
  expect(readBeacon(search)).toEqual({ kind: "busca", ids: [id, ...others], asked: counted });
  const none = visitMark("busca", markAsked(asked));
  expect(readBeacon(none)).toEqual({ kind: "busca", ids: [], asked: counted });
});

test("a listing counts once in a page of results", () => {
  expect(readBeacon(`busca ${id} ${id}`)).toEqual({ kind: "busca", ids: [id], asked: null });
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
  "busca ?",
  "busca ?pets=2",
  `visita ?pets=1`,
  `{"kind":"visita","id":"${id}"}`,
])("%s isn't a beacon", (text) => {
  expect(readBeacon(text)).toBeNull();
});
