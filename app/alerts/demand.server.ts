import type { Transaction } from "../db/client.server.ts";
import { readIndexed } from "../search/index/live-index.server.ts";
import { countHits } from "./alert-matches.server.ts";

/** Counts the people whom tomorrow's letters tell that these nights of a listing are free. */
export async function countToldOf(
  tx: Transaction,
  postId: string,
  nights: readonly string[],
): Promise<number> {
  if (nights.length === 0) return 0;
  const [listing] = await readIndexed(tx, [postId]);
  if (!listing) return 0;
  const freed = `{${nights.map((night) => `[${night},${night}]`).join(",")}}`;
  return countHits(tx, listing, { published: false, freed, before: null });
}
