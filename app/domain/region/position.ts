/** Degrees in WGS 84. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** The region: the lake, Capitólio and the Serra da Canastra, with some room. */
export const regionBounds = { south: -21.15, north: -20.0, west: -47.0, east: -45.6 } as const;

export function isInRegion({ latitude, longitude }: Position): boolean {
  const { south, north, west, east } = regionBounds;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Radius in km of a sphere with the Earth's mean curvature. */
const earthRadius = 6371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Distance in a straight line. */
export function distanceKm(from: Position, to: Position): number {
  const half = (one: number, other: number) => Math.sin(radians(other - one) / 2) ** 2;
  const chord =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      half(from.longitude, to.longitude);
  return 2 * earthRadius * Math.asin(Math.sqrt(chord));
}

/** Degrees per cell: 1.1 km from north to south. */
const cell = 0.01;

/**
 * Returns the middle of a cell of a fixed grid, at most 800 m away: neither repeated edits nor the
 * published rule reveal the position.
 */
export function blurPosition({ latitude, longitude }: Position): Position {
  return { latitude: middleOfCell(latitude), longitude: middleOfCell(longitude) };
}

function middleOfCell(degrees: number): number {
  return Number(((Math.floor(degrees / cell) + 0.5) * cell).toFixed(3));
}

/** Writes "-20.6147, -46.0497", with at most six decimals (10 cm). */
export function formatPosition({ latitude, longitude }: Position): string {
  return `${trim(latitude)}, ${trim(longitude)}`;
}

function trim(degrees: number): string {
  return String(Number(degrees.toFixed(6)));
}

export function googleMapsUrl(position: Position): string {
  const query = formatPosition(position).replace(" ", "");
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
