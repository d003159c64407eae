import type { Logger } from "pino";
import type { Rounds } from "../site/watch/rounds.server.ts";
import { DrawnIllustrations, makeDueSizes, type SizeSite } from "./due-sizes.server.ts";
import { createPhotoRounds } from "./photo-rounds.server.ts";

/** Makes the remaining sizes of photos. */
export function createSizeRounds(site: SizeSite, log: Logger): Rounds {
  const drawn = new DrawnIllustrations();
  return createPhotoRounds(
    async (turn) => {
      const photo = await makeDueSizes(site, { ...turn, drawn });
      if (!photo) drawn.clear();
      // Those that have their cover only lack newer sizes.
      return photo && { mayRest: photo.cover };
    },
    { log, failure: "photo sizes not made" },
  );
}
