import type { Logger } from "pino";
import type { Rounds } from "../../platform/web/watch/rounds.server.ts";
import { compareNextPhoto } from "./copied-photos.server.ts";
import { DrawnIllustrations, makeDueSizes, type SizeSite } from "./due-sizes.server.ts";
import { createPhotoRounds } from "./photo-rounds.server.ts";

/** Makes the remaining sizes of photos, and compares those that have none due. */
export function createSizeRounds(site: SizeSite, log: Logger): Rounds {
  const drawn = new DrawnIllustrations();
  return createPhotoRounds(
    async (turn) => {
      const photo = await makeDueSizes(site, { ...turn, drawn });
      // Those that have their cover only lack newer sizes.
      if (photo) return { mayRest: photo.cover };
      drawn.clear();
      return (await compareNextPhoto(site, turn.except)) && { mayRest: true };
    },
    { log, failure: "photo sizes not made, or photos not compared" },
  );
}
