import { createRequire } from "node:module";
import type { QrDrawing } from "../app/platform/ui/pictures/draw-qr-code.ts";

// Its ES module default is the whole CommonJS module, which its types don't say.
const { default: jsqr }: typeof import("jsqr") = createRequire(import.meta.url)("jsqr");

/** Pixels a module's side takes: scanners expect several. */
const scale = 4;

/** Reads a drawn code as a phone would; null if it can't be read. */
export function readQrCode({ size, path }: QrDrawing): string | null {
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row++) {
      const start = ((Number(y) * scale + row) * width + Number(x) * scale) * 4;
      for (let at = start; at < start + scale * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return jsqr(pixels, width, width)?.data ?? null;
}
