import { eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { Db } from "../../../platform/db/client.server.ts";
import {
  authenticators,
  passkeys,
  recoveryCodes,
  staff,
} from "../../../platform/db/operation-schema.ts";
import { sessions } from "../../../platform/db/session-schema.ts";
import { tooManyTries, withinLimits } from "../../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { logSecurity } from "../../../platform/web/watch/security-log.server.ts";
import { lockUser } from "../account.server.ts";
import { loginsOfPair } from "../account-limits.server.ts";
import { identityContext } from "../auth.server.ts";
import { type CurrentUser, sessionContext } from "../session-context.server.ts";
import { takeCode } from "./authenticator.server.ts";
import { verifyPasskey } from "./passkeys.server.ts";
import { takeRecoveryCode } from "./recovery-codes.server.ts";

/** Hours after which the panel asks for password and factor again. */
export const trustHours = 12;

const wrongCode = refuse("wrong-code", "Este código não vale. Espere o próximo e tente de novo.", {
  field: "codigo",
});
const lostKey = refuse(
  "wrong-code",
  "O segredo do site mudou, e este aplicativo não vale mais. Use um código em papel, ou peça novo-fator a quem opera o site.",
  { field: "codigo" },
);

/**
 * The session's account. Drizzle omits the table's name in a query of a single table, where a subquery would then
 * compare its own column with itself.
 */
const holder = sql`${sessions}.${sql.identifier(sessions.userId.name)}`;

/** True if the account of `sessions` has a passkey or an authenticator app. */
export const hasFactor = sql<boolean>`(
  exists (select from ${passkeys} where ${passkeys}."userId" = ${holder})
  or exists (select from ${authenticators} where ${authenticators}."userId" = ${holder}
    and ${authenticators.confirmedAt} is not null)
)`;

export const isFactorFresh = sql<boolean>`coalesce(
  ${sessions.secondFactorAt} > now() - ${trustHours} * interval '1 hour', false)`;

export interface Factors {
  passkeys: number;
  hasAuthenticator: boolean;
  recoveryCodes: number;
}

export async function countFactors(db: Db, uid: string): Promise<Factors> {
  const isConfirmed = sql`${authenticators.userId} = ${uid} and ${authenticators.confirmedAt} is not null`;
  const [keys, apps, codes] = await Promise.all([
    db.$count(passkeys, eq(passkeys.userId, uid)),
    db.$count(authenticators, isConfirmed),
    db.$count(recoveryCodes, eq(recoveryCodes.userId, uid)),
  ]);
  return { passkeys: keys, hasAuthenticator: apps > 0, recoveryCodes: codes };
}

/** Renews the trust in this session with a passkey's answer, or a code of the app or on paper. */
export async function confirmFactor(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  { chave, codigo }: { chave: string; codigo: string },
): Promise<{ ok: true } | Refusal> {
  const result = await withinLimits(
    context,
    [[loginsOfPair, `codigo ${user.uid}`]],
    () => (chave ? verifyPasskey(context, user.uid, chave) : checkCode(context, user, codigo)),
    ({ ok }) => !ok,
  );
  if (!result) return tooManyTries;
  const { log } = context.get(siteContext);
  if (!result.ok) {
    logSecurity(log, "second-factor-refused", {});
    return result;
  }
  if (chave) logSecurity(log, "passkey-used", {});
  await trustSession(context);
  return { ok: true };
}

export async function trustSession(context: Readonly<RouterContextProvider>): Promise<void> {
  const { db } = context.get(siteContext);
  const { sessionId } = context.get(sessionContext);
  await db
    .update(sessions)
    .set({ secondFactorAt: sql`now()` })
    .where(eq(sessions.id, sessionId ?? ""));
}

async function checkCode(
  context: Readonly<RouterContextProvider>,
  { uid }: CurrentUser,
  typed: string,
): Promise<{ ok: true } | Refusal> {
  const { db, log } = context.get(siteContext);
  const { auth } = context.get(identityContext);
  const code = typed.replace(/\s/g, "");
  const isOfApp = /^\d{6}$/.test(code);
  const isRight = await db.transaction(async (tx) => {
    await lockUser(tx, uid);
    return isOfApp
      ? takeCode(tx, uid, code, auth.options.secret, { isPending: false })
      : takeRecoveryCode(tx, uid, code);
  });
  if (!isRight) return isRight === null ? lostKey : wrongCode;
  logSecurity(log, isOfApp ? "authenticator-used" : "recovery-code-used", {});
  return { ok: true };
}

/** The first code of a new app confirms it, and stands for the factor in this session. */
export async function confirmAuthenticator(
  context: Readonly<RouterContextProvider>,
  { uid }: CurrentUser,
  typed: string,
): Promise<{ ok: true } | Refusal> {
  const { db, log } = context.get(siteContext);
  const { auth } = context.get(identityContext);
  const code = typed.replace(/\s/g, "");
  const isRight = await withinLimits(
    context,
    [[loginsOfPair, `codigo ${uid}`]],
    () =>
      db.transaction(
        async (tx) =>
          (await takeCode(tx, uid, code, auth.options.secret, { isPending: true })) === true,
      ),
    (right) => !right,
  );
  if (isRight === null) return tooManyTries;
  if (!isRight) {
    logSecurity(log, "second-factor-refused", {});
    return wrongCode;
  }
  logSecurity(log, "authenticator-added", {});
  await trustSession(context);
  return { ok: true };
}

/**
 * Refuses a change by a password alone, which could otherwise add a factor to a staff account that
 * already has one, and so open the panel.
 */
export async function refuseFactorChange(
  context: Readonly<RouterContextProvider>,
): Promise<Refusal<"passkey"> | null> {
  const { db } = context.get(siteContext);
  const { sessionId } = context.get(sessionContext);
  const [row] = await db
    .select({
      isGuarded: sql<boolean>`${hasFactor} and not ${isFactorFresh}
        and exists (select from ${staff} where ${staff}."userId" = ${holder})`,
    })
    .from(sessions)
    .where(eq(sessions.id, sessionId ?? ""));
  if (row && !row.isGuarded) return null;
  return refuse(
    "passkey",
    "Você é da equipe: abra antes o painel, com o seu segundo fator, e volte aqui.",
  );
}
