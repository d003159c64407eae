/** A monthly plan, as stored in the user's `plano`. */
export interface Plan {
  id: PlanId;
  /** What it is called on pages. */
  title: string;
  /** Listings it allows: the user's `postsPermitidos`. */
  postsPermitidos: number;
  /** Whether its listings wear the 'Destaque' badge. */
  featured: boolean;
}

export type PlanId = "basico" | "profissional" | "nenhum";

/** The plans an advertiser can have (spec §9). */
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

/** Plans whose listings wear the 'Destaque' badge. */
export const featuredPlans: PlanId[] = Object.values(plans)
  .filter((plan) => plan.featured)
  .map((plan) => plan.id);
