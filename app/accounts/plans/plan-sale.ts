import { addDays, daysFrom } from "../../calendar/civil-date.ts";
import { countOf } from "../../ui/words.ts";
import { isPaidPlan, type PaidPlanId, planPrices } from "./plan-prices.ts";
import { type PlanDates, planState } from "./plan-state.ts";
import { endOfTerm, isFreeTerm, type PlanTerm } from "./plan-terms.ts";
import { type PlanId, plans } from "./plans.ts";

/** True of the plan that one already has without an end: a payment would only give it one. */
export function needsNoPayment(held: PlanDates, plano: PlanId, day: string): boolean {
  return held.plano === plano && planState(held, day).kind === "open";
}

/** True of a plan that one has on a day, with an end or without. */
export function holds(held: PlanDates, plano: PlanId, day: string): boolean {
  const { kind } = planState(held, day);
  return held.plano === plano && (kind === "open" || kind === "running");
}

/** Lists the plans that an advertiser, or a visitor, may pay for. */
export function listPayablePlans(held: PlanDates | null, day: string): PaidPlanId[] {
  const all = Object.keys(planPrices) as PaidPlanId[];
  return all.filter((plano) => !held || !needsNoPayment(held, plano, day));
}

export interface HeldPlan extends PlanDates {
  /** Last of the plan's free days, which are used up before the paid ones. */
  freeUntil: string | null;
}

/** A plan that another one takes the place of before its end. */
export interface ReplacedPlan {
  plano: PaidPlanId;
  /** Null if it has no end; such a plan is worth nothing. */
  until: string | null;
  paidDays: number;
  freeDays: number;
  /** What the paid days are worth, in days of the new plan. */
  creditedDays: number;
}

export interface PlanSale {
  /** Last day. */
  until: string;
  freeUntil: string | null;
  /** The term counts from the day of the sale, or from the last day of the same plan. */
  after: string;
  replaced: ReplacedPlan | null;
}

/**
 * What selling a term on `day` makes of an advertiser's plan: the same plan goes on from its last day;
 * another one begins that day, and gets what the paid days left are worth (docs/decisions/023).
 */
export function sellTerm(
  held: HeldPlan,
  { plano, por }: { plano: PlanId; por: PlanTerm },
  day: string,
): PlanSale {
  const state = planState(held, day);
  const isSame = held.plano === plano;
  const left = countDaysLeft(held, day);
  const after = isSame && state.kind === "running" ? state.until : day;
  const end = endOfTerm(por, after);
  const free = (isSame ? left.free : 0) + (isFreeTerm(por) ? daysFrom(after, end) : 0);
  const isValid = state.kind === "open" || state.kind === "running";
  const replaced =
    isValid && !isSame && isPaidPlan(held.plano) && isPaidPlan(plano)
      ? {
          plano: held.plano,
          until: held.validoAte,
          paidDays: left.paid,
          freeDays: left.free,
          creditedDays: convertDays(left.paid, held.plano, plano),
        }
      : null;
  return {
    until: addDays(end, replaced?.creditedDays ?? 0),
    freeUntil: free > 0 ? addDays(day, free) : null,
    after,
    replaced,
  };
}

/** Days left after `day`, none of a plan without an end. */
function countDaysLeft(held: HeldPlan, day: string): { paid: number; free: number } {
  const state = planState(held, day);
  if (state.kind !== "running") return { paid: 0, free: 0 };
  const freeDays = held.freeUntil === null ? 0 : daysFrom(day, held.freeUntil);
  const free = Math.min(Math.max(freeDays, 0), state.daysLeft);
  return { paid: state.daysLeft - free, free };
}

/** Days of one plan in days of another, by their monthly prices, rounded up. */
function convertDays(days: number, from: PaidPlanId, to: PaidPlanId): number {
  const cents = days * planPrices[from].mes;
  const rest = cents % planPrices[to].mes;
  return (cents - rest) / planPrices[to].mes + (rest > 0 ? 1 : 0);
}

/** Says what the days left of a replaced plan are worth, if `isDone` looking back; null on its last day. */
export function describeCredit(
  { plano, until, paidDays, freeDays, creditedDays }: ReplacedPlan,
  bought: PlanId,
  isDone = false,
): string | null {
  const [had, has] = [plans[plano].title, plans[bought].title];
  if (until === null) {
    return `Seu ${had} não tem data para terminar, por isso não vale dias no ${has}.`;
  }
  function sayLeft(days: number, kind: [one: string, many: string] = ["", ""]): string {
    return days === 1
      ? `O dia${kind[0]} que ${isDone ? "faltava" : "falta"} do ${had}`
      : `Os ${countOf(days, "dia")}${kind[1]} que ${isDone ? "faltavam" : "faltam"} do ${had}`;
  }
  const worth = `${paidDays === 1 ? "vale" : "valem"} ${countOf(creditedDays, "dia")} no ${has}`;
  if (freeDays === 0) return paidDays === 0 ? null : `${sayLeft(paidDays)} ${worth}.`;
  const dontCount = freeDays === 1 ? "não conta" : "não contam";
  if (paidDays === 0) return `${sayLeft(freeDays, [" grátis", " grátis"])} ${dontCount} no ${has}.`;
  const others = freeDays === 1 ? "o dia grátis" : `os ${countOf(freeDays, "dia")} grátis`;
  return `${sayLeft(paidDays, [" pago", " pagos"])} ${worth}; ${others} ${dontCount}.`;
}
