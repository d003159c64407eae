import { open } from "node:fs/promises";
import { kindHeaderBytes, kindOf, type PhotoKind } from "./photo-kind.ts";

/** Recognises a photo by its content; `source` is a path or the file itself. */
export async function readKind(source: string | Buffer): Promise<PhotoKind | null> {
  return kindOf(await readHeader(source));
}

/** Pixels that a PNG declares, also more than a decoder reads; 0 of other files. */
export async function readDeclaredPixels(source: string | Buffer): Promise<number> {
  const header = await readHeader(source);
  if (kindOf(header) !== "png" || header.length < 24) return 0;
  const view = new DataView(header.buffer, header.byteOffset);
  return view.getUint32(16) * view.getUint32(20);
}

async function readHeader(source: string | Buffer): Promise<Uint8Array> {
  if (typeof source !== "string") return source.subarray(0, kindHeaderBytes);
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(kindHeaderBytes) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
