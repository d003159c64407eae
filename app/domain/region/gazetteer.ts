import type { Location } from "./locations.ts";
import type { Position } from "./position.ts";

/** A point in units of the drawing, from its top left corner. */
export interface RegionPoint {
  x: number;
  y: number;
}

export const regionSize = { width: 800, height: 880 } as const;

/**
 * Units per km: the median over all references more than 5 km apart. The drawing isn't to scale: a
 * tenth of them is below 7, another above 16.
 */
export const unitsPerKm = 11.7;

/** The position of a place on the drawing and on Earth. */
export interface Reference {
  point: RegionPoint;
  position: Position;
}

function at([x, y]: [number, number], [latitude, longitude]: [number, number]): Reference {
  return { point: { x, y }, position: { latitude, longitude } };
}

/**
 * Positions to within about 2 km: towns at their centre, the others at a spot within them.
 * Capitólio, Piumhi, Guapé and São João Batista do Glória are published coordinates, the rest
 * estimates to be checked.
 */
export const locationReferences: Readonly<Record<Location, Reference>> = {
  "Escarpas do Lago": at([700, 414], [-20.652, -46.022]),
  Capitólio: at([612, 268], [-20.6147, -46.0497]),
  "Serra da Canastra": {
    ...at([196, 160], [-20.33, -46.505]),
  },
  "São João Batista do Glória": {
    ...at([122, 494], [-20.6356, -46.5058]),
  },
  "Ponta do Sol": at([470, 408], [-20.658, -46.13]),
  Funil: at([276, 676], [-20.81, -46.28]),
  Turvo: at([334, 352], [-20.638, -46.245]),
  Dique: at([556, 330], [-20.632, -46.078]),
  Guapé: at([726, 628], [-20.7619, -45.9181]),
  Piumhi: at([668, 150], [-20.4656, -45.9583]),
};

export interface Landmark extends Reference {
  /** Number of the page /detalhes/{id}. */
  id: number;
  name: string;
}

/** Positions to within about 2 km, which are also to be checked. */
export const landmarks: readonly Landmark[] = [
  { id: 1, name: "Cânions de Furnas", ...at([362, 392], [-20.657, -46.258]) },
  { id: 2, name: "Mirante dos Cânions", ...at([312, 462], [-20.664, -46.266]) },
  { id: 3, name: "Cachoeira Lagoa Azul", ...at([420, 350], [-20.641, -46.23]) },
  { id: 4, name: "Complexo do Paraíso Perdido", ...at([236, 404], [-20.627, -46.325]) },
  { id: 5, name: "Cachoeira Casca d’Anta", ...at([182, 146], [-20.3075, -46.5217]) },
  { id: 6, name: "Parque Ecológico do Paredão", ...at([640, 596], [-20.789, -45.976]) },
];
