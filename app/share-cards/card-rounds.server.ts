import type { Logger } from "pino";
import { type CardSite, drawDueCards } from "./share-cards.server.ts";

const everyMs = 2_000;

export interface CardRounds {
  start: () => void;
  /** Waits for the card being drawn. */
  stop: () => Promise<void>;
}

export function createCardRounds(site: CardSite, log: Logger): CardRounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isOut = false;

  function look(): void {
    round = drawRound().finally(() => {
      if (!signal.aborted) timer = setTimeout(look, everyMs);
    });
  }

  async function drawRound(): Promise<void> {
    try {
      await drawDueCards(site, {
        signal,
        onFailure: (error) => log.warn({ err: error }, "share card not drawn"),
      });
      isOut = false;
    } catch (error) {
      if (!isOut) log.warn({ err: error }, "due share cards not listed");
      isOut = true;
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
