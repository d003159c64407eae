import type { Likeness } from "../../listings/listing.ts";
import { centsOf } from "../../prices/money.ts";
import { locationReferences, type RegionPoint } from "../../region/gazetteer.ts";
import { isLocation, locationOptions } from "../../region/locations.ts";
import { locationBits, traitBits } from "./row-bits.ts";

/** Counts as much as twice the price or twice the guests, and more with the distance. */
const otherLocation = 1;
/** Distance in units of the drawing that counts as much again. */
const farther = 400;
/** Difference if a price or number of guests is missing on one side. */
const unknown = 0.5;

/** Returns a function of a listing's columns in the index; 0 means no difference. */
export function prepareDifference({ localizacao, valorFds, quantidadeMaximaPessoas }: Likeness) {
  const weekend = valorFds ? centsOf(valorFds) : 0;
  const people = quantidadeMaximaPessoas ?? 0;
  const byLocation = distancesFrom(localizacao);
  return (traits: number, otherWeekend: number, otherPeople: number): number =>
    (byLocation.get(traits & locationBits) ?? otherLocation) +
    difference(weekend, otherWeekend) +
    difference(people, otherPeople);
}

/** Difference of two amounts: 0 if they are equal, 1 if one is twice the other. */
function difference(one: number, other: number): number {
  if (one === other) return 0;
  if (one === 0 || other === 0) return unknown;
  return Math.max(one, other) / Math.min(one, other) - 1;
}

/** Distances from a location, by the bit of the other one. */
function distancesFrom(localizacao: string): Map<number, number> {
  const from = isLocation(localizacao) ? locationReferences[localizacao].point : null;
  return new Map(
    locationOptions.map((name) => {
      const away = from ? distance(from, locationReferences[name].point) / farther : 0;
      return [traitBits([name]), name === localizacao ? 0 : otherLocation + away];
    }),
  );
}

function distance(one: RegionPoint, other: RegionPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
