import { expect, test } from "vitest";
import { regionSize, unitsPerKm } from "./gazetteer.ts";
import { drawingPointOf, positionAt, references } from "./georeference.ts";
import { blurPosition, distanceKm, isInRegion, regionBounds } from "./position.ts";

const capitolio = { latitude: -20.6147, longitude: -46.0497 };
const piumhi = { latitude: -20.4656, longitude: -45.9583 };

test("distances are great circles", () => {
  expect(distanceKm(capitolio, capitolio)).toBe(0);
  expect(distanceKm(capitolio, piumhi)).toBeCloseTo(19.1, 1);
  // The points are a degree of latitude apart.
  expect(
    distanceKm({ latitude: -20, longitude: -46 }, { latitude: -21, longitude: -46 }),
  ).toBeCloseTo(111.2, 1);
});

test("the ten locations and six places fall on their dots, and taps on a dot near the place", () => {
  expect(references).toHaveLength(10 + 6);
  for (const { position, point } of references) {
    expect(point.x > 0 && point.x < regionSize.width).toBe(true);
    expect(point.y > 0 && point.y < regionSize.height).toBe(true);
    expect(drawingPointOf(position)).toEqual(point);
    expect(distanceKm(positionAt(point), position)).toBeLessThan(0.2);
    expect(isInRegion(position)).toBe(true);
  }
});

test("the drawing's scale is the median of its distances", () => {
  const scales = references.flatMap((one, index) =>
    references.slice(index + 1).flatMap((other) => {
      const km = distanceKm(one.position, other.position);
      const units = Math.hypot(one.point.x - other.point.x, one.point.y - other.point.y);
      return km > 5 ? [units / km] : [];
    }),
  );
  const sorted = scales.sort((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeCloseTo(unitsPerKm, 1);
});

test("a tap's position is drawn roughly at the tap", () => {
  for (let x = 100; x <= 700; x += 50) {
    for (let y = 150; y <= 650; y += 50) {
      const back = drawingPointOf(positionAt({ x, y }));
      expect(Math.hypot(back.x - x, back.y - y), `${x}, ${y}`).toBeLessThan(60);
    }
  }
});

test("any tap on the drawing is a position in the region", () => {
  for (let x = 0; x <= regionSize.width; x += 20) {
    for (let y = 0; y <= regionSize.height; y += 20) {
      expect(isInRegion(positionAt({ x, y })), `${x}, ${y}`).toBe(true);
    }
  }
});

test("a blurred position is within a kilometre, and the same for all of its surroundings", () => {
  const { south, west } = regionBounds;
  const blurred = new Set<string>();
  for (let n = 0; n < 1000; n++) {
    const position = { latitude: south + n * 0.00113, longitude: west + n * 0.00137 };
    const shown = blurPosition(position);
    expect(distanceKm(position, shown)).toBeLessThan(1);
    expect(blurPosition(shown)).toEqual(shown);
    blurred.add(JSON.stringify(shown));
  }
  expect(blurred.size).toBeLessThan(300);
  expect(blurPosition(capitolio)).toEqual({ latitude: -20.615, longitude: -46.045 });
  expect(blurPosition({ latitude: -20.6101, longitude: -46.0499 })).toEqual(
    blurPosition({ latitude: -20.6199, longitude: -46.0401 }),
  );
});
