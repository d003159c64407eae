import { type Logger, pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { patience } from "../../../../testing/patience.ts";
import { createRounds } from "./rounds.server.ts";

const hourMs = 3_600_000;
const failure = "work not done";

function openLog(): { log: Logger; messages: string[] } {
  const messages: string[] = [];
  const log = pino({}, { write: (line: string) => messages.push(JSON.parse(line).msg) });
  return { log, messages };
}

test("a failing round is followed by others; only the first of a series is logged", async () => {
  const { log, messages } = openLog();
  const outcomes = [false, false, true, false, true];
  let round = 0;
  const rounds = createRounds(
    async () => {
      if (outcomes[round++] === false) throw new Error("away");
      return null;
    },
    { everyMs: 1, log, failure },
  );
  onTestFinished(rounds.stop);
  rounds.start();
  await vi.waitFor(() => expect(round).toBeGreaterThan(outcomes.length), patience);
  expect(messages).toEqual([failure, failure]);
});

test("a round may ask for an earlier one than usual", async () => {
  let round = 0;
  const work = async () => (round++ < 2 ? 0 : null);
  const rounds = createRounds(work, { everyMs: hourMs, log: openLog().log, failure });
  onTestFinished(rounds.stop);
  rounds.start();
  await vi.waitFor(() => expect(round).toBe(3), patience);
});

test("stopping aborts the round in progress, waits for it, and logs no failure of it", async () => {
  const { log, messages } = openLog();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let rounds = 0;
  const { start, stop } = createRounds(
    async (signal) => {
      rounds++;
      begun.resolve();
      await ended.promise;
      signal.throwIfAborted();
      return 0;
    },
    { everyMs: 0, log, failure },
  );
  start();
  await begun.promise;
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  ended.resolve();
  await stopping;
  expect([rounds, messages]).toEqual([1, []]);
});

test("stopping before the first round, or without a start, runs none", async () => {
  let rounds = 0;
  const work = async () => ++rounds;
  const options = { firstMs: hourMs, everyMs: 1, log: openLog().log, failure };
  const started = createRounds(work, options);
  started.start();
  await Promise.all([started.stop(), createRounds(work, options).stop()]);
  expect(rounds).toBe(0);
});
