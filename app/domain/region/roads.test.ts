import { expect, test } from "vitest";
import { landmarks, locationReferences } from "./gazetteer.ts";
import { locationOptions } from "./locations.ts";
import { distanceKm } from "./position.ts";
import { describeRoad, findRoad, formatDrive, listNearest } from "./roads.ts";

test("every location has a road to every landmark, no faster than a straight line allows", () => {
  for (const name of locationOptions) {
    for (const { id, position } of landmarks) {
      const road = findRoad(name, id);
      const km = distanceKm(locationReferences[name].position, position);
      // Not even the MG-050 allows 80 km/h on the way.
      expect(road?.minutes, `${name} ${id}`).toBeGreaterThanOrEqual((km / 80) * 60 - 5);
      expect((road?.minutes ?? 1) % 5).toBe(0);
    }
  }
});

test("the landmarks nearest by road come first, whatever the straight line", () => {
  expect(listNearest("Capitólio").map(({ name }) => name)).toEqual([
    ...["Cânions de Furnas", "Cachoeira Lagoa Azul", "Mirante dos Cânions"],
    ...["Complexo do Paraíso Perdido", "Parque Ecológico do Paredão", "Cachoeira Casca d’Anta"],
  ]);
  expect(listNearest("Guapé")[0]?.name).toBe("Parque Ecológico do Paredão");
  expect(listNearest("Atlântida")).toEqual([]);
});

test("a road is described with its time and surface", () => {
  const road = { minutes: 80, isPaved: false, isAcross: false };
  expect(formatDrive(road)).toBe("1\u00a0h\u00a020\u00a0min");
  expect(formatDrive({ ...road, minutes: 25 })).toBe("25\u00a0min");
  expect(formatDrive({ ...road, minutes: 120 })).toBe("2\u00a0h");
  expect(describeRoad(road)).toBe("com estrada de terra");
  expect(describeRoad({ ...road, isPaved: true })).toBe("asfalto");
  expect(describeRoad({ ...road, isAcross: true })).toBe("do outro lado do lago");
});
