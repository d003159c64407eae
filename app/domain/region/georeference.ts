import { landmarks, locationReferences, type Reference, type RegionPoint } from "./gazetteer.ts";
import type { Position } from "./position.ts";

/** Points known both on the map and on the drawing (docs/decisions/027). */
export const references: readonly Reference[] = [
  ...Object.values(locationReferences),
  ...landmarks,
];

type Pair = readonly [number, number];

const asPair = ({ latitude, longitude }: Position): Pair => [longitude, latitude];

const toDrawing = interpolate(
  references.map(({ position, point }) => [asPair(position), [point.x, point.y]]),
);
const toEarth = interpolate(
  references.map(({ position, point }) => [[point.x, point.y], asPair(position)]),
);

/** Point of a position on the drawing; the references are exactly on their dots. */
export function drawingPointOf(position: Position): RegionPoint {
  const [x, y] = toDrawing(asPair(position));
  return { x: Math.round(x), y: Math.round(y) };
}

/** Position of a point, to 100 m, as far as a drawing that isn't to scale allows. */
export function positionAt({ x, y }: RegionPoint): Position {
  const [longitude, latitude] = toEarth([x, y]);
  return { latitude: Number(latitude.toFixed(3)), longitude: Number(longitude.toFixed(3)) };
}

/**
 * Returns an affine map fitted to all references, corrected by the mean of its errors at them,
 * weighted by the inverse square of the distance.
 */
function interpolate(known: readonly (readonly [Pair, Pair])[]): (from: Pair) => Pair {
  const fits = [0, 1].map((axis) =>
    fitPlane(known.map(([from, to]) => [from[0], from[1], to[axis as 0 | 1]])),
  );
  const affine = ([x, y]: Pair): Pair => {
    const [first = 0, second = 0] = fits.map(([a, b, c]) => a * x + b * y + c);
    return [first, second];
  };
  const scale = spread(known.map(([from]) => from));
  return (from) => {
    const [x, y] = affine(from);
    let sum = 0;
    let [dx, dy] = [0, 0];
    for (const [at, to] of known) {
      const square = ((from[0] - at[0]) / scale[0]) ** 2 + ((from[1] - at[1]) / scale[1]) ** 2;
      if (square < 1e-12) return to;
      const [px, py] = affine(at);
      dx += (to[0] - px) / square;
      dy += (to[1] - py) / square;
      sum += 1 / square;
    }
    return [x + dx / sum, y + dy / sum];
  };
}

function spread(points: Pair[]): Pair {
  const range = (values: number[]) => Math.max(...values) - Math.min(...values);
  return [range(points.map(([x]) => x)), range(points.map(([, y]) => y))];
}

/** Fits the least-squares plane z = ax + by + c by the normal equations. */
function fitPlane(points: [number, number, number][]): [number, number, number] {
  const mean = (index: 0 | 1 | 2) =>
    points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [mx, my, mz] = [mean(0), mean(1), mean(2)];
  let [xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0];
  for (const [x, y, z] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
    xz += (x - mx) * (z - mz);
    yz += (y - my) * (z - mz);
  }
  const determinant = xx * yy - xy * xy;
  const a = (xz * yy - yz * xy) / determinant;
  const b = (yz * xx - xz * xy) / determinant;
  return [a, b, mz - a * mx - b * my];
}
