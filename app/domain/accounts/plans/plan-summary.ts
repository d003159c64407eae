import { formatCivilDate } from "../../calendar/civil-date.ts";
import { inDays } from "../../calendar/month.ts";
import type { PlanRequest } from "./plan-request.ts";
import {
  countAds,
  describePrice,
  findPlan,
  freeDays,
  freeMonths,
  isPaidPlan,
  type PaidPlanId,
  type PlanDates,
  type PlanState,
  planState,
  plans,
  warningDays,
} from "./plans.ts";

export interface PlanFacts extends PlanDates {
  /** The plan that ended; null if none did, or if that isn't known. */
  endedPlan: string | null;
  postsCriados: number;
}

/** An advertiser's plan in words: its title, its end, and the request that continues it. */
export interface PlanSummary {
  state: PlanState;
  /** "Plano Básico", or "Sem plano ativo". */
  title: string;
  until: string;
  request: PlanRequest & { plano: PaidPlanId };
  /** True while the advertiser may publish. */
  isValid: boolean;
  /** The plan should be paid soon: within its last days, after its end, or without any. */
  isDue: boolean;
  /** It can't wait: the plan ends within days, has ended, or there is none. */
  isUrgent: boolean;
}

const renewalDays = 30;

/** A new account's first sentence (spec §9). The others are those of a plan without an end. */
export const startOfPlan = `Você começa no plano Básico, com ${countAds(plans.basico.postsPermitidos)}.`;

const untilOpen = "Não há nada a pagar agora, nem data para terminar.";

/** Price and end of a new account's plan: the same before and after it exists (spec §9). */
export const startOfPlanTerms: readonly string[] = [
  untilOpen,
  `O prazo só começa quando combinarmos com você: os primeiros ${freeDays} dias são grátis; depois, ${describePrice("basico")}.`,
];

export const nothingUnasked = "Nada é cobrado sem você pedir. Cancele quando quiser.";

export const offerToFirst = `Os primeiros anunciantes podem pedir ${freeMonths} meses grátis no lugar dos ${freeDays} dias.`;

/** Sums up an advertiser's plan on a day, for all screens and letters about it. */
export function summarizePlan(plan: PlanFacts, day: string): PlanSummary {
  const state = planState(plan, day);
  const isValid = state.kind === "open" || state.kind === "running";
  const plano = ownPlan(plan);
  return {
    state,
    title: titleOf(isValid ? plan.plano : plans.nenhum.id),
    until: sayUntil(state, plan),
    request: { plano, para: state.kind === "none" ? undefined : "renovar" },
    isValid,
    isDue: !isValid || (state.kind === "running" && state.daysLeft <= renewalDays),
    isUrgent: !isValid || (state.kind === "running" && state.daysLeft <= warningDays),
  };
}

export function titleOf(plano: string): string {
  return findPlan(plano)?.title ?? plano;
}

/** The advertiser's current or latest plan, or the smallest with room for the ads. */
function ownPlan({ plano, endedPlan, postsCriados }: PlanFacts): PaidPlanId {
  if (isPaidPlan(plano)) return plano;
  if (endedPlan && isPaidPlan(endedPlan)) return endedPlan;
  return postsCriados > plans.basico.postsPermitidos ? "profissional" : "basico";
}

function sayUntil(state: PlanState, { plano, endedPlan }: PlanFacts): string {
  switch (state.kind) {
    case "open":
      return untilOpen;
    case "running":
      return state.daysLeft === 0
        ? `Hoje, ${formatCivilDate(state.until)}, é o último dia.`
        : `Até ${formatCivilDate(state.until)}, ${inDays(state.daysLeft)}.`;
    case "grace":
    case "over": {
      const had = isPaidPlan(plano) ? plano : endedPlan;
      const ended = `Seu ${had ? titleOf(had) : "plano"} terminou em ${formatCivilDate(state.endedOn)}.`;
      return state.kind === "grace"
        ? `${ended} Os anúncios ficam no ar até ${formatCivilDate(state.until)}.`
        : `${ended} Os anúncios estão em pausa, e voltam como estavam quando você renovar.`;
    }
    case "none":
      return "Para publicar, você precisa de um plano ativo.";
  }
}
