/** A point in units of the drawing, from its top left corner. */
export interface RegionPoint {
  x: number;
  y: number;
}

/** The drawing is not to scale. */
export const regionSize = { width: 800, height: 880 } as const;

/** Points of the ten locations (spec §3). */
export const locationPoints = {
  "Escarpas do Lago": { x: 700, y: 414 },
  Capitólio: { x: 612, y: 268 },
  "Serra da Canastra": { x: 196, y: 160 },
  "São João Batista do Glória": { x: 122, y: 494 },
  "Ponta do Sol": { x: 470, y: 408 },
  Funil: { x: 276, y: 676 },
  Turvo: { x: 334, y: 352 },
  Dique: { x: 556, y: 330 },
  Guapé: { x: 726, y: 628 },
  Piumhi: { x: 668, y: 150 },
} as const satisfies Record<string, RegionPoint>;

export type DrawnLocation = keyof typeof locationPoints;
