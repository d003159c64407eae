import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { endedName } from "./ended-file.ts";
import { type ArchiveSource, mirrorName, readIfThere } from "./photo-mirror.ts";

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
