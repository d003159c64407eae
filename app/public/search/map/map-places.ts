import { locationReferences, type RegionPoint } from "../../../domain/region/gazetteer.ts";
import { type Location, locationOptions } from "../../../domain/region/locations.ts";

/** One house or several at a point of the drawing. */
export interface Spot {
  ids: readonly string[];
  point: RegionPoint;
  /** The price of a house whose point is known; null if only the house's place is known. */
  price: string | null;
  /** The location; null for houses of several. */
  place: string | null;
  /** True if nobody has vouched lately that any of them is free on the dates asked for. */
  isUnconfirmed: boolean;
}

/** Room that a label takes on a phone, in units of the drawing. */
const labelRoom = { width: 150, height: 56 } as const;

/** Joins the spots whose labels would lie on each other, in the order given. */
export function pileUp(spots: readonly Spot[]): Spot[] {
  const groups: Spot[][] = [];
  for (const spot of spots) {
    const near = groups.filter((group) => group.some(({ point }) => isNear(spot.point, point)));
    const [first, ...others] = near;
    if (!first) groups.push([spot]);
    else {
      first.push(spot, ...others.flat());
      for (const other of others) groups.splice(groups.indexOf(other), 1);
    }
  }
  return groups.map(join);
}

/** Moves marks of places aside, down or up, until they lie on none of the others. */
export function makeRoom(places: readonly Spot[], others: readonly Spot[]): Spot[] {
  const settled = [...others];
  return places.map((place) => {
    const steps = [0, 1, -1, 2, -2].map((step) => step * labelRoom.height);
    const points = steps.map((step) => ({ x: place.point.x, y: place.point.y + step }));
    const free = points.find((point) => !settled.some((other) => isNear(point, other.point)));
    const moved = { ...place, point: free ?? place.point };
    settled.push(moved);
    return moved;
  });
}

/** Lists the locations whose names the marks leave room for. */
export function listUnmarked(marks: readonly Spot[]): Location[] {
  return locationOptions.filter((name) =>
    marks.every(({ point }) => !isNear(point, locationReferences[name].point)),
  );
}

function join(group: readonly Spot[]): Spot {
  const [only, ...others] = group;
  if (only && others.length === 0) return only;
  return {
    ids: group.flatMap((spot) => spot.ids),
    point: middleOf(group.map(({ point }) => point)),
    price: null,
    place: only && others.every(({ place }) => place === only.place) ? only.place : null,
    isUnconfirmed: group.every((spot) => spot.isUnconfirmed),
  };
}

function isNear(one: RegionPoint, other: RegionPoint): boolean {
  return (
    Math.abs(one.x - other.x) < labelRoom.width && Math.abs(one.y - other.y) < labelRoom.height
  );
}

function middleOf(points: readonly RegionPoint[]): RegionPoint {
  const mean = (values: number[]) =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
}
