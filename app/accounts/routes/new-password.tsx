import { useForm } from "@conform-to/react";
import { data, Link } from "react-router";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { AccountForm, AccountPage } from "../account-form.tsx";
import { deadLink, refuseForm } from "../account-refusals.ts";
import { NewPasswordFields } from "../credential-fields.tsx";
import { parseNewPassword } from "../credentials.ts";
import { isResetLinkValid, resetPassword } from "../links/password-reset.server.ts";
import type { Route } from "./+types/new-password.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const isValid = await isResetLinkValid(db, params.token);
  return data({ isValid }, { status: isValid ? 200 : 410 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = parseNewPassword(await readForm(request));
  const hideFields = ["password", "confirmPassword"];
  const lastResult = submission.reply({ hideFields });
  if (submission.status !== "success") {
    return data({ isValid: true, lastResult }, { status: 400 });
  }
  const result = await resetPassword(context, params.token, submission.value.password);
  if (!result.ok && result.reason === "dead-link") {
    return data({ isValid: false, lastResult }, { status: 410 });
  }
  if (!result.ok) {
    const { status, ...refused } = refuseForm(submission, result, hideFields);
    return data({ isValid: true, ...refused }, { status });
  }
  return redirectWithFlash("/login", {
    kind: "success",
    text: "Senha alterada. Entre com a nova.",
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Nova senha");
}

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm({
    id: "new-password",
    lastResult: actionData?.lastResult,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseNewPassword(formData),
  });
  if (!loaderData.isValid || actionData?.isValid === false) return <DeadLink />;
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
      <AccountForm
        id={form.id}
        onSubmit={form.onSubmit}
        error={form.errors?.[0]}
        action="Salvar nova senha"
      >
        <NewPasswordFields label="Nova senha" fields={fields} />
      </AccountForm>
    </AccountPage>
  );
}

function DeadLink() {
  return (
    <AccountPage
      title={deadLink.message}
      lead="Ele serve uma única vez e por uma hora. Peça outro na página de entrada: escreva seu e-mail e toque em “Esqueci minha senha”."
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
