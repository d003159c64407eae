import { data, redirect } from "react-router";
import { AccountPage } from "../../domain/accounts/account-form.tsx";
import { identityContext } from "../../domain/accounts/auth.server.ts";
import {
  findPendingKey,
  startAuthenticator,
} from "../../domain/accounts/factors/authenticator.server.ts";
import { parseCode } from "../../domain/accounts/factors/factor-forms.ts";
import { announceFactor } from "../../domain/accounts/factors/factor-letters.server.ts";
import { savePasskey } from "../../domain/accounts/factors/passkeys.server.ts";
import { createRecoveryCodes } from "../../domain/accounts/factors/recovery-codes.server.ts";
import {
  confirmAuthenticator,
  countFactors,
  trustSession,
} from "../../domain/accounts/factors/second-factor.server.ts";
import { isPasswordRecent } from "../../domain/accounts/sessions/password-check.server.ts";
import { Link } from "../../platform/ui/link.tsx";
import { drawQrCode } from "../../platform/ui/pictures/draw-qr-code.ts";
import { privatePageMeta } from "../../platform/ui/shell/page-meta.ts";
import { answerForms, checked } from "../../platform/web/forms/answer-forms.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { logSecurity } from "../../platform/web/watch/security-log.server.ts";
import { FactorSetUp, RecoveryCodes } from "../staff/factor-set-up.tsx";
import { pathBefore, readPanelPath } from "../staff/panel-paths.ts";
import { requireStaffSession, type StaffSession } from "../staff/staff-context.server.ts";
import type { Route } from "./+types/factor.ts";

/** Whoever has a factor shows it before changing anything here. */
function requireUnlocked(context: Route.LoaderArgs["context"], url: URL): StaffSession {
  const session = requireStaffSession(context);
  const { needsPassword, needsFactor, hasFactor } = session;
  if (needsPassword || (hasFactor && needsFactor)) {
    throw redirect(pathBefore("/operador/senha", readPanelPath(url.searchParams.get("voltar"))));
  }
  return session;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireUnlocked(context, url);
  const { db } = context.get(siteContext);
  const { auth } = context.get(identityContext);
  const pendingKey = await findPendingKey(db, user, auth.options.secret);
  return {
    factors: await countFactors(db, user.uid),
    pendingKey: pendingKey && { ...pendingKey, qrCode: drawQrCode(pendingKey.uri) },
    asksPassword: !(await isPasswordRecent(context)),
    to: readPanelPath(url.searchParams.get("voltar")),
  };
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args;
  const { user, hasFactor } = requireUnlocked(context, url);
  const { db, log } = context.get(siteContext);
  const { auth } = context.get(identityContext);
  async function giveCodes() {
    const codes = await db.transaction((tx) => createRecoveryCodes(tx, user.uid));
    logSecurity(log, "recovery-codes-made", {});
    return { ok: true, done: { codes } } as const;
  }
  return answerForms<{ codes: string[] }>(args, {
    async authenticator() {
      await startAuthenticator(db, user.uid, auth.options.secret);
      return redirect(url.pathname + url.search);
    },
    async "new-passkey"({ text }) {
      const result = await savePasskey(context, user, text("chave"));
      if (!result.ok) return result;
      await trustSession(context);
      await announceFactor(context, user, "passkey");
      return hasFactor ? { ok: true } : giveCodes();
    },
    confirm: checked(parseCode, async ({ codigo }) => {
      const result = await confirmAuthenticator(context, user, codigo);
      if (!result.ok) return result;
      await announceFactor(context, user, "authenticator");
      return hasFactor ? { ok: true } : giveCodes();
    }),
    async codes() {
      if (!hasFactor) throw data("Crie antes um segundo fator.", { status: 400 });
      await announceFactor(context, user, "codes");
      return giveCodes();
    },
  });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Segundo fator");
}

export default function FactorRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, pendingKey, asksPassword, to } = loaderData;
  const codes = actionData?.done?.codes;
  const isReady = factors.passkeys > 0 || factors.hasAuthenticator;
  return (
    <AccountPage
      title={codes ? "Guarde estes códigos" : "Segundo fator"}
      lead={
        codes
          ? "Cada um abre o painel uma vez, se você perder a chave ou o aplicativo. Eles não aparecem de novo: imprima-os ou guarde-os no gerenciador de senhas."
          : "Mais um passo para proteger o site:"
      }
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to={isReady ? to : "/"}>
          {isReady ? "Abrir o painel" : "Voltar para o site"}
        </Link>
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <FactorSetUp
          factors={factors}
          pendingKey={pendingKey}
          asksPassword={asksPassword}
          outcome={actionData}
        />
      )}
    </AccountPage>
  );
}
