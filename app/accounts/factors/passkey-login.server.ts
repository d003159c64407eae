import { APIError } from "better-auth/api";
import type { RouterContextProvider } from "react-router";
import { mayTry, tooManyTries } from "../../site/rate-limit.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { accountBlocked } from "../account-refusals.ts";
import { type AuthResult, identityContext } from "../auth.server.ts";
import { checkPasskey } from "./passkeys.server.ts";

/** The passkey also counts as the second factor; the panel still asks for the password. */
export async function logInWithPasskey(
  context: Readonly<RouterContextProvider>,
  answer: string,
): Promise<AuthResult> {
  const { clientAddress } = context.get(siteContext);
  if (!(await mayTry(context, { "login-address": clientAddress }))) return tooManyTries;
  const checked = await checkPasskey(context, null, answer);
  if (!checked.ok) return checked;
  const { auth, headers: requestHeaders } = context.get(identityContext);
  try {
    const { headers } = await auth.api.beginPasskeySession({
      body: { uid: checked.uid },
      headers: requestHeaders,
      returnHeaders: true,
    });
    return { ok: true, headers };
  } catch (error) {
    if (error instanceof APIError && error.statusCode === 403) return accountBlocked;
    throw error;
  }
}
