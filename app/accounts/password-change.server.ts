import type { RouterContextProvider } from "react-router";
import { queueAccountMail } from "../mail/outbox.server.ts";
import { takeTry, tooManyTries, withinLimits } from "../site/rate-limit.server.ts";
import { type Refusal, refuse } from "../site/refusal.ts";
import { siteContext } from "../site/site.server.ts";
import { lockUser } from "./account.server.ts";
import { noticesOfEmail, passwordsOfUser } from "./account-limits.server.ts";
import { wrongPasswordMessage } from "./account-refusals.ts";
import {
  authWithin,
  identityContext,
  isWrongPassword,
  redirectIfLoggedOut,
} from "./auth.server.ts";
import type { CurrentUser } from "./current-user.ts";
import { deleteLinksOf } from "./links/one-time-links.server.ts";
import { refuseNewPassword } from "./passwords/new-password.server.ts";
import { writePasswordLetter } from "./passwords/password-letter.ts";

/** The sentence of spec §8. */
export const wrongCurrentPassword = refuse(
  "wrong-current-password",
  wrongPasswordMessage,
  "currentPassword",
);

type PasswordChange = { ok: true; headers: Headers } | Refusal;

/** Ends all sessions and links; the headers carry a new session's cookie for this browser. */
export async function changePassword(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  input: { currentPassword: string; password: string },
): Promise<PasswordChange> {
  if (!(await takeTry(context, [[passwordsOfUser, user.uid]]))) return tooManyTries;
  const { db } = context.get(siteContext);
  const refusal = await refuseNewPassword(db, input.password, user);
  if (refusal) return refusal;
  const result = await withinLimits(
    context,
    [[noticesOfEmail, user.email]],
    () => savePassword(context, user, input),
    ({ ok }) => ok,
  );
  return result ?? tooManyTries;
}

async function savePassword(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  input: { currentPassword: string; password: string },
): Promise<PasswordChange> {
  const { db, mailedSiteUrl } = context.get(siteContext);
  const { auth, headers: requestHeaders } = context.get(identityContext);
  try {
    const headers = await db.transaction(async (tx) => {
      const locked = await lockUser(tx, user.uid);
      const changed = await authWithin(auth, tx).api.changePassword({
        body: {
          currentPassword: input.currentPassword,
          newPassword: input.password,
          revokeOtherSessions: true,
        },
        headers: requestHeaders,
        returnHeaders: true,
      });
      await deleteLinksOf(tx, user.uid);
      const to = locked?.email ?? user.email;
      const letter = writePasswordLetter(user.displayName, mailedSiteUrl);
      await queueAccountMail(tx, user.uid, { to, ...letter });
      return changed.headers;
    });
    return { ok: true, headers };
  } catch (error) {
    if (isWrongPassword(error)) return wrongCurrentPassword;
    redirectIfLoggedOut(error);
    throw error;
  }
}
