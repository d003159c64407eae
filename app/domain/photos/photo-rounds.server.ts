import type { Logger } from "pino";
import { withAdvisoryLock } from "../../platform/db/advisory-lock.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { createRounds, type Rounds } from "../../platform/web/watch/rounds.server.ts";

const retryMs = 60_000;

/** Pause as a multiple of the work, if it can wait: a quarter of a core. */
const restPerWork = 3;

export class PhotoFailure extends Error {
  photoId: string;
  constructor(photoId: string, cause: unknown) {
    super(`work on photo ${photoId} failed`, { cause });
    this.photoId = photoId;
  }
}

export interface PhotoTurn {
  /** Photos that failed within the last minute. */
  except: string[];
  /** Once aborted, the photo in progress stays due, and the call throws. */
  signal?: AbortSignal;
}

/**
 * Works on photos one at a time; one in progress when stopped stays due. `next` says whether to rest after
 * the photo that it worked on, and null if none is due.
 */
export function createPhotoRounds(
  next: (turn: PhotoTurn) => Promise<{ mayRest: boolean } | null>,
  options: { log: Logger; failure: string },
): Rounds {
  const failed = new Map<string, number>();

  async function work(signal: AbortSignal): Promise<number | null> {
    const began = performance.now();
    for (const [id, at] of failed) if (Date.now() - at > retryMs) failed.delete(id);
    try {
      const done = await next({ except: [...failed.keys()], signal });
      if (!done) return null;
      return done.mayRest ? restPerWork * (performance.now() - began) : 0;
    } catch (error) {
      if (error instanceof PhotoFailure && !signal.aborted) failed.set(error.photoId, Date.now());
      throw error;
    }
  }

  return createRounds(work, { everyMs: 1_000, ...options });
}

/**
 * Runs `work` on the first photo that is still due and that no other process is working on; null if there
 * is none. Throws {@link PhotoFailure}.
 */
export async function workOnFirst<Photo>(
  db: Db,
  ids: string[],
  { kind, work }: { kind: string; work: (id: string) => Promise<Photo | null> },
): Promise<Photo | null> {
  for (const id of ids) {
    const done = await withAdvisoryLock(db, `${kind} of photo ${id}`, () =>
      work(id).catch((cause) => {
        throw new PhotoFailure(id, cause);
      }),
    );
    if (done) return done;
  }
  return null;
}
