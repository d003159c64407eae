import {
  countAds,
  formatPrice,
  freeDays,
  freeMonths,
  type PaidPlanId,
  planPrices,
  plans,
} from "./plans.ts";

export type OfferId = "gratis" | PaidPlanId;

export interface PlanOffer {
  id: OfferId;
  name: string;
  about: string;
  carries: readonly string[];
  /** Included in this plan only; highlighted. */
  extras: readonly string[];
  free: string;
  price: string;
  per: string | null;
  below: string;
}

const everyPlan = [
  "Anúncio localizado no mapa",
  "Anúncio na página de busca",
  "Cancele quando quiser",
];

/** The offer to the first advertisers. */
export const freeForFirst = `Grátis por ${freeMonths} meses`;

/** The plans of spec §9. */
export const planOffers: readonly PlanOffer[] = [
  {
    id: "gratis",
    name: "Grátis",
    about: "Oferta limitada aos primeiros anunciantes.",
    carries: [...everyPlan, countAds(plans.basico.postsPermitidos)],
    extras: [],
    free: freeForFirst,
    price: "R$ 0",
    per: null,
    below: "depois, o preço do Básico",
  },
  {
    id: "basico",
    name: "Básico",
    about: "Para quem tem um rancho.",
    carries: [...everyPlan, countAds(plans.basico.postsPermitidos)],
    extras: [],
    free: `Primeiros ${freeDays} dias grátis`,
    price: formatPrice(planPrices.basico.mes),
    per: "por mês",
    below: `ou ${formatPrice(planPrices.basico.ano)} por ano`,
  },
  {
    id: "profissional",
    name: "Profissional",
    about: "Para quem vive disso.",
    carries: everyPlan,
    extras: [
      "Anúncio em destaque",
      "Publicação no Facebook",
      "Publicação no Instagram",
      `Até ${countAds(plans.profissional.postsPermitidos)}`,
    ],
    free: `Primeiros ${freeDays} dias grátis`,
    price: formatPrice(planPrices.profissional.mes),
    per: "por mês",
    below: `ou ${formatPrice(planPrices.profissional.ano)} por ano`,
  },
];

/** Writes "Básico por R$ 25,00 ou Profissional por R$ 80,00". */
export function describePrices(): string {
  const paid = planOffers.filter(({ per }) => per !== null);
  return paid.map(({ name, price }) => `${name} por ${price}`).join(" ou ");
}

export function findOffer(id: string | null): PlanOffer | null {
  return planOffers.find((offer) => offer.id === id) ?? null;
}

/** The Profissional plan's badge never changes the order of a list (docs/decisions/021). */
export const aboutFeatured =
  "O destaque é a marca “Destaque” no anúncio, e mais nada: a ordem das listas é a mesma para todos os planos.";
