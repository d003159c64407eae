import { encode } from "uqr";

export interface QrDrawing {
  /** Modules a side, with the quiet zone. */
  size: number;
  /** SVG path of the dark modules. */
  path: string;
}

/** Width in modules, as the standard asks. */
const quietZone = 4;

/** Draws a code on the server, so that no browser loads the encoder. */
export function drawQrCode(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: "M", border: quietZone });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: path.join("") };
}
