import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { Link, redirect } from "react-router";
import { answerForms, checked, type FormResult } from "../../site/forms/answer-forms.server.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { sendForm } from "../../site/forms/send-form.ts";
import { useAnsweredForm } from "../../site/forms/use-answered-form.ts";
import { refuse } from "../../site/refusal.ts";
import { showToast } from "../../ui/feedback/toast.ts";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { AccountForm, AccountPage, submitsAside } from "../account-form.tsx";
import { loginFailed } from "../account-refusals.ts";
import { type AuthResult, logIn } from "../auth.server.ts";
import { EmailField, PasswordField } from "../credential-fields.tsx";
import { parseLogin, readEmail } from "../credentials.ts";
import { PasskeyButton } from "../factors/passkey-button.tsx";
import { logInWithPasskey } from "../factors/passkey-login.server.ts";
import { requestPasswordReset } from "../links/password-reset.server.ts";
import { takeReturnPath } from "../return-path.server.ts";
import type { Route } from "./+types/login.ts";

const missingEmailMessage = "Por favor, insira um e-mail válido para redefinir a senha.";

export function action(args: Route.ActionArgs) {
  const { request, context } = args;
  async function enter(result: AuthResult): Promise<FormResult> {
    if (!result.ok) return result;
    const to = await takeReturnPath(request, result.headers);
    return redirect(to, { headers: result.headers });
  }
  return answerForms(args, {
    "": checked(parseLogin, async (input) => enter(await logIn(context, input))),
    passkey: async ({ text }) => enter(await logInWithPasskey(context, text("chave"))),
    async reset({ formData }) {
      const email = readEmail(formData);
      if (!email) return refuse("invalid", missingEmailMessage, "email");
      const result = await requestPasswordReset(context, email);
      return result.ok ? { ok: true, typed: { email } } : result;
    },
  });
}

/** Keeps what was typed if the site can't be reached. */
export function clientAction(args: Route.ClientActionArgs) {
  return sendForm(args, loginFailed.message);
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const description = "Entre na sua conta para publicar e cuidar dos seus anúncios.";
  return pageMeta(args, { title: "Entrar", description });
}

const PasskeyLogin = lazy(async () => {
  const module = await import("../factors/passkey-login.tsx");
  return { default: module.PasskeyLogin };
});

export default function Login({ actionData }: Route.ComponentProps) {
  const [hasPasskeys, setHasPasskeys] = useState<boolean | "unknown">("unknown");
  useEffect(() => setHasPasskeys("PublicKeyCredential" in window), []);
  const [form, fields] = useAnsweredForm({ id: "login", outcome: actionData, parse: parseLogin });
  const notice = useMemo(() => actionData && noticeOf(actionData), [actionData]);
  useEffect(() => {
    if (notice) showToast(notice);
  }, [notice]);
  return (
    <AccountPage
      title="Entrar"
      lead="Que bom te ver de volta."
      picture="lago-amanhecer"
      otherwise={
        <>
          Ainda não tem conta?{" "}
          <Link className="link" to="/register">
            Cadastrar
          </Link>
        </>
      }
    >
      <AccountForm
        id={form.id}
        onSubmit={(event) => {
          if (!submitsAside(event)) form.onSubmit(event);
        }}
        error={notice ? undefined : form.errors?.[0]}
        notice={notice}
        action="Entrar"
        aside={{ intent: "reset", label: "Esqueci minha senha" }}
      >
        <EmailField
          autoComplete="username webauthn"
          error={fields.email.errors}
          defaultValue={fields.email.initialValue}
        />
        <PasswordField
          name="password"
          label="Senha"
          autoComplete="current-password"
          error={fields.password.errors}
        />
      </AccountForm>
      {hasPasskeys && (
        <Suspense fallback={<PasskeyButton disabled />}>
          {hasPasskeys === true ? <PasskeyLogin /> : <PasskeyButton disabled />}
        </Suspense>
      )}
    </AccountPage>
  );
}

/** Words a notice about a reset, which doesn't say whether there is such an account. */
function noticeOf({ intent, ok, reason, message, errors, typed }: FormOutcome) {
  if (intent !== "reset") return undefined;
  if (ok) {
    const hint = `Abra o link que chegou em ${typed.email}. Se não o encontrar, olhe também no spam.`;
    return { kind: "success", text: "E-mail de redefinição enviado com sucesso!", hint } as const;
  }
  if (errors.email) return { kind: "error", text: missingEmailMessage } as const;
  if (reason !== "unknown-email" && reason !== "failed") return undefined;
  return { kind: "error", text: message, hint: "Confira se o e-mail está escrito certo." } as const;
}
