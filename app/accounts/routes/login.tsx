import { type SubmissionResult, useForm } from "@conform-to/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { data, Link, type RouterContextProvider, redirect } from "react-router";
import { logFailure } from "../../site/outage.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { sendForm } from "../../ui/forms/send-form.ts";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { AccountForm, type AccountNotice, AccountPage, submitsAside } from "../account-form.tsx";
import { answerOf, loginFailed, refuseForm } from "../account-refusals.ts";
import { logIn } from "../auth.server.ts";
import { EmailField, PasswordField } from "../credential-fields.tsx";
import { parseLogin, readEmail } from "../credentials.ts";
import { PasskeyButton } from "../factors/passkey-button.tsx";
import { logInWithPasskey } from "../factors/passkey-login.server.ts";
import { requestPasswordReset, resetFailedMessage } from "../links/password-reset.server.ts";
import { takeReturnPath } from "../return-path.server.ts";
import type { Route } from "./+types/login.ts";

const missingEmailMessage = "Por favor, insira um e-mail válido para redefinir a senha.";
const resetSentMessage = "E-mail de redefinição enviado com sucesso!";

/** Says nothing about whether there is such an account. */
const resetFailedHint = "Confira se o e-mail está escrito certo.";

interface Answer {
  lastResult: SubmissionResult<string[]>;
  notice?: AccountNotice;
}

export async function action({ request, context }: Route.ActionArgs) {
  const formData = await readForm(request);
  if (formData.get("intent") === "reset") return sendReset(context, formData);
  const chave = formData.get("chave");
  if (formData.get("intent") === "passkey")
    return enterWithPasskey(request, context, String(chave));
  const submission = parseLogin(formData);
  const hideFields = ["password"];
  if (submission.status !== "success") {
    return data<Answer>({ lastResult: submission.reply({ hideFields }) }, { status: 400 });
  }
  const result = await logIn(context, submission.value);
  if (result.ok) {
    const to = await takeReturnPath(request, result.headers);
    return redirect(to, { headers: result.headers });
  }
  const { lastResult, status } = refuseForm(submission, result, hideFields);
  return data<Answer>({ lastResult }, { status });
}

/** Keeps what was typed if the site can't be reached. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const submission = parseLogin(await request.clone().formData());
  const { lastResult } = refuseForm(submission, loginFailed, ["password"]);
  const answer: Answer = { lastResult };
  return sendForm(serverAction, answer);
}

async function enterWithPasskey(
  request: Request,
  context: Readonly<RouterContextProvider>,
  chave: string,
) {
  const result = await logInWithPasskey(context, chave);
  if (result.ok) {
    const to = await takeReturnPath(request, result.headers);
    return redirect(to, { headers: result.headers });
  }
  const { status } = answerOf(result);
  const lastResult = { status: "error" as const, error: { "": [result.message] } };
  return data<Answer>({ lastResult }, { status });
}

async function sendReset(context: Readonly<RouterContextProvider>, formData: FormData) {
  const { log } = context.get(siteContext);
  const typed: SubmissionResult<string[]> = {
    initialValue: { email: String(formData.get("email") ?? "") },
  };
  function answer(notice: AccountNotice, status: number) {
    return data<Answer>({ lastResult: typed, notice }, { status });
  }
  const failed = { kind: "error", text: resetFailedMessage, hint: resetFailedHint } as const;
  const email = readEmail(formData);
  if (!email) {
    const error = { email: [missingEmailMessage] };
    const notice = { kind: "error", text: missingEmailMessage } as const;
    return data<Answer>(
      { lastResult: { ...typed, status: "error", error }, notice },
      { status: 400 },
    );
  }
  try {
    const result = await requestPasswordReset(context, email);
    if (result.ok) {
      const hint = `Abra o link que chegou em ${email}. Se não o encontrar, olhe também no spam.`;
      return answer({ kind: "success", text: resetSentMessage, hint }, 200);
    }
    if (result.reason === "unknown-email") return answer(failed, 400);
    const lastResult = { ...typed, status: "error" as const, error: { "": [result.message] } };
    return data<Answer>({ lastResult }, { status: 429 });
  } catch (error) {
    logFailure(log, error, "password reset failed");
    return answer(failed, 503);
  }
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
  const [form, fields] = useForm({
    id: "login",
    lastResult: actionData?.lastResult,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseLogin(formData),
  });
  const notice = actionData?.notice;
  useEffect(() => {
    if (notice) showToast(notice);
  }, [notice]);
  return (
    <AccountPage
      title="Entrar"
      lead="Que bom te ver de volta. Seus anúncios estão esperando."
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
        error={form.errors?.[0]}
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
