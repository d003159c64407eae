import { redirect, useRouteLoaderData } from "react-router";
import { findAccount, setQuestions } from "../../../domain/accounts/account.server.ts";
import { editsOfUser, tooManyEdits } from "../../../domain/accounts/account-limits.server.ts";
import {
  parseCurrentPassword,
  parseEmailChange,
  parseName,
  parsePasswordChange,
} from "../../../domain/accounts/credentials.ts";
import { announceFactor } from "../../../domain/accounts/factors/factor-letters.server.ts";
import { NewPasskey } from "../../../domain/accounts/factors/new-passkey.tsx";
import { deletePasskey, savePasskey } from "../../../domain/accounts/factors/passkeys.server.ts";
import { refuseFactorChange } from "../../../domain/accounts/factors/second-factor.server.ts";
import {
  listPasskeys,
  listPasskeysUnlessStaff,
} from "../../../domain/accounts/factors/stored-passkeys.server.ts";
import {
  cancelEmailChange,
  findAwaitedEmail,
  requestEmailChange,
} from "../../../domain/accounts/links/email-change.server.ts";
import { resendEmailConfirmation } from "../../../domain/accounts/links/email-confirmation.server.ts";
import { changePassword } from "../../../domain/accounts/password-change.server.ts";
import { summarizePlan } from "../../../domain/accounts/plans/plan-summary.ts";
import { requireUser, sessionContext } from "../../../domain/accounts/session-context.server.ts";
import {
  confirmPassword,
  isPasswordRecent,
} from "../../../domain/accounts/sessions/password-check.server.ts";
import { endSession, listSessions } from "../../../domain/accounts/sessions/sessions.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { losesCheckName } from "../../../domain/listings/checks/lose-check.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { answerForms, checked } from "../../../platform/web/forms/answer-forms.server.ts";
import { refusalOf } from "../../../platform/web/forms/form-outcome.ts";
import { takeTry, withinLimits } from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import settingStyles from "../account-settings.module.css";
import {
  DataForm,
  EmailForm,
  LinkedSetting,
  NameForm,
  OwnEmail,
  PasswordForm,
  QuestionsForm,
  Setting,
} from "../account-settings.tsx";
import { createDataLink } from "../data-link.server.ts";
import { PasskeyList } from "../passkey-list.tsx";
import { SessionList } from "../session-list.tsx";
import { updateName } from "../update-name.server.ts";
import type { Route } from "./+types/my-account.ts";
import styles from "./my-account.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const { sessionId } = context.get(sessionContext);
  const { uid, displayName, email } = requireUser(context);
  const day = today();
  const [account, awaited, sessions, passkeys, deletable, isRecent] = await Promise.all([
    findAccount(db, uid),
    findAwaitedEmail(db, uid),
    listSessions(db, uid, sessionId),
    listPasskeys(db, uid),
    listPasskeysUnlessStaff(db, uid),
    isPasswordRecent(context),
  ]);
  const isConfirmed = account?.emailVerified ?? false;
  return {
    displayName,
    email,
    isConfirmed,
    receivesQuestions: account?.recebePerguntas ?? false,
    awaited,
    sessions,
    passkeys,
    offersPasskeys: deletable.length > 0,
    asksPassword: !isRecent,
    day,
    plan: account && summarizePlan(account, day).title,
  };
}

export function action(args: Route.ActionArgs) {
  const { context } = args;
  const { db } = context.get(siteContext);
  const user = requireUser(context);
  return answerForms(args, {
    name: checked(parseName, async ({ displayName }, { formData }) => {
      const losesCheck = formData.has(losesCheckName);
      const renamed = await withinLimits(
        context,
        [[editsOfUser, user.uid]],
        () => updateName(db, user.uid, displayName, { losesCheck }),
        ({ ok }) => ok,
      );
      if (!renamed) return tooManyEdits;
      return renamed.ok ? done("Nome salvo.") : renamed;
    }),
    email: checked(parseEmailChange, async (input) => {
      const result = await requestEmailChange(context, user, input);
      return result.ok ? done("Enviamos um link para o novo e-mail.", "#seu-email") : result;
    }),
    async "confirm-email"() {
      const result = await resendEmailConfirmation(context, user);
      if (!result.ok) return result;
      return done(
        result.isSent ? `Enviamos um link para ${user.email}.` : "Seu e-mail já está confirmado.",
      );
    },
    async "cancel-email"() {
      await cancelEmailChange(db, user.uid);
      return done("A troca de e-mail foi cancelada.");
    },
    async questions({ text }) {
      if (!(await takeTry(context, [[editsOfUser, user.uid]]))) return tooManyEdits;
      const isOn = text("recebePerguntas") !== "";
      await setQuestions(db, user.uid, isOn);
      return done(
        isOn
          ? "Seus anúncios recebem perguntas por e-mail."
          : "Seus anúncios não recebem mais perguntas por e-mail.",
      );
    },
    password: checked(parsePasswordChange, async (input) => {
      const result = await changePassword(context, user, input);
      if (!result.ok) return result;
      const text =
        result.deletedPasskeys > 0
          ? "Senha trocada. Os outros aparelhos saíram da conta, e as chaves de acesso foram apagadas."
          : "Senha trocada. Os outros aparelhos saíram da conta.";
      return done(text, "", result.headers);
    }),
    async "end-session"({ text }) {
      await endSession(db, user, text("id"));
      return done("Pronto: aquele aparelho saiu da conta.");
    },
    /** The browser has asked for the password and made the passkey before (passkey-offer.ts). */
    async "new-passkey"({ text }) {
      const chave = text("chave");
      if (!chave) return refuse("passkey", "Este navegador não sabe criar chaves de acesso.");
      const refusal = await refuseFactorChange(context);
      const result = refusal ?? (await savePasskey(context, user, chave));
      if (!result.ok) return result;
      await announceFactor(context, user, "passkey");
      return done("Chave de acesso criada. Da próxima vez, entre com ela.");
    },
    async "delete-passkey"({ text }) {
      const refusal = await refuseFactorChange(context);
      if (refusal) return refusal;
      await deletePasskey(context, user.uid, text("id"));
      return done("Chave de acesso apagada.");
    },
    data: checked(parseCurrentPassword, async ({ currentPassword }) => {
      const result = await confirmPassword(context, user, currentPassword);
      if (!result.ok) return result;
      const token = await createDataLink(db, user.uid);
      return redirect(`/minha-conta/dados?pedido=${token}`);
    }),
  });
}

function done(text: string, anchor: "" | "#seu-email" = "", headers?: Headers) {
  return redirectWithFlash(`/minha-conta${anchor}`, { kind: "success", text }, headers);
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Minha conta");
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { displayName, email, isConfirmed, receivesQuestions, awaited } = loaderData;
  const { sessions, day, passkeys, offersPasskeys, asksPassword, plan } = loaderData;
  const isStaff = useRouteLoaderData<{ account: string | null }>("root")?.account === "equipe";
  const answerTo = (intent: string) => refusalOf(actionData, intent);
  const ofPasskeys = answerTo("new-passkey") ?? answerTo("delete-passkey");
  return (
    <Page>
      <PageHead title="Minha conta" lead={`Você entra com ${email}.`} />
      <div className={styles.settings}>
        <Setting
          id="seu-nome"
          title="Nome"
          value={displayName}
          isOpen={answerTo("name") !== undefined}
        >
          <NameForm displayName={displayName} outcome={answerTo("name")} />
        </Setting>
        <Setting
          id="seu-email"
          title="E-mail"
          value={awaited ? "à espera" : isConfirmed ? "confirmado" : "não confirmado"}
          isOpen={(answerTo("confirm-email") ?? answerTo("email")) !== undefined}
        >
          <OwnEmail
            email={email}
            isConfirmed={isConfirmed}
            awaited={awaited}
            outcome={answerTo("confirm-email")}
          />
          <EmailForm awaited={awaited} outcome={answerTo("email")} />
        </Setting>
        <Setting id="sua-senha" title="Senha" isOpen={answerTo("password") !== undefined}>
          <PasswordForm
            email={email}
            offersPasskeys={offersPasskeys}
            outcome={answerTo("password")}
          />
        </Setting>
        <Setting
          id="suas-perguntas"
          title="Perguntas por e-mail"
          value={receivesQuestions ? "ligado" : "desligado"}
          isOpen={answerTo("questions") !== undefined}
        >
          <QuestionsForm isOn={receivesQuestions} outcome={answerTo("questions")} />
        </Setting>
        <section className={settingStyles.setting} aria-label="Chave de acesso">
          <div className={settingStyles.forms}>
            <PasskeyList passkeys={passkeys} />
            <NewPasskey asksPassword={asksPassword} outcome={ofPasskeys} />
          </div>
        </section>
        <Setting
          id="seus-aparelhos"
          title="Aparelhos"
          value={String(sessions.length)}
          isOpen={answerTo("end-session") !== undefined}
        >
          <SessionList sessions={sessions} day={day} />
        </Setting>
        {isStaff && <LinkedSetting to="/operador/fator" title="Segundo fator" />}
        {plan && <LinkedSetting to="/plans" title={plan} />}
        <Setting id="seus-dados" title="Baixar meus dados" isOpen={answerTo("data") !== undefined}>
          <DataForm outcome={answerTo("data")} />
        </Setting>
        <LinkedSetting
          to="/minha-conta/excluir"
          title="Excluir conta"
          about="Conta, anúncios e fotos saem do site de vez. Antes, mostramos o que isso leva."
        />
      </div>
    </Page>
  );
}
