import { useForm } from "@conform-to/react";
import { data, Link, redirect } from "react-router";
import { AccountForm, AccountPage } from "../../accounts/account-form.tsx";
import { refuseForm } from "../../accounts/account-refusals.ts";
import { CurrentPasswordField } from "../../accounts/credential-fields.tsx";
import { parseCurrentPassword } from "../../accounts/credentials.ts";
import { confirmPassword } from "../../accounts/sessions/password-check.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { readPanelPath } from "../staff/panel-paths.ts";
import { pageNotFound, staffContext } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/password.ts";

function requirePerson(context: Route.LoaderArgs["context"]) {
  const session = context.get(staffContext);
  if (!session) throw pageNotFound();
  return session;
}

export function loader({ context, url }: Route.LoaderArgs) {
  const { user, needsPassword } = requirePerson(context);
  const to = readPanelPath(url.searchParams.get("voltar"));
  if (!needsPassword) throw redirect(to);
  return { email: user.email };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { user } = requirePerson(context);
  const submission = parseCurrentPassword(await readForm(request));
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply({ hideFields }) }, { status: 400 });
  }
  const result = await confirmPassword(context, user, submission.value.currentPassword);
  if (result.ok) throw redirect(readPanelPath(url.searchParams.get("voltar")));
  const { lastResult, status } = refuseForm(submission, result, hideFields);
  return data({ lastResult }, { status });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Confirme a sua senha");
}

export default function PasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm({
    id: "senha",
    lastResult: actionData?.lastResult,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseCurrentPassword(formData),
  });
  return (
    <AccountPage
      title="Confirme a sua senha"
      lead={`Já faz mais de 12 horas que você entrou. Para cuidar do site como ${loaderData.email}, escreva a senha de novo.`}
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/">
          Voltar para o site
        </Link>
      }
    >
      <AccountForm
        id={form.id}
        onSubmit={form.onSubmit}
        error={form.errors?.[0]}
        action="Continuar"
      >
        <CurrentPasswordField error={fields.currentPassword.errors} />
      </AccountForm>
    </AccountPage>
  );
}
