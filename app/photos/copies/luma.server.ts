import sharp from "sharp";
import { photoWidths } from "../photo.ts";

/** Part of a picture, as the share cut off on each side. */
export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const wholePicture: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

/** Brightness of a picture, as sums from which the average of any part follows in constant time. */
export interface Luma {
  width: number;
  height: number;
  /** Sum of everything above and to the left of each corner, row by row. */
  sums: Float64Array;
}

/** Throws if the picture can't be read. */
export async function readLuma(picture: Uint8Array): Promise<Luma> {
  const { data, info } = await sharp(picture)
    .resize({ width: photoWidths[0], withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[(y * width + x) * channels] ?? 0;
      sums[(y + 1) * stride + x + 1] = row + (sums[y * stride + x + 1] ?? 0);
    }
  }
  return { width, height, sums };
}

/** Averages of a grid's cells, from 0 to 255, row by row. Cells need not end between pixels. */
export function averageCells(
  luma: Luma,
  { left, right, top, bottom }: Margins,
  columns: number,
  rows: number,
): number[] {
  const { width, height } = luma;
  const cellWidth = (width * (1 - left - right)) / columns;
  const cellHeight = (height * (1 - top - bottom)) / rows;
  const corners = Array.from({ length: (rows + 1) * (columns + 1) }, (_, at) =>
    sumUntil(
      luma,
      width * left + (at % (columns + 1)) * cellWidth,
      height * top + Math.floor(at / (columns + 1)) * cellHeight,
    ),
  );
  return Array.from({ length: rows * columns }, (_, at) => {
    const corner = at + Math.floor(at / columns);
    const below = corner + columns + 1;
    const [a = 0, b = 0, c = 0, d = 0] = [
      corners[corner],
      corners[corner + 1],
      corners[below],
      corners[below + 1],
    ];
    return (d - b - c + a) / (cellWidth * cellHeight);
  });
}

function sumUntil({ width, height, sums }: Luma, x: number, y: number): number {
  const column = Math.min(width - 1, Math.floor(x));
  const row = Math.min(height - 1, Math.floor(y));
  const [right, down] = [x - column, y - row];
  const above = row * (width + 1) + column;
  const below = above + width + 1;
  const [a = 0, b = 0, c = 0, d = 0] = [sums[above], sums[above + 1], sums[below], sums[below + 1]];
  return (a * (1 - right) + b * right) * (1 - down) + (c * (1 - right) + d * right) * down;
}
