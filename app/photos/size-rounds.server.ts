import type { Logger } from "pino";
import { createRounds, type Rounds } from "../site/watch/rounds.server.ts";
import {
  DrawnIllustrations,
  makeDueSizes,
  type SizeSite,
  SizesFailure,
} from "./due-sizes.server.ts";

const retryMs = 60_000;

/** Pause, as a multiple of the work on photos that only lack newer sizes: a quarter of a core. */
const restPerWork = 3;

/** Makes the remaining sizes of photos, one at a time; one in progress when stopped stays due. */
export function createSizeRounds(site: SizeSite, log: Logger): Rounds {
  const drawn = new DrawnIllustrations();
  const failed = new Map<string, number>();

  async function makeNext(signal: AbortSignal): Promise<number | null> {
    const began = performance.now();
    for (const [id, at] of failed) if (Date.now() - at > retryMs) failed.delete(id);
    try {
      const photo = await makeDueSizes(site, { except: [...failed.keys()], drawn, signal });
      if (photo) return photo.cover ? restPerWork * (performance.now() - began) : 0;
      drawn.clear();
      return null;
    } catch (error) {
      if (error instanceof SizesFailure && !signal.aborted) failed.set(error.photoId, Date.now());
      throw error;
    }
  }

  return createRounds(makeNext, { everyMs: 1_000, log, failure: "photo sizes not made" });
}
