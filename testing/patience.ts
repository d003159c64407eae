import { setInterval } from "node:timers/promises";

/** Use it where the duration doesn't matter: on a busy machine anything may take seconds. */
export const patience = { timeout: 15_000, interval: 20 };

/** Waits until the condition holds, also outside of a test run. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for await (const begun of setInterval(patience.interval, performance.now())) {
    if (await isTrue()) return;
    if (performance.now() - begun > patience.timeout) throw new Error("waited in vain");
  }
}
