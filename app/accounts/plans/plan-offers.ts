import type { PlanId } from "./plans.ts";

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

/** The plans of spec §9. */
export const planOffers: readonly PlanOffer[] = [
  {
    id: "gratis",
    name: "Grátis",
    about: "Oferta limitada aos primeiros anunciantes.",
    carries: [...everyPlan, "1 anúncio"],
    extras: [],
    free: null,
    price: "R$ 0",
    per: null,
    below: "Grátis por 6 meses",
  },
  {
    id: "basico",
    name: "Básico",
    about: "Para quem tem um rancho.",
    carries: [...everyPlan, "1 anúncio"],
    extras: [],
    free: "Primeiros 30 dias grátis",
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
      "Até 2 anúncios",
    ],
    free: "Primeiros 30 dias grátis",
    price: "R$ 80,00",
    per: "por mês",
    below: "ou R$ 800,00 por ano",
  },
];

export function findOffer(id: string | null): PlanOffer | null {
  return planOffers.find((offer) => offer.id === id) ?? null;
}
