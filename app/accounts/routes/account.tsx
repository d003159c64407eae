import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { data, Link, type RouterContextProvider } from "react-router";
import { redirectWithFlash } from "../../site/flash.server.ts";
import { mayTry, tooManyTriesMessage } from "../../site/rate-limit.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { Page, PageHead } from "../../ui/shell/page-head.tsx";
import { privatePageMeta } from "../../ui/shell/page-meta.ts";
import { updateName } from "../account.server.ts";
import { EmailForm, NameForm, PasswordForm, Setting } from "../account-settings.tsx";
import { parseEmailChange, parseName, parsePasswordChange } from "../credentials.ts";
import {
  cancelEmailChange,
  findAwaitedEmail,
  requestEmailChange,
} from "../links/email-change.server.ts";
import { changePassword } from "../password-change.server.ts";
import { errorsOf } from "../refusal.ts";
import { requireUser } from "../session.server.ts";
import type { Route } from "./+types/account.ts";
import styles from "./account.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  const { uid, displayName, email } = requireUser(context);
  const awaited = await findAwaitedEmail(context.get(siteContext).db, uid);
  return { displayName, email, awaited, shownAt: Date.now() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const formData = await readForm(request);
  switch (formData.get("intent")) {
    case "name":
      return saveName(context, formData);
    case "email":
      return askForEmail(context, request, formData);
    case "cancel-email":
      await cancelEmailChange(context.get(siteContext).db, requireUser(context).uid);
      return done("A troca de e-mail foi cancelada.");
    case "password":
      return savePassword(context, request, formData);
    default:
      throw data("Não entendi o pedido.", { status: 400 });
  }
}

/** What is wrong with one of the forms; what was typed stays in it, passwords aside. */
function refused(form: string, lastResult: SubmissionResult<string[]>, status = 400) {
  return data({ form, lastResult }, { status });
}

function done(text: string, headers?: Headers) {
  return redirectWithFlash("/minha-conta", { kind: "success", text }, headers);
}

async function saveName(context: Readonly<RouterContextProvider>, formData: FormData) {
  const submission = parseName(formData);
  if (submission.status !== "success") return refused("name", submission.reply());
  const { uid } = requireUser(context);
  await updateName(context.get(siteContext).db, uid, submission.value.displayName);
  return done("Nome salvo.");
}

async function askForEmail(
  context: Readonly<RouterContextProvider>,
  request: Request,
  formData: FormData,
) {
  const submission = parseEmailChange(formData);
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") return refused("email", submission.reply({ hideFields }));
  const user = requireUser(context);
  if (!(await mayTry(context, { "password-user": user.uid }))) {
    const formErrors = [tooManyTriesMessage];
    return refused("email", submission.reply({ hideFields, formErrors }), 429);
  }
  const result = await requestEmailChange(context, request, user, submission.value);
  if (result.ok) return done("Enviamos um link para o novo e-mail.");
  return refused("email", submission.reply({ hideFields, ...errorsOf(result) }), result.status);
}

async function savePassword(
  context: Readonly<RouterContextProvider>,
  request: Request,
  formData: FormData,
) {
  const submission = parsePasswordChange(formData);
  const hideFields = ["currentPassword", "password", "confirmPassword"];
  if (submission.status !== "success") {
    return refused("password", submission.reply({ hideFields }));
  }
  const user = requireUser(context);
  if (!(await mayTry(context, { "password-user": user.uid }))) {
    const formErrors = [tooManyTriesMessage];
    return refused("password", submission.reply({ hideFields, formErrors }), 429);
  }
  const result = await changePassword(context, request, user, submission.value);
  if (result.ok) return done("Senha trocada. Os outros aparelhos saíram da conta.", result.headers);
  return refused("password", submission.reply({ hideFields, ...errorsOf(result) }), result.status);
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Minha conta");
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { displayName, email, awaited, shownAt } = loaderData;
  const resultOf = (form: string) =>
    actionData?.form === form ? actionData.lastResult : undefined;
  const top = useRef<HTMLDivElement>(null);
  // What was saved is shown in fresh forms, without passwords: the focused button went with the old.
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
          id="seus-dados"
          title="Seus dados"
          lead="Tudo o que guardamos de você e dos seus anúncios, com as fotos, em um arquivo zip."
        >
          <a className="btn btn--line" href="/minha-conta/dados">
            Baixar meus dados
          </a>
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
