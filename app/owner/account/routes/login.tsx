import { redirect } from "react-router";
import { AccountForm, AccountPage } from "../../../domain/accounts/account-form.tsx";
import { type AuthResult, logIn } from "../../../domain/accounts/auth.server.ts";
import { PasswordField } from "../../../domain/accounts/credential-fields.tsx";
import { parseLogin, readEmail } from "../../../domain/accounts/credentials.ts";
import { PasskeyButton } from "../../../domain/accounts/factors/passkey-button.tsx";
import { logInWithPasskey } from "../../../domain/accounts/factors/passkey-login.server.ts";
import { requestPasswordReset } from "../../../domain/accounts/links/password-reset.server.ts";
import { takeReturnPath } from "../../../domain/accounts/return-path.server.ts";
import type { Flash } from "../../../platform/ui/feedback/flash.ts";
import { ToastMessage } from "../../../platform/ui/feedback/toast-message.tsx";
import { EmailField } from "../../../platform/ui/forms/email-field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { Link } from "../../../platform/ui/link.tsx";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import {
  answerForms,
  checked,
  type FormResult,
} from "../../../platform/web/forms/answer-forms.server.ts";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import { refuse } from "../../../platform/web/refusal.ts";
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
      if (!email) return refuse("invalid", missingEmailMessage, { field: "email" });
      const result = await requestPasswordReset(context, email);
      return result.ok ? { ok: true, typed: { email } } : result;
    },
  });
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const description = "Entre na sua conta para publicar e cuidar dos seus anúncios.";
  return pageMeta(args, { title: "Entrar", description });
}

export default function Login({ actionData: outcome }: Route.ComponentProps) {
  const notice = outcome && noticeOf(outcome);
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
        error={notice ? undefined : outcome?.message}
        action="Entrar"
        aside={{ intent: "reset", label: "Esqueci minha senha" }}
      >
        <EmailField
          autoComplete="username webauthn"
          error={outcome?.errors.email}
          defaultValue={outcome?.typed.email}
        />
        <PasswordField
          name="password"
          label="Senha"
          autoComplete="current-password"
          error={outcome?.errors.password}
        />
      </AccountForm>
      {notice && <ResetNotice {...notice} />}
      <form method="post">
        <input type="hidden" name="intent" value="passkey" />
        <PasskeyButton purpose="entrar">Entrar com chave de acesso</PasskeyButton>
      </form>
    </AccountPage>
  );
}

/** Words a notice about a reset, which doesn't say whether there is such an account. */
function noticeOf({
  intent,
  ok,
  reason,
  message,
  errors,
  typed,
}: FormOutcome): ResetNoticeProps | undefined {
  if (intent !== "reset") return undefined;
  if (ok) {
    const hint = `Abra o link que chegou em ${typed.email}. Se não o encontrar, olhe também no spam.`;
    return { kind: "success", text: "E-mail de redefinição enviado com sucesso!", hint };
  }
  if (errors.email) return { kind: "error", text: missingEmailMessage };
  if (reason !== "unknown-email" && reason !== "failed") return undefined;
  return { kind: "error", text: message, hint: "Confira se o e-mail está escrito certo." };
}

interface ResetNoticeProps extends Pick<Flash, "kind" | "text"> {
  hint?: string;
}

/** A toast, and a sentence that would take longer than its two seconds. */
function ResetNotice({ kind, text, hint }: ResetNoticeProps) {
  const isError = kind === "error";
  return (
    <>
      <ToastMessage kind={kind} text={text} />
      {hint && (
        // biome-ignore lint/a11y/noAutofocus: on a phone it stands below the edge of the screen
        <p className={`note ${isError ? "note--earth" : "note--leaf"}`} tabIndex={-1} autoFocus>
          <Icon name={isError ? "circle-exclamation-point" : "circle-check"} />
          <span>
            <b>{text}</b> {hint}
          </span>
        </p>
      )}
    </>
  );
}
