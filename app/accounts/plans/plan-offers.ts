import { freeDays, freeMonths } from "./plan-terms.ts";
import { countAds, type PlanId, plans } from "./plans.ts";

export interface PlanOffer {
  id: "gratis" | Exclude<PlanId, "nenhum">;
  name: string;
  about: string;
  carries: readonly string[];
  /** Included in this plan only; highlighted. */
  extras: readonly string[];
  free: string | null;
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
    free: null,
    price: "R$ 0",
    per: null,
    below: freeForFirst,
  },
  {
    id: "basico",
    name: "Básico",
    about: "Para quem tem um rancho.",
    carries: [...everyPlan, countAds(plans.basico.postsPermitidos)],
    extras: [],
    free: `Primeiros ${freeDays} dias grátis`,
    price: "R$ 25,00",
    per: "por mês",
    below: "ou R$ 250,00 por ano",
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
    price: "R$ 80,00",
    per: "por mês",
    below: "ou R$ 800,00 por ano",
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
