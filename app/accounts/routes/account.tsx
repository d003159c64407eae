import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { data, Link, type RouterContextProvider, redirect } from "react-router";
import { today } from "../../calendar/civil-date.ts";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { mayTry, tooManyEdits } from "../../site/rate-limit.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { refuse } from "../../site/refusal.ts";
import { siteContext } from "../../site/site.server.ts";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { findAccount, updateName } from "../account.server.ts";
import { refuseForm } from "../account-refusals.ts";
import {
  DataForm,
  EmailForm,
  NameForm,
  OwnEmail,
  PasswordForm,
  Setting,
} from "../account-settings.tsx";
import { identityContext, maxSessionDays } from "../auth.server.ts";
import {
  parseCurrentPassword,
  parseEmailChange,
  parseName,
  parsePasswordChange,
} from "../credentials.ts";
import type { CurrentUser } from "../current-user.ts";
import { announceFactor } from "../factors/factor-letters.server.ts";
import { NewPasskey } from "../factors/new-passkey.tsx";
import { PasskeyList } from "../factors/passkey-list.tsx";
import { deletePasskey, listPasskeys, savePasskey } from "../factors/passkeys.server.ts";
import { refuseFactorChange } from "../factors/second-factor.server.ts";
import {
  cancelEmailChange,
  findAwaitedEmail,
  requestEmailChange,
} from "../links/email-change.server.ts";
import { resendEmailConfirmation } from "../links/email-confirmation.server.ts";
import { createLink } from "../links/one-time-links.server.ts";
import { changePassword } from "../password-change.server.ts";
import { requireUser } from "../session.server.ts";
import { confirmPassword, isPasswordRecent } from "../sessions/password-check.server.ts";
import { SessionList } from "../sessions/session-list.tsx";
import { endSession, listSessions } from "../sessions/sessions.server.ts";
import type { Route } from "./+types/account.ts";
import styles from "./account.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const { sessionId } = context.get(identityContext);
  const { uid, displayName, email } = requireUser(context);
  const [account, awaited, sessions, passkeys, isRecent] = await Promise.all([
    findAccount(db, uid),
    findAwaitedEmail(db, uid),
    listSessions(db, uid, sessionId),
    listPasskeys(db, uid),
    isPasswordRecent(context),
  ]);
  const isConfirmed = account?.emailVerified ?? false;
  return {
    displayName,
    email,
    isConfirmed,
    awaited,
    sessions,
    passkeys,
    asksPassword: !isRecent,
    sessionDays: maxSessionDays,
    day: today(),
    shownAt: Date.now(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const user = requireUser(context);
  const formData = await readForm(request);
  switch (formData.get("intent")) {
    case "name":
      return saveName(context, user, formData);
    case "email":
      return askForEmail(context, user, formData);
    case "confirm-email":
      return resendConfirmation(context, user);
    case "cancel-email":
      await cancelEmailChange(db, user.uid);
      return done("A troca de e-mail foi cancelada.");
    case "password":
      return savePassword(context, user, formData);
    case "end-session":
      await endSession(db, user.uid, String(formData.get("id")));
      return done("Pronto: aquele aparelho saiu da conta.");
    case "new-passkey":
      return createPasskey(context, user, formData);
    case "delete-passkey":
      return removePasskey(context, user, formData);
    case "data":
      return giveData(context, user, formData);
    default:
      throw data("Não entendi o pedido.", { status: 400 });
  }
}

/** Keeps what was typed, except passwords. */
function refused(form: string, lastResult: SubmissionResult<string[]>, status = 400) {
  return data({ form, lastResult }, { status });
}

function done(text: string, headers?: Headers) {
  return redirectWithFlash("/minha-conta", { kind: "success", text }, headers);
}

async function saveName(
  context: Readonly<RouterContextProvider>,
  { uid }: CurrentUser,
  formData: FormData,
) {
  const { db } = context.get(siteContext);
  const submission = parseName(formData);
  if (submission.status !== "success") return refused("name", submission.reply());
  if (!(await mayTry(context, { "edit-user": uid }))) {
    const { lastResult, status } = refuseForm(submission, tooManyEdits, []);
    return refused("name", lastResult, status);
  }
  await updateName(db, uid, submission.value.displayName);
  return done("Nome salvo.");
}

async function askForEmail(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  formData: FormData,
) {
  const submission = parseEmailChange(formData);
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") return refused("email", submission.reply({ hideFields }));
  const result = await requestEmailChange(context, user, submission.value);
  if (result.ok) return done("Enviamos um link para o novo e-mail.");
  const { lastResult, status } = refuseForm(submission, result, hideFields);
  return refused("email", lastResult, status);
}

async function resendConfirmation(context: Readonly<RouterContextProvider>, user: CurrentUser) {
  const result = await resendEmailConfirmation(context, user);
  if (result.ok) {
    return done(
      result.isSent ? `Enviamos um link para ${user.email}.` : "Seu e-mail já está confirmado.",
    );
  }
  const error = { "": [result.message] };
  return refused("confirm-email", { status: "error", error }, 429);
}

async function savePassword(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  formData: FormData,
) {
  const submission = parsePasswordChange(formData);
  const hideFields = ["currentPassword", "password", "confirmPassword"];
  if (submission.status !== "success") {
    return refused("password", submission.reply({ hideFields }));
  }
  const result = await changePassword(context, user, submission.value);
  if (result.ok) return done("Senha trocada. Os outros aparelhos saíram da conta.", result.headers);
  const { lastResult, status } = refuseForm(submission, result, hideFields);
  return refused("password", lastResult, status);
}

/** The browser has asked for the password and made the passkey before (passkey-offer.ts). */
async function createPasskey(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  formData: FormData,
) {
  const chave = formData.get("chave");
  const result = chave
    ? ((await refuseFactorChange(context)) ?? (await savePasskey(context, user, String(chave))))
    : refuse("passkey", "Este navegador não sabe criar chaves de acesso.");
  if (!result.ok) return refusedPasskey(result.message);
  await announceFactor(context, user, "passkey");
  return done("Chave de acesso criada. Da próxima vez, entre com ela.");
}

async function removePasskey(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  formData: FormData,
) {
  const refusal = await refuseFactorChange(context);
  if (refusal) return refusedPasskey(refusal.message);
  await deletePasskey(context, user.uid, String(formData.get("id")));
  return done("Chave de acesso apagada.");
}

function refusedPasskey(message: string) {
  return refused("passkey", { status: "error", error: { "": [message] } });
}

async function giveData(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  formData: FormData,
) {
  const { db } = context.get(siteContext);
  const submission = parseCurrentPassword(formData);
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") return refused("data", submission.reply({ hideFields }));
  const result = await confirmPassword(context, user, submission.value.currentPassword);
  if (!result.ok) {
    const { lastResult, status } = refuseForm(submission, result, hideFields);
    return refused("data", lastResult, status);
  }
  const token = await createLink(db, "download-data", user.uid, 5);
  return redirect(`/minha-conta/dados?pedido=${token}`);
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Minha conta");
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { displayName, email, isConfirmed, awaited, shownAt } = loaderData;
  const { sessions, sessionDays, day, passkeys, asksPassword } = loaderData;
  const resultOf = (form: string) =>
    actionData?.form === form ? actionData.lastResult : undefined;
  const top = useRef<HTMLDivElement>(null);
  // Saved values are shown in fresh forms, which removes the focused button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the forms are fresh
  useEffect(() => {
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [shownAt]);
  return (
    <Page>
      <PageHead title="Minha conta" lead={`Você entra com ${email}.`} />
      <div className={styles.settings} key={shownAt} ref={top} tabIndex={-1}>
        <Setting id="seu-nome" title="Nome" lead="Aparece nos seus anúncios, nos de hoje também.">
          <NameForm displayName={displayName} lastResult={resultOf("name")} />
        </Setting>
        <Setting
          id="seu-email"
          title="E-mail"
          lead="Com ele você entra, e para ele vai o link quando esquece a senha. Não aparece nos anúncios."
        >
          <OwnEmail
            email={email}
            isConfirmed={isConfirmed}
            lastResult={resultOf("confirm-email")}
          />
          <EmailForm awaited={awaited} lastResult={resultOf("email")} />
        </Setting>
        <Setting
          id="sua-senha"
          title="Senha"
          lead="Ao trocar, os outros aparelhos saem da conta; este continua."
        >
          <PasswordForm email={email} lastResult={resultOf("password")} />
        </Setting>
        <Setting
          id="suas-chaves"
          title="Chave de acesso"
          lead="Entre com a digital, o rosto ou o PIN do aparelho, sem digitar a senha."
        >
          <PasskeyList passkeys={passkeys} />
          <NewPasskey asksPassword={asksPassword} lastResult={resultOf("passkey")} />
        </Setting>
        <Setting
          id="seus-aparelhos"
          title="Onde você entrou"
          lead={`Não reconhece algum? Encerre-o e troque a senha. Depois de ${sessionDays} dias, cada aparelho pede para entrar de novo.`}
        >
          <SessionList sessions={sessions} day={day} />
        </Setting>
        <Setting
          id="seus-dados"
          title="Seus dados"
          lead="Tudo o que guardamos de você e dos seus anúncios, com as fotos, em um arquivo zip."
        >
          <DataForm lastResult={resultOf("data")} />
        </Setting>
        <Setting
          id="sair-de-vez"
          title="Excluir conta"
          lead="Conta, anúncios e fotos saem do site de vez. Antes, mostramos o que isso leva."
        >
          <Link className="btn btn--line" to="/minha-conta/excluir">
            Excluir conta
          </Link>
        </Setting>
      </div>
    </Page>
  );
}
