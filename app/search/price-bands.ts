/** How wide the bands are that prices are sorted into, in whole BRL; each is cut into whole next ones. */
const bandWidths = [2500, 50, 1] as const;

/** Neighbouring bands of one width, counted from 0: the first and the last of them. */
export interface Bands {
  width: (typeof bandWidths)[number];
  first: number;
  last: number;
}

/**
 * The fewest bands that hold exactly the prices up to `limit` whole BRL, cents rounded up: up to
 * R$ 99.999 never more than 137, and 11 for R$ 500.
 */
export function priceBands(limit: number): Bands[] {
  let covered = 0;
  return bandWidths.flatMap((width) => {
    const first = covered / width;
    const end = Math.floor((limit + 1) / width);
    covered = end * width;
    return end > first ? [{ width, first, last: end - 1 }] : [];
  });
}
