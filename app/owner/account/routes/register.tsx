import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { signUp } from "../../../domain/accounts/auth.server.ts";
import { NewPasswordFields } from "../../../domain/accounts/credential-fields.tsx";
import { parseRegistration } from "../../../domain/accounts/credentials.ts";
import { takeReturnPath } from "../../../domain/accounts/return-path.server.ts";
import type { Flash } from "../../../platform/ui/feedback/flash.ts";
import { EmailField } from "../../../platform/ui/forms/email-field.tsx";
import { TextField } from "../../../platform/ui/forms/field.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import type { Route } from "./+types/register.ts";

/** Names the address, where a slip shows. */
function accountCreated(email: string): Flash {
  return {
    kind: "success",
    text: `Conta criada! Mandamos um e-mail para ${email}: abra e confirme.`,
    links: [{ to: "/posts/create", text: "Criar primeiro anúncio" }],
  };
}

export function action(args: Route.ActionArgs) {
  const register = checked(parseRegistration, async (input) => {
    const result = await signUp(args.context, input);
    if (!result.ok) return result;
    const asked = await takeReturnPath(args.request, result.headers);
    // Whoever came to pay goes on to that; everyone else begins at the home page.
    const to = asked.startsWith("/plans/") ? asked : "/";
    return redirectWithFlash(to, accountCreated(input.email), result.headers);
  });
  return answerForms(args, { "": register });
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const description =
    "Crie sua conta e anuncie seu rancho ou casa no Lago de Furnas. Leva um minuto.";
  return pageMeta(args, { title: "Cadastrar", description });
}

export default function Register({ actionData: outcome }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Cadastrar"
      picture="rancho"
      otherwise={
        <>
          Já tem conta?{" "}
          <Link className="link" to="/login">
            Entrar
          </Link>
        </>
      }
    >
      <AccountForm error={outcome?.message} action="Cadastrar">
        <TextField
          name="displayName"
          label="Nome"
          hint="Aparece nos seus anúncios."
          autoComplete="name"
          aria-required
          error={outcome?.errors.displayName}
          defaultValue={outcome?.typed.displayName}
        />
        <EmailField error={outcome?.errors.email} defaultValue={outcome?.typed.email} />
        <NewPasswordFields label="Senha" outcome={outcome} />
      </AccountForm>
      <p className="soft">
        Seu primeiro anúncio entra sem pagar nada.{" "}
        <Link className="link" to="/plans">
          Ver os planos
        </Link>
      </p>
    </AccountPage>
  );
}
