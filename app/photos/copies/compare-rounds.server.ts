import type { Logger } from "pino";
import type { Rounds } from "../../site/watch/rounds.server.ts";
import { createPhotoRounds } from "../photo-rounds.server.ts";
import { type CompareSite, compareNextPhoto } from "./compare-photos.server.ts";

/** Compares photos with those of other advertisers, new ones and those stored before there was this. */
export function createCompareRounds(site: CompareSite, log: Logger): Rounds {
  return createPhotoRounds(
    async (turn) => (await compareNextPhoto(site, turn)) && { mayRest: true },
    { log, failure: "photos not compared" },
  );
}
