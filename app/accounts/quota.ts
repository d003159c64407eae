/** What a refused publication tells, and where it sends the advertiser. */
export interface QuotaRefusal {
  reason: "no-user" | "no-plan" | "plan-limit";
  message: string;
  destination: "/contato" | "/";
}

/** The parts of a user's row that the quota looks at. */
export interface QuotaState {
  plano: string;
  postsCriados: number;
  postsPermitidos: number;
}

/** Whether one more listing may be published (spec §6); null when it may. */
export function refuseByQuota(user: QuotaState | null): QuotaRefusal | null {
  if (!user) return { reason: "no-user", message: "Usuário não encontrado.", destination: "/" };
  if (user.postsPermitidos === 0) {
    return {
      reason: "no-plan",
      message:
        "Você não possui um plano ativo. Entre em contato com a empresa para registrar um plano e começar a usar todos os recursos.",
      destination: "/contato",
    };
  }
  if (user.postsCriados >= user.postsPermitidos) {
    return {
      reason: "plan-limit",
      message: `Você atingiu o limite de anúncio para o seu plano: ${user.plano}. Atualize para o plano Profissional para criar mais anúncios.`,
      destination: "/",
    };
  }
  return null;
}
