import { and, eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { sessions } from "../../../platform/db/session-schema.ts";
import { takeTry, tooManyTries, withinLimits } from "../../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { logSecurity } from "../../../platform/web/watch/security-log.server.ts";
import { loginsOfAddress, loginsOfEmail, loginsOfPair } from "../account-limits.server.ts";
import { identityContext, noteWrongPassword, redirectIfLoggedOut } from "../auth.server.ts";
import { emailKey } from "../credentials.ts";
import { wrongCurrentPassword } from "../password-change.server.ts";
import { isLongEnoughForStaff } from "../passwords/staff-password.ts";
import { type CurrentUser, sessionContext } from "../session-context.server.ts";

/** Renews the trust in this session. Limited like a login: wrong passwords count. */
export async function confirmPassword(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  password: string,
): Promise<{ ok: true } | Refusal> {
  const { clientAddress } = context.get(siteContext);
  if (!(await takeTry(context, [[loginsOfAddress, clientAddress]]))) return tooManyTries;
  const email = emailKey(user.email);
  const result = await withinLimits(
    context,
    [
      [loginsOfPair, `${email} ${clientAddress}`],
      [loginsOfEmail, email],
    ],
    () => checkPassword(context, password),
    ({ ok }) => !ok,
  );
  return result ?? tooManyTries;
}

async function checkPassword(
  context: Readonly<RouterContextProvider>,
  password: string,
): Promise<{ ok: true } | Refusal> {
  const { db, log } = context.get(siteContext);
  const { auth, headers } = context.get(identityContext);
  const { sessionId } = context.get(sessionContext);
  try {
    await auth.api.verifyPassword({ body: { password }, headers });
  } catch (error) {
    if (noteWrongPassword(log, error)) return wrongCurrentPassword;
    redirectIfLoggedOut(error);
    throw error;
  }
  logSecurity(log, "password-accepted", {});
  await db
    .update(sessions)
    .set({ passwordAt: sql`now()`, hasStaffPassword: isLongEnoughForStaff(password) })
    .where(eq(sessions.id, sessionId ?? ""));
  return { ok: true };
}

/** Minutes for which a typed password counts as recent. */
const recentPassword = 15;

export async function isPasswordRecent(context: Readonly<RouterContextProvider>): Promise<boolean> {
  const { db } = context.get(siteContext);
  const { sessionId } = context.get(sessionContext);
  const isRecent = sql`${sessions.passwordAt} > now() - ${recentPassword} * interval '1 minute'`;
  return (await db.$count(sessions, and(eq(sessions.id, sessionId ?? ""), isRecent))) > 0;
}

/** Checks the password; null if it is right, or was typed a moment ago. */
export async function confirmRecentPassword(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  password: string,
): Promise<Refusal | null> {
  if (await isPasswordRecent(context)) return null;
  if (password === "") {
    return refuse("wrong-current-password", "Escreva sua senha atual.", {
      field: "currentPassword",
    });
  }
  const confirmed = await confirmPassword(context, user, password);
  return confirmed.ok ? null : confirmed;
}
