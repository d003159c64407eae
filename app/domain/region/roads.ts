import { landmarks } from "./gazetteer.ts";
import { isLocation, type Location } from "./locations.ts";

/** A way by car; to the canyons, as far as the boats. */
export interface Road {
  /** Minutes, rounded to five. */
  minutes: number;
  isPaved: boolean;
  /** True on the other side of the lake: by ferry, or a long way round. */
  isAcross: boolean;
}

const paved = (minutes: number): Road => ({ minutes, isPaved: true, isAcross: false });
const dirt = (minutes: number): Road => ({ minutes, isPaved: false, isAcross: false });
const across = (minutes: number): Road => ({ minutes, isPaved: false, isAcross: true });

type Roads = readonly [Road, Road, Road, Road, Road, Road];

/**
 * Roads from each location to the landmarks, by their ids from 1 to 6. Estimates that someone of the region
 * has to check (docs/a-conferir.md).
 */
const roads: Readonly<Record<Location, Roads>> = {
  "Escarpas do Lago": [paved(35), paved(40), paved(35), dirt(60), dirt(130), across(85)],
  Capitólio: [paved(25), paved(30), paved(25), dirt(50), dirt(120), across(75)],
  "Serra da Canastra": [paved(110), paved(115), paved(110), dirt(135), dirt(50), across(165)],
  "São João Batista do Glória": [paved(50), paved(45), paved(50), dirt(40), dirt(120), across(130)],
  "Ponta do Sol": [dirt(30), dirt(35), dirt(30), dirt(55), dirt(125), across(85)],
  Funil: [across(90), across(95), across(90), across(100), across(190), dirt(90)],
  Turvo: [paved(5), paved(10), paved(5), dirt(30), dirt(130), across(95)],
  Dique: [paved(20), paved(25), paved(20), dirt(50), dirt(120), across(75)],
  Guapé: [across(100), across(105), across(100), across(125), across(190), dirt(20)],
  Piumhi: [paved(45), paved(50), paved(45), dirt(70), dirt(95), across(100)],
};

/** Finds a landmark's road from a location; null from elsewhere. */
export function findRoad(localizacao: string, landmarkId: number): Road | null {
  return isLocation(localizacao) ? (roads[localizacao][landmarkId - 1] ?? null) : null;
}

/** Lists the landmarks by their time from a location, the nearest first; none from elsewhere. */
export function listNearest(localizacao: string) {
  return landmarks
    .flatMap((landmark) => {
      const road = findRoad(localizacao, landmark.id);
      return road ? [{ ...landmark, road }] : [];
    })
    .sort((one, other) => one.road.minutes - other.road.minutes);
}

/** Writes "25 min" or "1 h 20 min". */
export function formatDrive({ minutes }: Road): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`];
  return parts.filter(Boolean).join("\u00a0");
}

/** Says "asfalto", "com estrada de terra", and where a landmark is across the lake. */
export function describeRoad({ isPaved, isAcross }: Road): string {
  if (isAcross) return "do outro lado do lago";
  return isPaved ? "asfalto" : "com estrada de terra";
}
