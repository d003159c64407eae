import { expect, test } from "vitest";
import { makeRoom, pileUp, type Spot } from "./map-places.ts";

const house = (id: string, x: number, y: number): Spot => ({
  ids: [id],
  point: { x, y },
  price: `R$ ${id}`,
  place: "Turvo",
  isUnconfirmed: true,
});
const pile = { price: null, place: "Turvo", isUnconfirmed: true };

test("houses with overlapping labels make a pile in their middle", () => {
  const far = house("c", 700, 100);
  expect(pileUp([house("a", 100, 100), house("b", 140, 120), far])).toEqual([
    { ...pile, point: { x: 120, y: 110 }, ids: ["a", "b"] },
    far,
  ]);
});

test("a pile has a place's name if all are there, and is unconfirmed if all are", () => {
  const other: Spot = { ...house("b", 140, 120), place: "Dique", isUnconfirmed: false };
  expect(pileUp([house("a", 100, 100), other])).toMatchObject([
    { place: null, isUnconfirmed: false },
  ]);
});

test("a house between two others joins them", () => {
  const spots = [house("a", 100, 100), house("c", 380, 100), house("b", 240, 100)];
  expect(pileUp(spots)).toEqual([{ ...pile, point: { x: 240, y: 100 }, ids: ["a", "b", "c"] }]);
});

test("the mark of a place makes room for a house's", () => {
  const place: Spot = { ...pile, ids: ["x", "y"], point: { x: 110, y: 110 } };
  const far: Spot = { ...pile, ids: ["z"], point: { x: 600, y: 110 } };
  expect(makeRoom([place, far], [house("a", 100, 100)])).toEqual([
    { ...place, point: { x: 110, y: 166 } },
    far,
  ]);
});
