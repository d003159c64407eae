import { eq } from "drizzle-orm";
import { grantPlan } from "../app/domain/accounts/plans/grant-plan.server.ts";
import { readPlanGrant } from "../app/domain/accounts/plans/plan-grants.ts";
import { countAds, plans, planTerms } from "../app/domain/accounts/plans/plans.ts";
import { formatCivilDate } from "../app/domain/calendar/civil-date.ts";
import { users } from "../app/platform/db/schema.ts";
import type { CommandOptions, CommandResult, OperatorContext } from "./context.ts";

const usage = `plano <e-mail> <${Object.keys(plans).join("|")}> [--ate AAAA-MM-DD | --por ${Object.keys(planTerms).join("|")}]`;

export async function setPlan(
  context: OperatorContext,
  [email, plano, ...others]: string[],
  { ate, por }: CommandOptions,
): Promise<CommandResult> {
  // A date without its --ate, or the reverse, must not pass for a plan without an end.
  if (!email || !plano || others.length > 0 || ate === "" || por === "") {
    return { status: 2, text: `Diga o e-mail e o plano: ${usage}` };
  }
  const read = readPlanGrant({ plano, ate, por });
  if (!read.ok) return { status: 2, text: `${read.message}\n${usage}` };
  const { db } = context;
  const [user] = await db
    .select({ uid: users.id, email: users.email })
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()));
  if (!user) return { status: 1, text: `Não há anunciante com o e-mail ${email}.` };
  const granted = await grantPlan(db, user.uid, read.grant, {
    actor: "terminal",
  });
  if (!granted.ok) return { status: 1, text: granted.message };
  const { ok: _, resumed, ...data } = granted;
  const end = data.validoAte ? ` até ${formatCivilDate(data.validoAte)}` : "";
  const lines = [
    `${user.email} agora tem o plano ${data.plano} (${countAds(data.postsPermitidos)})${end}.`,
  ];
  if (resumed > 0) lines.push(`De volta ao ar: ${countAds(resumed)}.`);
  return { status: 0, text: lines.join("\n"), data: { email: user.email, ...data, resumed } };
}
