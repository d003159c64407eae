import { averageCells, type Luma, type Margins, wholePicture } from "./luma.server.ts";

/** Cells per side in which pictures are compared. */
const cells = 16;

/** Neighbours on each side whose average is taken off a cell, which leaves shapes without the light. */
const reach = 2;

/**
 * Of 71 photographs, every altered copy reached 0.90; two parts of different ones 0.87 at most, and whole
 * ones 0.61.
 */
export const minLikeness = 0.88;

const cuts = [0, 0.04, 0.08];

/** Crops of up to 8 % a side, also uneven ones. */
const crops: Margins[] = cuts.flatMap((left) =>
  cuts.flatMap((right) =>
    cuts.flatMap((top) => cuts.map((bottom) => ({ left, right, top, bottom }))),
  ),
);

/** A caption may cover a quarter of the picture, above or below. */
const spans = [
  [0, cells],
  [0, (cells * 3) / 4],
  [cells / 4, cells],
] as const;

/**
 * How alike two pictures are, 1 being the same: the best correlation of their shapes if one may be a crop of
 * the other, mirrored or not, with a caption or not.
 */
export function likenessOf(one: Luma, other: Luma): number {
  const [wholeOne, wholeOther] = [shapesOf(one, wholePicture), shapesOf(other, wholePicture)];
  let best = -1;
  for (const crop of crops) {
    const [croppedOne, croppedOther] = [shapesOf(one, crop), shapesOf(other, crop)];
    for (const [a, b] of [
      [wholeOne, croppedOther],
      [croppedOne, wholeOther],
    ] as const) {
      for (const candidate of [b, mirrorOf(b)]) {
        for (const [from, to] of spans) {
          best = Math.max(best, correlate(a, candidate, from * cells, to * cells));
        }
      }
    }
  }
  return best;
}

function shapesOf(luma: Luma, margins: Margins): number[] {
  const light = averageCells(luma, margins, cells, cells);
  return light.map((cell, at) => {
    const [x, y] = [at % cells, Math.floor(at / cells)];
    let sum = 0;
    let count = 0;
    for (let row = Math.max(0, y - reach); row <= Math.min(cells - 1, y + reach); row++) {
      for (
        let column = Math.max(0, x - reach);
        column <= Math.min(cells - 1, x + reach);
        column++
      ) {
        sum += light[row * cells + column] ?? 0;
        count++;
      }
    }
    return cell - sum / count;
  });
}

function mirrorOf(shapes: number[]): number[] {
  return shapes.map((_, at) => shapes[at - 2 * (at % cells) + cells - 1] ?? 0);
}

/** Pearson's correlation of two stretches, 0 if one of them is even. */
function correlate(one: number[], other: number[], from: number, to: number): number {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let at = from; at < to; at++) {
    const [a = 0, b = 0] = [one[at], other[at]];
    sumA += a;
    sumB += b;
    sumAA += a * a;
    sumBB += b * b;
    sumAB += a * b;
  }
  const n = to - from;
  const spread = (sumAA - (sumA * sumA) / n) * (sumBB - (sumB * sumB) / n);
  return spread > 0 ? (sumAB - (sumA * sumB) / n) / Math.sqrt(spread) : 0;
}
