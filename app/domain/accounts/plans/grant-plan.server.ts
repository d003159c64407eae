import { eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { users } from "../../../platform/db/schema.ts";
import { recordAction } from "../../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { formatCivilDate, today } from "../../calendar/civil-date.ts";
import { type Account, hidingOf, lockUser } from "../account.server.ts";
import { show } from "../visibility/visibility.server.ts";
import type { PlanGrant } from "./plan-grants.ts";
import { titleOf } from "./plan-summary.ts";
import { endOfSale, isPaidPlan, planOf, planState, plans } from "./plans.ts";

export interface GrantedPlan {
  ok: true;
  plano: string;
  postsPermitidos: number;
  validoAte: string | null;
  resumed: number;
}

export interface GrantCircumstances {
  /** Actor to name in the audit log. */
  actor: string;
  reason?: string;
  /** Civil date; today by default. */
  day?: string;
}

/**
 * Grants a plan and resumes listings paused by the end of the previous one, except a blocked
 * advertiser's. Terms end as `endOfSale` says. `nenhum` ends the plan that day. Recorded in the audit log.
 */
export function grantPlan(
  db: Db | Transaction,
  uid: string,
  grant: PlanGrant,
  { actor, reason = "", day = today() }: GrantCircumstances,
): Promise<GrantedPlan | Refusal<"no-user" | "past-date" | "needs-date">> {
  return db.transaction(async (tx) => {
    const account = await lockUser(tx, uid);
    if (!account) return refuse("no-user", "Esta conta não existe mais.");
    const { id: plano, postsPermitidos } = plans[grant.plano];
    const validoAte = endOf(grant, account, day);
    if (validoAte === undefined) {
      const until = account.validoAte && formatCivilDate(account.validoAte);
      return refuse(
        "needs-date",
        `Até ${until} vale o ${titleOf(account.plano)}. Diga a data em que o novo plano termina.`,
        { field: "ate" },
      );
    }
    if (validoAte !== null && validoAte < day) {
      return refuse("past-date", "Esta data já passou: o plano vale até o fim do dia escolhido.");
    }
    const planEndedOn = plano === plans.nenhum.id ? endedOn(account, day) : null;
    const ended = account.plano === plans.nenhum.id ? account.endedPlan : account.plano;
    const endedPlan = planEndedOn === null ? null : ended;
    const after = { plano, postsPermitidos, validoAte, planEndedOn, endedPlan };
    await tx
      .update(users)
      .set({ ...after, updatedAt: sql`now()` })
      .where(eq(users.id, uid));
    const hiding = hidingOf({ ...account, ...after }, day);
    const lifted = plano === plans.nenhum.id ? [] : await show(tx, { uid }, "plan", hiding);
    const resumed = lifted.filter(({ pausedBy }) => !pausedBy).length;
    await recordAction(tx, {
      actor,
      action: "plan-granted",
      subjectId: uid,
      subject: account.email,
      reason,
      before: planOf(account),
      after: { ...planOf(after), resumed },
    });
    return { ok: true, plano, postsPermitidos, validoAte, resumed };
  });
}

/** Undefined if the operator must say the day. */
function endOf({ plano, end }: PlanGrant, held: Account, day: string): string | null | undefined {
  if ("ate" in end) return end.ate;
  return isPaidPlan(plano) ? (endOfSale(held, { plano, por: end.por }, day) ?? undefined) : null;
}

function endedOn(account: Account, day: string): string | null {
  const state = planState(account, day);
  if (state.kind === "none") return null;
  return "endedOn" in state ? state.endedOn : day;
}
