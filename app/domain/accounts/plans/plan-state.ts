import { addDays, daysFrom } from "../../calendar/civil-date.ts";
import type { PaidPlanId } from "./plan-prices.ts";
import { endOfTerm, type PlanTerm } from "./plan-terms.ts";
import { plans } from "./plans.ts";

/** Ads stay public for this many days after the plan's last. */
export const graceDays = 30;

/** A letter goes out this many days before a plan's last day. */
export const warningDays = 7;

export interface PlanDates {
  plano: string;
  /** Null while the plan has no end. */
  validoAte: string | null;
  planEndedOn: string | null;
}

export function planOf({
  plano,
  postsPermitidos,
  validoAte,
}: Pick<PlanDates, "plano" | "validoAte"> & { postsPermitidos: number }) {
  return { plano, postsPermitidos, validoAte };
}

export type PlanState =
  | { kind: "open" }
  | { kind: "running"; until: string; daysLeft: number }
  /** The plan has ended, with its ads public up to and including `until`. */
  | { kind: "grace"; endedOn: string; until: string; daysLeft: number }
  | { kind: "over"; endedOn: string }
  | { kind: "none" };

/** State of a plan on a day, even if the daily job hasn't run yet. */
export function planState(plan: PlanDates, day: string): PlanState {
  const endedOn = findEnd(plan, day);
  if (endedOn !== null) {
    const until = addDays(endedOn, graceDays);
    return until < day
      ? { kind: "over", endedOn }
      : { kind: "grace", endedOn, until, daysLeft: daysFrom(day, until) };
  }
  const { plano, validoAte } = plan;
  if (plano === plans.nenhum.id) return { kind: "none" };
  return validoAte === null
    ? { kind: "open" }
    : { kind: "running", until: validoAte, daysLeft: daysFrom(day, validoAte) };
}

/** Last day of an ended plan; null for a valid plan, or none. */
function findEnd({ plano, validoAte, planEndedOn }: PlanDates, day: string): string | null {
  if (plano === plans.nenhum.id) return planEndedOn;
  return validoAte !== null && validoAte < day ? validoAte : null;
}

/**
 * Last day of a term sold on `day`, which follows the end of the same plan. Null while another plan runs: only the
 * operator can say what becomes of its days.
 */
export function endOfSale(
  held: PlanDates,
  { plano, por }: { plano: PaidPlanId; por: PlanTerm },
  day: string,
): string | null {
  const state = planState(held, day);
  if (state.kind !== "running") return endOfTerm(por, day);
  return held.plano === plano ? endOfTerm(por, state.until) : null;
}
