import { data } from "react-router";
import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { deadLink } from "../../../domain/accounts/account-refusals.ts";
import { NewPasswordFields } from "../../../domain/accounts/credential-fields.tsx";
import { parseNewPassword } from "../../../domain/accounts/credentials.ts";
import { linkLifetimes } from "../../../domain/accounts/links/link-lifetimes.ts";
import {
  isResetLinkValid,
  resetPassword,
} from "../../../domain/accounts/links/password-reset.server.ts";
import { Link } from "../../../platform/ui/link.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/new-password-page.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const isValid = await isResetLinkValid(db, params.token);
  return data({ isValid }, { status: isValid ? 200 : 410 });
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args;
  const save = checked(parseNewPassword, async ({ password }) => {
    const result = await resetPassword(context, params.token, password);
    if (!result.ok) return result;
    const text = "Senha alterada. Entre com a nova.";
    return redirectWithFlash("/login", { kind: "success", text });
  });
  return answerForms(args, { "": save });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Nova senha");
}

export default function NewPassword({ loaderData, actionData: outcome }: Route.ComponentProps) {
  if (!loaderData.isValid || outcome?.reason === deadLink.reason) return <DeadLink />;
  return (
    <AccountPage
      title="Nova senha"
      lead="Escolha uma senha nova. Com ela você entra de novo em todos os aparelhos."
      picture="lago-amanhecer"
      otherwise={
        <>
          Lembrou da antiga?{" "}
          <Link className="link" to="/login">
            Entrar
          </Link>
        </>
      }
    >
      <AccountForm error={outcome?.message} action="Salvar nova senha">
        <NewPasswordFields label="Nova senha" outcome={outcome} />
      </AccountForm>
    </AccountPage>
  );
}

function DeadLink() {
  return (
    <AccountPage
      title={deadLink.message}
      lead={`Ele serve uma única vez e por ${linkLifetimes.passwordReset.words}. Peça outro na página de entrada: escreva seu e-mail e toque em “Esqueci minha senha”.`}
      picture="lago-amanhecer"
      otherwise={
        <>
          Não tem conta?{" "}
          <Link className="link" to="/register">
            Cadastrar
          </Link>
        </>
      }
    >
      <Link className="btn btn--big" to="/login">
        Pedir outro link
      </Link>
    </AccountPage>
  );
}
