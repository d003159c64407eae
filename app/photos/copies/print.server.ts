import { averageCells, type Luma, type Margins, wholePicture } from "./luma.server.ts";

/** Per cent cut off on each side: a crop is recognised by its likeness to one of these. */
export const cropSteps = [4, 8] as const;

/** Hashes of a photo and of crops of it, 64 bits each as text of 0 and 1. */
export interface Print {
  whole: string;
  /** One hash for each of {@link cropSteps}, in the same order. */
  crops: string[];
}

const allAround = (share: number): Margins => ({
  left: share,
  right: share,
  top: share,
  bottom: share,
});

/** Cells per side; each bit says which of two neighbouring cells is brighter. */
const cells = 8;

/**
 * Least standard deviation of the cells from an even gradient, out of 255. Open sky, a wall or fog would
 * resemble each other's whatever they show.
 */
const minDetail = 6;

/** Null for a picture that shows too little to be told from others. */
export function makePrint(luma: Luma): Print | null {
  if (measureDetail(luma) < minDetail) return null;
  return {
    whole: hashOf(luma, wholePicture),
    crops: cropSteps.map((step) => hashOf(luma, allAround(step / 100))),
  };
}

/** Half of the bits compare cells along even rows, half along columns: {@link mirror} can follow. */
function hashOf(luma: Luma, margins: Margins): string {
  const across = averageCells(luma, margins, cells + 1, cells);
  const down = averageCells(luma, margins, cells, cells + 1);
  const bits: boolean[] = [];
  for (let y = 0; y < cells; y += 2) {
    for (let x = 0; x < cells; x++) {
      const at = y * (cells + 1) + x;
      bits.push((across[at] ?? 0) < (across[at + 1] ?? 0));
    }
  }
  for (let y = 0; y < cells; y += 2) {
    for (let x = 0; x < cells; x++) {
      const at = y * cells + x;
      bits.push((down[at] ?? 0) < (down[at + cells] ?? 0));
    }
  }
  return spread((at) => bits[at] ?? false);
}

/**
 * Writes neighbouring bits into different quarters. Neighbours resemble each other, so quarters made of them
 * would have few values, and an index of those would find half of all photos.
 */
function spread(bitAt: (at: number) => boolean): string {
  const length = cells * cells;
  return Array.from({ length }, (_, place) => (bitAt(bitOf(place)) ? "1" : "0")).join("");
}

const quarter = (cells * cells) / 4;
const bitOf = (place: number) => (place % quarter) * 4 + Math.floor(place / quarter);
const placeOf = (bit: number) => (bit % 4) * quarter + Math.floor(bit / 4);

const acrossBits = (cells * cells) / 2;

/** The hash of the mirrored picture. */
export function mirror(hash: string): string {
  return spread((at) => {
    const opposite = at - 2 * (at % cells) + cells - 1;
    const isBrighter = hash[placeOf(opposite)] === "1";
    return at < acrossBits ? !isBrighter : isBrighter;
  });
}

function measureDetail(luma: Luma): number {
  const found = averageCells(luma, wholePicture, cells, cells);
  const middle = (cells - 1) / 2;
  const spread = found.reduce((all, _, at) => all + ((at % cells) - middle) ** 2, 0);
  const mean = found.reduce((all, cell) => all + cell, 0) / found.length;
  const slope = (position: (at: number) => number) =>
    found.reduce((all, cell, at) => all + cell * position(at), 0) / spread;
  const column = (at: number) => (at % cells) - middle;
  const row = (at: number) => Math.floor(at / cells) - middle;
  const [across, down] = [slope(column), slope(row)];
  const rest = found.map((cell, at) => cell - mean - across * column(at) - down * row(at));
  return Math.sqrt(rest.reduce((all, one) => all + one * one, 0) / rest.length);
}
