import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { endedName } from "./ended-file.ts";
import { mirrorName, readIfThere } from "./photo-mirror.ts";

/** A backup's archive, together with the photos that it lists. */
export interface ArchiveSource {
  /** What messages to the operator call it. */
  name: string;
  open: () => Promise<Readable>;
  /** Throws if no photo is there, as when only the archive was copied. */
  requirePhotos: () => Promise<void>;
  /** Resolves with null if the photo is missing. */
  readPhoto: (key: string) => Promise<Uint8Array | null>;
  /** Resolves with the list of what ended that is beside the archive; null if there is none. */
  readEnded: () => Promise<string | null>;
}

/** Opens a file that contains its photos, or has the mirror beside it. */
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
    readEnded: async () => (await readIfThere(join(dirname(file), endedName)))?.toString() ?? null,
  };
}
