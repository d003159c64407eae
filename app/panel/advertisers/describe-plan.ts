import { titleOf } from "../../domain/accounts/plans/plan-summary.ts";
import { type PlanDates, planState } from "../../domain/accounts/plans/plans.ts";
import { formatCivilDate } from "../../domain/calendar/civil-date.ts";

/** Writes "Plano Básico até 31/12/2026", or what else is true of the plan on that day. */
export function describePlan(plan: PlanDates, day: string): string {
  const state = planState(plan, day);
  switch (state.kind) {
    case "none":
      return "Sem plano";
    case "open":
      return titleOf(plan.plano);
    case "running":
      return `${titleOf(plan.plano)} até ${formatCivilDate(state.until)}`;
    case "grace":
      return `Plano vencido em ${formatCivilDate(state.endedOn)}`;
    case "over":
      return `Plano vencido em ${formatCivilDate(state.endedOn)}, anúncios em pausa`;
  }
}
