// Compresses built files once at maximum quality, instead of on every request.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const compressible = new Set([".js", ".css", ".svg", ".json", ".webmanifest", ".txt"]);

/** Recursively writes a .br and a .gz next to each text file that gets smaller. */
export function compressBuilt(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) compressBuilt(path);
    else if (compressible.has(extname(name))) compressFile(path);
  }
}

function compressFile(path) {
  const plain = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const packed = { br: brotliCompressSync(plain, { params }), gz: gzipSync(plain, { level: 9 }) };
  for (const [suffix, bytes] of Object.entries(packed)) {
    if (bytes.length < plain.length) writeFileSync(`${path}.${suffix}`, bytes);
  }
}
