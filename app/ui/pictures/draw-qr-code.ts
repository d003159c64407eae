import { encode } from "uqr";

export interface QrDrawing {
  /** Modules a side, with the quiet zone. */
  size: number;
  /** SVG path of the dark modules. */
  path: string;
}

/** Width in modules, as the standard asks. */
const quietZone = 4;

/** Browsers load the encoder only to draw a code, and the server draws those that stand in a page. */
export function drawQrCode(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: "M", border: quietZone });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: path.join("") };
}
