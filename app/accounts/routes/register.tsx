import { redirectWithFlash } from "../../site/flash.server.ts";
import { answerForms, checked } from "../../site/forms/answer-forms.server.ts";
import { sendForm } from "../../site/forms/send-form.ts";
import { useAnsweredForm } from "../../site/forms/use-answered-form.ts";
import type { Flash } from "../../ui/feedback/flash.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Link } from "../../ui/link.tsx";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { AccountForm, AccountPage } from "../account-form.tsx";
import { signUpFailed } from "../account-refusals.ts";
import { signUp } from "../auth.server.ts";
import { EmailField, NewPasswordFields } from "../credential-fields.tsx";
import { parseRegistration } from "../credentials.ts";
import { takeReturnPath } from "../return-path.server.ts";
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

/** Keeps what was typed if the site can't be reached. */
export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, signUpFailed.message);
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const description =
    "Crie sua conta e anuncie seu rancho ou casa no Lago de Furnas. Leva um minuto.";
  return pageMeta(args, { title: "Cadastrar", description });
}

export default function Register({ actionData }: Route.ComponentProps) {
  const [form, fields] = useAnsweredForm({
    id: "register",
    outcome: actionData,
    parse: parseRegistration,
  });
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
      <AccountForm
        id={form.id}
        onSubmit={form.onSubmit}
        error={form.errors?.[0]}
        action="Cadastrar"
      >
        <TextField
          name="displayName"
          label="Nome"
          hint="Aparece nos seus anúncios."
          autoComplete="name"
          aria-required
          error={fields.displayName.errors}
          defaultValue={fields.displayName.initialValue}
        />
        <EmailField
          autoComplete="email"
          error={fields.email.errors}
          defaultValue={fields.email.initialValue}
        />
        <NewPasswordFields label="Senha" fields={fields} />
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
