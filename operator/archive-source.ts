import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { mirrorName, readIfThere } from "./photo-mirror.ts";

/** Where an archive, and the photos it lists, are read from. */
export interface ArchiveSource {
  /** For the operator. */
  name: string;
  open: () => Promise<Readable>;
  /** Throws if there are none at all. */
  requirePhotos: () => Promise<void>;
  /** Null if missing. */
  readPhoto: (key: string) => Promise<Uint8Array | null>;
}

/** A file with its photos in it, or with the mirror beside it. */
export function openArchiveFile(file: string): ArchiveSource {
  const mirror = join(dirname(file), mirrorName);
  return {
    name: file,
    open: async () => createReadStream(file),
    async requirePhotos() {
      await readdir(mirror).catch(() => {
        throw new Error(
          `Faltam as fotos deste backup: a pasta ${mirror} precisa estar ao lado dele.`,
        );
      });
    },
    readPhoto: (key) => readIfThere(join(mirror, key)),
  };
}
