import type { Logger } from "pino";
import { createRounds, type Rounds } from "../site/watch/rounds.server.ts";
import { type CardSite, drawDueCards } from "./share-cards.server.ts";

/** Stopping them waits for the card being drawn. */
export function createCardRounds(site: CardSite, log: Logger): Rounds {
  async function drawRound(signal: AbortSignal): Promise<null> {
    await drawDueCards(site, {
      signal,
      onFailure: (error) => log.warn({ err: error }, "share card not drawn"),
    });
    return null;
  }
  return createRounds(drawRound, { everyMs: 2_000, log, failure: "due share cards not listed" });
}
