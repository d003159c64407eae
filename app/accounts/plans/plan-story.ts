import { addDays, formatCivilDate } from "../../calendar/civil-date.ts";
import { inDays } from "../../calendar/day-words.ts";
import { describeMonth, describePrice, isPaidPlan, type PaidPlanId } from "./plan-prices.ts";
import type { PlanRequest } from "./plan-request.ts";
import { graceDays, type PlanDates, type PlanState, planState, warningDays } from "./plan-state.ts";
import { freeDays, freeMonths } from "./plan-terms.ts";
import { countAds, describeMany, findPlan, plans } from "./plans.ts";

export interface PlanFacts extends PlanDates {
  /** The plan that ended; null if none did, or if that isn't known. */
  endedPlan: string | null;
  /** Last of the plan's free days; null if it has none. */
  freeUntil: string | null;
  postsCriados: number;
  postsPermitidos: number;
}

/** What an advertiser has, until when, what it costs then, and what to ask for. */
export interface PlanStory {
  state: PlanState;
  /** "Plano Básico", or "Sem plano ativo". */
  title: string;
  until: string;
  cost: string;
  /** The two above in a few words: "Grátis até 26/12/2026, depois R$ 25,00 por mês". */
  brief: string;
  /** Marks the card of the plan that one has: "Seu plano, até 26/12/2026"; null without one. */
  mark: string | null;
  /** What becomes of the ads after the plan's end; null without ads. */
  ads: string | null;
  /** Room for further ads; null without a plan. */
  room: string | null;
  request: PlanRequest & { plano: PaidPlanId };
  /** The plan should be paid soon: within its last days, after its end, or for want of one. */
  isDue: boolean;
  /** It can't wait: the plan ends within days, has ended, or there is none. */
  isUrgent: boolean;
  /** The offers of free days are for others: this advertiser's term has begun, or was over before. */
  isPastOffers: boolean;
  /** Asks for more ads than the plan allows; null while there is room. */
  more: PlanRequest | null;
}

const renewalDays = 30;

/** A new account's first sentence (spec §9). The others are those of a plan without an end. */
export const startOfPlan = `Você começa no plano Básico, com ${countAds(plans.basico.postsPermitidos)}.`;

/** What a new account pays and until when: the same before and after it exists (spec §9). */
export const startOfPlanTerms: readonly string[] = [untilOpen(), costOf("basico", "open")];

export const nothingUnasked = "Nada é cobrado sem você pedir. Cancele quando quiser.";

export const offerToFirst = `Os primeiros anunciantes podem pedir ${freeMonths} meses grátis no lugar dos ${freeDays} dias.`;

/**
 * Tells an advertiser's plan on a day. All screens and letters about it say what this says. `isPaid` if a payment
 * waits for the operator, which is then what the ads wait for.
 */
export function tellPlan(plan: PlanFacts, day: string, isPaid = false): PlanStory {
  const state = planState(plan, day);
  const isValid = state.kind === "open" || state.kind === "running";
  const own = ownPlan(plan);
  const free = freeOf(plan, state);
  const had = findPlan(isPaidPlan(plan.plano) ? plan.plano : (plan.endedPlan ?? ""));
  return {
    state,
    title: isValid ? titleOf(plan.plano) : plans.nenhum.title,
    until: sayUntil(state, had?.title ?? "plano", free),
    cost: costOf(own, state.kind),
    brief: sayBrief(state, own, free),
    mark: isValid ? sayMark(state, free) : null,
    ads: plan.postsCriados > 0 ? sayAds(state, plan.postsCriados, isPaid) : null,
    room: isValid ? sayRoom(plan) : null,
    request: { plano: own, para: state.kind === "none" ? undefined : "renovar" },
    isDue: !isValid || (state.kind === "running" && state.daysLeft <= renewalDays),
    isUrgent: !isValid || (state.kind === "running" && state.daysLeft <= warningDays),
    isPastOffers: state.kind !== "open" && state.kind !== "none",
    more: isValid ? askForMore(plan) : null,
  };
}

export function titleOf(plano: string): string {
  return findPlan(plano)?.title ?? plano;
}

/** The plan one has or had, or the smallest with room for the ads. */
function ownPlan({ plano, endedPlan, postsCriados }: PlanFacts): PaidPlanId {
  if (isPaidPlan(plano)) return plano;
  if (endedPlan && isPaidPlan(endedPlan)) return endedPlan;
  return postsCriados > plans.basico.postsPermitidos ? "profissional" : "basico";
}

function untilOpen(): string {
  return "Não há nada a pagar agora, nem data para terminar.";
}

interface FreeDays {
  until: string;
  /** True if the plan ends with them. */
  isAll: boolean;
}

/** The free days that a running plan still has. */
function freeOf({ freeUntil }: PlanFacts, state: PlanState): FreeDays | null {
  if (state.kind !== "running" || freeUntil === null) return null;
  if (freeUntil < addDays(state.until, -state.daysLeft)) return null;
  return { until: freeUntil, isAll: freeUntil >= state.until };
}

function sayUntil(state: PlanState, had: string, free: FreeDays | null): string {
  switch (state.kind) {
    case "open":
      return untilOpen();
    case "running": {
      const until = formatCivilDate(state.until);
      if (state.daysLeft === 0) return `Hoje, ${until}, é o último dia${free ? " grátis" : ""}.`;
      const soon = inDays(state.daysLeft);
      if (free?.isAll) return `Grátis até ${until}, ${soon}.`;
      return free
        ? `Até ${until}, ${soon}, com dias grátis até ${formatCivilDate(free.until)}.`
        : `Até ${until}, ${soon}.`;
    }
    case "grace":
    case "over":
      return `Seu ${had} terminou em ${formatCivilDate(state.endedOn)}.`;
    case "none":
      return "Para publicar, você precisa de um plano ativo.";
  }
}

function sayBrief(state: PlanState, plano: PaidPlanId, free: FreeDays | null): string {
  switch (state.kind) {
    case "open":
      return "Nada a pagar agora";
    case "running":
      return free?.isAll
        ? `Grátis até ${formatCivilDate(state.until)}, depois ${describeMonth(plano)}`
        : `Até ${formatCivilDate(state.until)}, ${inDays(state.daysLeft)}`;
    case "grace":
    case "over":
      return `Terminou em ${formatCivilDate(state.endedOn)}`;
    case "none":
      return "Sem plano, os anúncios não vão ao ar";
  }
}

function sayMark(state: PlanState, free: FreeDays | null): string {
  if (state.kind !== "running") return "Seu plano";
  return `Seu plano, ${free?.isAll ? "grátis " : ""}até ${formatCivilDate(state.until)}`;
}

function costOf(plano: PaidPlanId, kind: PlanState["kind"]): string {
  const price = describePrice(plano);
  switch (kind) {
    case "open":
      return `O prazo só começa quando combinarmos com você: os primeiros ${freeDays} dias são grátis; depois, ${price}.`;
    case "running":
      return `Para continuar depois, ${price}. Os dias que faltam não se perdem.`;
    case "grace":
    case "over":
      return `Para renovar o ${titleOf(plano)}, ${price}.`;
    case "none":
      return `No ${titleOf(plano)}, os primeiros ${freeDays} dias são grátis; depois, ${price}.`;
  }
}

/** When paused ads come back; completes a sentence. */
export function untilRenewed(isPaid: boolean): string {
  return isPaid ? "conferirmos o seu pagamento" : "você renovar";
}

function sayAds(state: PlanState, ads: number, isPaid: boolean): string | null {
  const [stay, are, comeBack] =
    ads === 1
      ? ["seu anúncio fica no ar", "Agora seu anúncio está", "volta como estava"]
      : ["seus anúncios ficam no ar", "Agora seus anúncios estão", "voltam como estavam"];
  switch (state.kind) {
    case "open":
    case "none":
      return null;
    case "running":
      return `Se passar da data, ${stay} até ${formatCivilDate(addDays(state.until, graceDays))} e depois só em pausa.`;
    case "grace":
      return `Mas ${stay} até ${formatCivilDate(state.until)}, ${inDays(state.daysLeft)}. Depois, só em pausa até ${untilRenewed(isPaid)}.`;
    case "over":
      return `${are} em pausa, com fotos, textos e calendário guardados, e ${comeBack} quando ${untilRenewed(isPaid)}.`;
  }
}

/** Offers what is beyond the largest plan, which can't be bought by itself: "Mais de dois anúncios?" */
export function offerMore(postsPermitidos: number): string {
  return `Mais de ${describeMany(postsPermitidos)} anúncios? Fale com a gente.`;
}

/** Said wherever a plan is smaller than the ads there are: they all stay (docs/decisions/057). */
export function sayBeyond(plano: string, ads: number): string | null {
  const plan = findPlan(plano);
  if (!plan || plan.id === "nenhum" || ads <= plan.postsPermitidos) return null;
  const fit = plan.postsPermitidos === 1 ? "cabe 1" : `cabem ${plan.postsPermitidos}`;
  return `São ${countAds(ads)}, e no ${plan.title} ${fit}. Todos ficam: nenhum sai do ar por isso, só não dá para publicar outro.`;
}

/**
 * Tells an owner whose plan is full how to publish more: the Profissional plan's price, or a word with us beyond it.
 */
export function offerUpgrade(ads: number): string {
  const { postsPermitidos: allowed } = plans.profissional;
  if (ads >= allowed) return `${offerMore(allowed)} ${priceBeyond}`;
  return `Para publicar outro, exclua um anúncio ou passe para o plano Profissional: até ${countAds(allowed)}, ${describePrice("profissional")}. ${offerMore(allowed)} ${priceBeyond}`;
}

const priceBeyond = "O preço combinamos com você.";

function sayRoom({ plano, postsCriados, postsPermitidos }: PlanFacts): string {
  const room = postsPermitidos - postsCriados;
  if (room === 1) return "Ainda cabe 1 anúncio no plano.";
  if (room > 1) return `Ainda cabem ${countAds(room)} no plano.`;
  const beyond = sayBeyond(plano, postsCriados);
  if (beyond) return `${beyond} ${offerUpgrade(postsCriados)}`;
  return plano === plans.basico.id
    ? `O plano está completo. ${offerUpgrade(postsCriados)}`
    : `O plano está completo. ${offerMore(postsPermitidos)} ${priceBeyond}`;
}

function askForMore({ plano, postsCriados, postsPermitidos }: PlanFacts): PlanRequest | null {
  if (postsCriados < postsPermitidos) return null;
  return plano === plans.basico.id && postsCriados < plans.profissional.postsPermitidos
    ? { plano: "profissional", para: "mudar" }
    : { plano: "profissional", para: "mais" };
}
