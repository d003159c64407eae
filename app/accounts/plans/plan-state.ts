import { addDays, daysFrom } from "../../calendar/civil-date.ts";
import { plans } from "./plans.ts";

/** Ads stay public for this many days after the plan's last. */
export const graceDays = 30;

/** The first e-mail goes out this many days before the last day. */
export const warningDays = 7;

export interface PlanDates {
  plano: string;
  /** Last day of the plan; null while it has no end. */
  validoAte: string | null;
  /** Last day of the plan that ended, until another is granted. */
  planEndedOn: string | null;
}

/** The values of a plan that the audit log records. */
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
  /** Ended, with its ads public up to and including `until`. */
  | { kind: "grace"; endedOn: string; until: string; daysLeft: number }
  | { kind: "over"; endedOn: string }
  | { kind: "none" };

/** An advertiser's plan on a day, whether or not the daily job has got to it. */
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

/** The last day of a plan that is no longer valid; null for a valid one and for none at all. */
function findEnd({ plano, validoAte, planEndedOn }: PlanDates, day: string): string | null {
  if (plano === plans.nenhum.id) return planEndedOn;
  return validoAte !== null && validoAte < day ? validoAte : null;
}

export type PlanLetter = "ends-soon" | "last-day" | "ended";

/**
 * The e-mail an advertiser should get on a day, if it wasn't sent yet. After missed days only the
 * latest one is due: that the plan ended, only to someone who never heard it was the last day.
 */
export function letterDue(
  {
    validoAte,
    warnedOfEnd,
    toldOfEnd,
  }: { validoAte: string | null; warnedOfEnd: string | null; toldOfEnd: string | null },
  day: string,
): PlanLetter | null {
  if (validoAte === null || toldOfEnd === validoAte) return null;
  const daysLeft = daysFrom(day, validoAte);
  if (daysLeft < 0) return "ended";
  if (daysLeft === 0) return "last-day";
  return daysLeft <= warningDays && warnedOfEnd !== validoAte ? "ends-soon" : null;
}
