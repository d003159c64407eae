import { open } from "node:fs/promises";
import { heicHeaderBytes, isHeic } from "./heic.ts";

/** Recognises HEIC photos; `source` is a path or the file itself. */
export async function isHeicPhoto(source: string | Buffer): Promise<boolean> {
  if (typeof source !== "string") return isHeic(source.subarray(0, heicHeaderBytes));
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(heicHeaderBytes) });
    return isHeic(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
