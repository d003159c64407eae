import type { Position } from "./position.ts";
import { type DrawnLocation, locationPoints, type RegionPoint } from "./region-points.ts";

/**
 * Positions to within about 2 km: towns at their centre, the others at a spot within them.
 * Capitólio, Piumhi, Guapé and São João Batista do Glória are published coordinates, the rest
 * estimates to be checked.
 */
const locationPositions: Record<DrawnLocation, Position> = {
  "Escarpas do Lago": { latitude: -20.652, longitude: -46.022 },
  Capitólio: { latitude: -20.6147, longitude: -46.0497 },
  "Serra da Canastra": { latitude: -20.33, longitude: -46.505 },
  "São João Batista do Glória": { latitude: -20.6356, longitude: -46.5058 },
  "Ponta do Sol": { latitude: -20.658, longitude: -46.13 },
  Funil: { latitude: -20.81, longitude: -46.28 },
  Turvo: { latitude: -20.638, longitude: -46.245 },
  Dique: { latitude: -20.632, longitude: -46.078 },
  Guapé: { latitude: -20.7619, longitude: -45.9181 },
  Piumhi: { latitude: -20.4656, longitude: -45.9583 },
};

export interface Landmark {
  /** Id of the page /detalhes/{id}. */
  id: number;
  name: string;
  position: Position;
  point: RegionPoint;
}

/** Positions to within about 2 km, which are also to be checked. */
export const landmarks: readonly Landmark[] = [
  {
    id: 1,
    name: "Cânions de Furnas",
    position: { latitude: -20.657, longitude: -46.258 },
    point: { x: 362, y: 392 },
  },
  {
    id: 2,
    name: "Mirante dos Cânions",
    position: { latitude: -20.664, longitude: -46.266 },
    point: { x: 312, y: 462 },
  },
  {
    id: 3,
    name: "Cachoeira Lagoa Azul",
    position: { latitude: -20.641, longitude: -46.23 },
    point: { x: 420, y: 350 },
  },
  {
    id: 4,
    name: "Complexo do Paraíso Perdido",
    position: { latitude: -20.627, longitude: -46.325 },
    point: { x: 236, y: 404 },
  },
  {
    id: 5,
    name: "Cachoeira Casca d’Anta",
    position: { latitude: -20.3075, longitude: -46.5217 },
    point: { x: 182, y: 146 },
  },
  {
    id: 6,
    name: "Parque Ecológico do Paredão",
    position: { latitude: -20.789, longitude: -45.976 },
    point: { x: 640, y: 596 },
  },
];

interface Reference {
  position: Position;
  point: RegionPoint;
}

/** Points known both on the map and on the drawing (docs/decisions/027). */
export const references: readonly Reference[] = [
  ...(Object.keys(locationPositions) as DrawnLocation[]).map((name) => ({
    position: locationPositions[name],
    point: locationPoints[name],
  })),
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
