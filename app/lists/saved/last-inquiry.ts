import { readStay } from "../../calendar/read-stay.ts";
import { writeStay } from "../../calendar/stays.ts";
import { countLimit } from "../../listings/fields.ts";
import type { PlanTexts } from "../plan-fields.tsx";

/**
 * Dates and people of the last search or ad with dates in this tab's history, for the form of a new
 * list. Empty in browsers without the Navigation API.
 */
export function lastInquiry(day: string): PlanTexts {
  const entries = window.navigation?.entries() ?? [];
  const addresses = entries.flatMap(({ url }) => url ?? []);
  return findInquiry(addresses.reverse(), day);
}

/** Finds an inquiry in addresses, of which the newest comes first. */
export function findInquiry(addresses: readonly string[], day: string): PlanTexts {
  for (const address of addresses) {
    const params = new URL(address).searchParams;
    const { stay } = readStay(params, day);
    if (!stay) continue;
    const pessoas = params.get("pessoas")?.trim() ?? "";
    const isCount = /^[1-9]\d*$/.test(pessoas) && Number(pessoas) <= countLimit;
    return { ...writeStay(stay), ...(isCount && { pessoas }) };
  }
  return {};
}
