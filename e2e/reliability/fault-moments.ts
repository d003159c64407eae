import { answers } from "./fault-advertiser.ts";

/**
 * A kill comes after a random number of responses or of steps with calendars, then some ms. Six
 * steps are one round, so that each is taken.
 */
const bounds = { answer: [1, 40], step: [6, 12] } as const;
const maxDelayMs = 150;

/** Random numbers from 0 to 1, which a seed reproduces (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A random moment, or the end of the work that would bring it about: a 5xx ends a worker early, and
 * then nothing more may be counted. Throws what `all` throws.
 */
export async function awaitKill(
  random: () => number,
  counted: keyof typeof bounds,
  work: { calendars: Promise<unknown>; all: Promise<unknown> },
): Promise<void> {
  const moment = awaitRandomMoment(random, counted);
  await Promise.race([moment, work.all, ...(counted === "step" ? [work.calendars] : [])]);
}

/** Waits for a random number of responses or of steps with calendars. */
function awaitRandomMoment(random: () => number, counted: keyof typeof bounds): Promise<void> {
  const [least, most] = bounds[counted];
  let left = least + Math.floor(random() * (most - least + 1));
  const wait = random() * maxDelayMs;
  return new Promise((done) => {
    answers.addEventListener(counted, function count() {
      if (--left > 0) return;
      answers.removeEventListener(counted, count);
      setTimeout(done, wait);
    });
  });
}
