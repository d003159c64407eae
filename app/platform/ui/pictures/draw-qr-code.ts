import { encode } from "uqr";

export interface QrDrawing {
  /** Side in modules, including the quiet zone. */
  size: number;
  /** SVG path of the dark modules. */
  path: string;
}

/** Width in modules, as the standard requires. */
const quietZone = 4;

/** Draws a text as a QR code. Browsers should import this only when a code is to be shown. */
export function drawQrCode(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: "M", border: quietZone });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: path.join("") };
}
