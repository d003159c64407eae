import { eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { users } from "../../platform/db/schema.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { contactPath } from "./plans/plan-request.ts";
import { planState } from "./plans/plans.ts";
import type { AccountHiding } from "./visibility/visibility.server.ts";

export interface Account {
  displayName: string;
  email: string;
  emailVerified: boolean;
  plano: string;
  postsCriados: number;
  postsPermitidos: number;
  validoAte: string | null;
  planEndedOn: string | null;
  endedPlan: string | null;
  recebePerguntas: boolean;
}

export const accountColumns = {
  displayName: users.displayName,
  email: users.email,
  emailVerified: users.emailVerified,
  plano: users.plano,
  postsCriados: users.postsCriados,
  postsPermitidos: users.postsPermitidos,
  validoAte: users.validoAte,
  planEndedOn: users.planEndedOn,
  endedPlan: users.endedPlan,
  recebePerguntas: users.recebePerguntas,
};

export async function findAccount(db: Db, uid: string): Promise<Account | null> {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, uid));
  return account ?? null;
}

export interface LockedAccount extends Account {
  blockedAt: Date | null;
}

/**
 * Locks an account; null if it doesn't exist. Commands that change several rows of an account begin
 * with this, so that they run one after another. `for update` would deadlock with a photo being
 * finished.
 */
export async function lockUser(tx: Transaction, uid: string): Promise<LockedAccount | null> {
  const [account] = await tx
    .select({ ...accountColumns, blockedAt: users.blockedAt })
    .from(users)
    .where(eq(users.id, uid))
    .for("no key update");
  return account ?? null;
}

export function hidingOf(account: LockedAccount, day: string): AccountHiding {
  return { blockedAt: account.blockedAt, isPlanOver: planState(account, day).kind === "over" };
}

export interface QuotaRefusal extends Refusal<"no-user" | "no-plan" | "plan-limit"> {
  destination: "/contato" | "/";
  /** The next step, instead of the plans. */
  link?: { to: string; text: string };
}

const wordWithUs = {
  to: contactPath({ plano: "profissional", para: "mais" }),
  text: "Falar com a gente",
};

/**
 * Refuses a publication beyond the quota; null if one more is allowed (spec §6, §8). Owners on
 * the largest plan also read how to get more.
 */
export function refuseByQuota(account: Account | null): QuotaRefusal | null {
  if (!account) return { ...refuse("no-user", "Usuário não encontrado."), destination: "/" };
  if (account.postsPermitidos === 0) {
    const message =
      "Você não possui um plano ativo. Entre em contato com a empresa para registrar um plano e começar a usar todos os recursos.";
    return { ...refuse("no-plan", message), destination: "/contato" };
  }
  if (account.postsCriados >= account.postsPermitidos) {
    const message = `Você atingiu o limite de anúncio para o seu plano: ${account.plano}. Atualize para o plano Profissional para criar mais anúncios.`;
    return {
      ...refuse("plan-limit", message),
      destination: "/",
      ...(account.plano === "profissional" && { link: wordWithUs }),
    };
  }
  return null;
}

/** Lets visitors ask the advertiser by e-mail, or no longer. */
export async function setQuestions(db: Db, uid: string, recebePerguntas: boolean): Promise<void> {
  await db.update(users).set({ recebePerguntas, updatedAt: sql`now()` }).where(eq(users.id, uid));
}
