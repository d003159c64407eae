/** Two photos as the page showed them. */
export interface SeenPair {
  earlierId: string;
  laterId: string;
}

/** Ten photos of an ad and ten of another. */
export const maxSeenPairs = 100;

export function writeSeenPairs(pairs: readonly SeenPair[]): string {
  return pairs
    .slice(0, maxSeenPairs)
    .map(({ earlierId, laterId }) => `${earlierId}_${laterId}`)
    .join(" ");
}

export function readSeenPairs(text: string): SeenPair[] {
  return text
    .split(" ", maxSeenPairs)
    .map((pair) => pair.split("_"))
    .map(([earlierId = "", laterId = ""]) => ({ earlierId, laterId }));
}
