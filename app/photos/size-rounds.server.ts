import type { Logger } from "pino";
import {
  DrawnIllustrations,
  makeDueSizes,
  type SizeSite,
  SizesFailure,
} from "./due-sizes.server.ts";

const everyMs = 1_000;
const retryMs = 60_000;

/** Pause, as a multiple of the work on photos that only lack newer sizes: a quarter of a core. */
const restPerWork = 3;

export interface SizeRounds {
  start: () => void;
  /** Waits for the step in progress, whose photo stays due. */
  stop: () => Promise<void>;
}

/** Makes the remaining sizes of photos, one photo at a time. */
export function createSizeRounds(site: SizeSite, log: Logger): SizeRounds {
  const drawn = new DrawnIllustrations();
  const failed = new Map<string, number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isOut = false;

  function look(): void {
    round = makeNext().then((pauseMs) => {
      if (!signal.aborted) timer = setTimeout(look, pauseMs);
    });
  }

  /** Returns the ms to wait before the next photo. */
  async function makeNext(): Promise<number> {
    const began = performance.now();
    for (const [id, at] of failed) if (Date.now() - at > retryMs) failed.delete(id);
    try {
      const photo = await makeDueSizes(site, { except: [...failed.keys()], drawn, signal });
      isOut = false;
      if (!photo) {
        drawn.clear();
        return everyMs;
      }
      return photo.cover ? restPerWork * (performance.now() - began) : 0;
    } catch (error) {
      if (signal.aborted) return everyMs;
      if (error instanceof SizesFailure) failed.set(error.photoId, Date.now());
      if (!isOut) log.warn({ err: error }, "photo sizes not made");
      isOut = true;
      return everyMs;
    }
  }

  return {
    start: look,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
