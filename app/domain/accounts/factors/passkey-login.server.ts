import { APIError } from "better-auth/api";
import type { RouterContextProvider } from "react-router";
import { takeTry, tooManyTries } from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { logSecurity } from "../../../platform/web/watch/security-log.server.ts";
import { loginsOfAddress } from "../account-limits.server.ts";
import { accountBlocked } from "../account-refusals.ts";
import { type AuthResult, identityContext } from "../auth.server.ts";
import { markAccount } from "../set-account-mark.server.ts";
import { verifyPasskey } from "./passkeys.server.ts";

/** The passkey also counts as the second factor; the panel still asks for the password. */
export async function logInWithPasskey(
  context: Readonly<RouterContextProvider>,
  answer: string,
): Promise<AuthResult> {
  const { db, clientAddress, log } = context.get(siteContext);
  if (!(await takeTry(context, [[loginsOfAddress, clientAddress]]))) return tooManyTries;
  const checked = await verifyPasskey(context, null, answer);
  if (!checked.ok) {
    logSecurity(log, "login-failed", { reason: checked.reason });
    return checked;
  }
  const { uid } = checked;
  const { auth, headers: requestHeaders } = context.get(identityContext);
  try {
    const { headers } = await auth.api.beginPasskeySession({
      body: { uid },
      headers: requestHeaders,
      returnHeaders: true,
    });
    logSecurity(log, "login", { uid, by: "passkey" });
    await markAccount(db, uid, headers);
    return { ok: true, headers };
  } catch (error) {
    if (error instanceof APIError && error.statusCode === 403) {
      logSecurity(log, "login-failed", { reason: accountBlocked.reason, uid });
      return accountBlocked;
    }
    throw error;
  }
}
