import { countOf } from "../../../platform/ui/words.ts";

export interface Plan {
  id: PlanId;
  title: string;
  postsPermitidos: number;
  featured: boolean;
}

export type PlanId = "basico" | "profissional" | "nenhum";

/** The plans of spec §9. */
export const plans: Record<PlanId, Plan> = {
  basico: { id: "basico", title: "Plano Básico", postsPermitidos: 1, featured: false },
  profissional: {
    id: "profissional",
    title: "Plano Profissional",
    postsPermitidos: 2,
    featured: true,
  },
  nenhum: { id: "nenhum", title: "Sem plano ativo", postsPermitidos: 0, featured: false },
};

export const featuredPlans: PlanId[] = Object.values(plans)
  .filter((plan) => plan.featured)
  .map((plan) => plan.id);

export function isPlanId(text: string): text is PlanId {
  return Object.hasOwn(plans, text);
}

export function findPlan(plano: string): Plan | null {
  return isPlanId(plano) ? plans[plano] : null;
}

export function countAds(count: number): string {
  return countOf(count, "anúncio");
}
