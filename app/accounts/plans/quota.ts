import { type Refusal, refuse } from "../../site/refusal.ts";

export interface QuotaRefusal extends Refusal<"no-user" | "no-plan" | "plan-limit"> {
  destination: "/contato" | "/";
}

export interface QuotaState {
  plano: string;
  postsCriados: number;
  postsPermitidos: number;
}

/** Null if one more publication is allowed (spec §6). */
export function refuseByQuota(user: QuotaState | null): QuotaRefusal | null {
  if (!user) return { ...refuse("no-user", "Usuário não encontrado."), destination: "/" };
  if (user.postsPermitidos === 0) {
    const message =
      "Você não possui um plano ativo. Entre em contato com a empresa para registrar um plano e começar a usar todos os recursos.";
    return { ...refuse("no-plan", message), destination: "/contato" };
  }
  if (user.postsCriados >= user.postsPermitidos) {
    const message = `Você atingiu o limite de anúncio para o seu plano: ${user.plano}. Atualize para o plano Profissional para criar mais anúncios.`;
    return { ...refuse("plan-limit", message), destination: "/" };
  }
  return null;
}
