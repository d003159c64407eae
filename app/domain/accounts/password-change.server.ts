import { eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { passkeys } from "../../platform/db/operation-schema.ts";
import { queueAccountMail } from "../../platform/mail/outbox.server.ts";
import { recordOwnAction } from "../../platform/web/audit-log.server.ts";
import { takeTry, tooManyTries, withinLimits } from "../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { lockUser } from "./account.server.ts";
import { noticesOfEmail, passwordsOfUser } from "./account-limits.server.ts";
import { wrongPasswordMessage } from "./account-refusals.ts";
import {
  authWithin,
  identityContext,
  noteWrongPassword,
  redirectIfLoggedOut,
} from "./auth.server.ts";
import { deletePasskeysUnlessStaff, logDeletedPasskeys } from "./factors/stored-passkeys.server.ts";
import { deleteLinksOf } from "./links/one-time-links.server.ts";
import { refuseNewPassword } from "./passwords/new-password.server.ts";
import { writePasswordLetter } from "./passwords/password-letter.ts";
import type { CurrentUser } from "./session-context.server.ts";

/** The sentence of spec §8. */
export const wrongCurrentPassword = refuse("wrong-current-password", wrongPasswordMessage, {
  field: "currentPassword",
});

type PasswordChange = { ok: true; headers: Headers; deletedPasskeys: number } | Refusal;

interface ChangeInput {
  currentPassword: string;
  password: string;
  deletesPasskeys: boolean;
}

/**
 * Ends all sessions and links, and the passkeys if asked to, but not the staff's, whose second factor they
 * are. The headers carry a new session's cookie for this browser.
 */
export async function changePassword(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  input: ChangeInput,
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
  input: ChangeInput,
): Promise<PasswordChange> {
  const { db, mailedSiteUrl, log } = context.get(siteContext);
  const { auth, headers: requestHeaders } = context.get(identityContext);
  try {
    const { headers, deletedPasskeys } = await db.transaction(async (tx) => {
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
      const { uid } = user;
      const deletedPasskeys = input.deletesPasskeys ? await deletePasskeysUnlessStaff(tx, uid) : 0;
      const left = await tx.$count(passkeys, eq(passkeys.userId, uid));
      const fate = deletedPasskeys > 0 ? "deleted" : left > 0 ? "retained" : "none";
      const email = locked?.email ?? user.email;
      const letter = writePasswordLetter(user.displayName, mailedSiteUrl, fate);
      await queueAccountMail(tx, uid, { to: email, ...letter });
      await recordOwnAction(tx, { uid, email }, "password-changed", { deletedPasskeys });
      return { headers: changed.headers, deletedPasskeys };
    });
    logDeletedPasskeys(log, { uid: user.uid, deletedPasskeys });
    return { ok: true, headers, deletedPasskeys };
  } catch (error) {
    if (noteWrongPassword(log, error)) return wrongCurrentPassword;
    redirectIfLoggedOut(error);
    throw error;
  }
}
