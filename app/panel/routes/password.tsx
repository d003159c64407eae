import { redirect } from "react-router";
import { AccountForm, AccountPage } from "../../domain/accounts/account-form.tsx";
import { CurrentPasswordField } from "../../domain/accounts/credential-fields.tsx";
import { FactorFields } from "../../domain/accounts/factors/factor-fields.tsx";
import { parseUnlocking } from "../../domain/accounts/factors/factor-forms.ts";
import { confirmFactor, countFactors } from "../../domain/accounts/factors/second-factor.server.ts";
import {
  isLongEnoughForStaff,
  staffPasswordMessage,
} from "../../domain/accounts/passwords/staff-password.ts";
import { confirmPassword } from "../../domain/accounts/sessions/password-check.server.ts";
import { Link } from "../../platform/ui/link.tsx";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms, checked } from "../../platform/web/forms/answer-forms.server.ts";
import { refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { pathBefore, readPanelPath } from "../staff/panel-paths.ts";
import { isLocked, requireStaffSession } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/password.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const session = requireStaffSession(context);
  const to = readPanelPath(url.searchParams.get("voltar"));
  if (!isLocked(session)) throw redirect(to);
  if (!session.needsPassword && !session.hasFactor)
    throw redirect(pathBefore("/operador/fator", to));
  const factors = await countFactors(context.get(siteContext).db, session.user.uid);
  return {
    email: session.user.email,
    asksPassword: session.needsPassword,
    asksFactor: session.hasFactor && session.needsFactor,
    hasPasskey: factors.passkeys > 0,
  };
}

/** First the password, then the factor: the answer says nothing about the second alone. */
export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const { user, needsPassword, needsFactor, hasFactor } = requireStaffSession(context);
  const asks = { password: needsPassword, factor: hasFactor && needsFactor };
  const parse = (formData: FormData) => parseUnlocking(formData, asks);
  const unlock = checked(parse, async ({ currentPassword, codigo, chave }) => {
    if (needsPassword) {
      const result = await confirmPassword(context, user, currentPassword);
      if (!result.ok) return result;
      if (!isLongEnoughForStaff(currentPassword)) {
        const message = `${staffPasswordMessage} Troque a sua em Minha conta.`;
        return refuse("weak-staff-password", message, { status: 403, field: "currentPassword" });
      }
    }
    if (asks.factor) {
      const result = await confirmFactor(context, user, { codigo, chave });
      if (!result.ok) return result;
    }
    return redirect(readPanelPath(url.searchParams.get("voltar")));
  });
  return answerForms(args, { "": unlock });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Confirme que é você");
}

export default function PasswordRoute({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { email, asksPassword, asksFactor, hasPasskey } = loaderData;
  return (
    <AccountPage
      title={asksPassword ? "Confirme a sua senha" : "Confirme que é você"}
      lead={`Para cuidar do site como ${email}, o painel pede de novo ${listAsked(asksPassword, asksFactor)} a cada 12 horas.`}
      picture="lago-amanhecer"
      otherwise={
        <>
          <Link className="link" to="/minha-conta">
            Minha conta
          </Link>{" "}
          ou{" "}
          <Link className="link" to="/">
            voltar para o site
          </Link>
        </>
      }
    >
      <AccountForm error={outcome?.message} action="Continuar">
        {asksPassword && <CurrentPasswordField error={outcome?.errors.currentPassword} />}
        {asksFactor && <FactorFields hasPasskey={hasPasskey} error={outcome?.errors.codigo} />}
      </AccountForm>
    </AccountPage>
  );
}

function listAsked(asksPassword: boolean, asksFactor: boolean): string {
  if (asksPassword) return asksFactor ? "a senha e o segundo fator" : "a senha";
  return "o segundo fator";
}
