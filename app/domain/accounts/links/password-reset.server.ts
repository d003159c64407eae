import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { users } from "../../../platform/db/schema.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { greet, type OwnerWords } from "../../../platform/mail/owner-words.ts";
import { recordOwnAction } from "../../../platform/web/audit-log.server.ts";
import { logFailure } from "../../../platform/web/outage.server.ts";
import { takeTry, tooManyTries, withinLimits } from "../../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { findAccount, lockUser } from "../account.server.ts";
import { letterTries, resetsOfAddress, tooManyEmails } from "../account-limits.server.ts";
import { deadLink } from "../account-refusals.ts";
import { authWithin, identityContext } from "../auth.server.ts";
import {
  deletePasskeysUnlessStaff,
  logDeletedPasskeys,
} from "../factors/stored-passkeys.server.ts";
import { refuseNewPassword } from "../passwords/new-password.server.ts";
import { writePasswordLetter } from "../passwords/password-letter.ts";
import { linkLifetimes } from "./link-lifetimes.ts";
import { createLink, deleteLinksOf, findLink, hasRecentLink } from "./one-time-links.server.ts";

/** better-auth looks for a reset's token under this name. */
const resetLink = "reset-password";

/** A request repeated within this time sends nothing new. */
const repeatMinutes = 10;

/** The sentence of spec §8. */
const resetFailedMessage = "Erro ao enviar o e-mail de redefinição. Tente novamente.";

type ResetRequest =
  | { ok: true }
  | Refusal<"failed" | "unknown-email" | "too-many-tries" | "too-many-emails">;

/** Creates a link and queues its e-mail, both or neither. Reveals unknown e-mails (spec §8). */
export async function requestPasswordReset(
  context: Readonly<RouterContextProvider>,
  email: string,
): Promise<ResetRequest> {
  try {
    return await requestReset(context, email);
  } catch (error) {
    logFailure(context.get(siteContext).log, error, "password reset failed");
    return refuse("failed", resetFailedMessage, { status: 503 });
  }
}

async function requestReset(
  context: Readonly<RouterContextProvider>,
  email: string,
): Promise<ResetRequest> {
  const { db, clientAddress, mailedSiteUrl } = context.get(siteContext);
  const [user] = await db.select({ uid: users.id }).from(users).where(eq(users.email, email));
  if (user && (await isRepeated(db, user.uid))) return { ok: true };
  if (!(await takeTry(context, [[resetsOfAddress, clientAddress]]))) return tooManyTries;
  if (!user) return refuse("unknown-email", resetFailedMessage);
  const isQueued = await withinLimits(
    context,
    letterTries(context, email),
    () => db.transaction((tx) => queueReset(tx, user.uid, mailedSiteUrl)),
    (queued) => queued,
  );
  return isQueued === null ? tooManyEmails : { ok: true };
}

async function queueReset(tx: Transaction, uid: string, site: string): Promise<boolean> {
  const user = await lockUser(tx, uid);
  if (!user || (await isRepeated(tx, uid))) return false;
  const token = await createLink(tx, resetLink, uid, linkLifetimes.passwordReset.minutes);
  const link = `${site}/nova-senha/${token}`;
  await queueAccountMail(tx, uid, {
    to: user.email,
    subject: "Sua nova senha no Mar de Minas",
    text: (theirs) => letterText(theirs, user.displayName, link),
    button: { label: "Escolher nova senha", url: link },
  });
  return true;
}

function isRepeated(db: Db | Transaction, uid: string): Promise<boolean> {
  return hasRecentLink(db, resetLink, uid, repeatMinutes);
}

function letterText(theirs: OwnerWords, name: string, link: string): string {
  return `${greet(theirs, name)}

Alguém, esperamos que você, pediu uma nova senha para a sua conta no Mar de Minas. Para escolhê-la, abra este endereço:

${link}

Ele vale por ${linkLifetimes.passwordReset.words} e uma única vez. Se não foi você, não faça nada: a senha continua a mesma.

Mar de Minas
`;
}

export async function isResetLinkValid(db: Db, token: string): Promise<boolean> {
  return (await findLink(db, resetLink, token)) !== null;
}

/**
 * Ends all sessions and links: someone who knew the old password may have requested them. Their passkeys go,
 * too, but not the second factor of staff, who would be left without one.
 */
export async function resetPassword(
  context: Readonly<RouterContextProvider>,
  token: string,
  newPassword: string,
): Promise<{ ok: true } | typeof deadLink | Refusal> {
  const { db, mailedSiteUrl, log } = context.get(siteContext);
  const { auth } = context.get(identityContext);
  const uid = await findLink(db, resetLink, token);
  const account = uid && (await findAccount(db, uid));
  if (!account) return deadLink;
  const refusal = await refuseNewPassword(db, newPassword, { uid, ...account });
  if (refusal) return refusal;
  try {
    const deletedPasskeys = await db.transaction(async (tx) => {
      const locked = (await lockUser(tx, uid)) ?? account;
      await authWithin(auth, tx).api.resetPassword({ body: { token, newPassword } });
      await deleteLinksOf(tx, uid);
      const deleted = await deletePasskeysUnlessStaff(tx, uid);
      const fate = deleted > 0 ? "deleted" : "none";
      const letter = writePasswordLetter(locked.displayName, mailedSiteUrl, fate);
      await queueAccountMail(tx, uid, { to: locked.email, ...letter });
      await recordOwnAction(tx, { uid, email: locked.email }, "password-reset", {
        deletedPasskeys: deleted,
      });
      return deleted;
    });
    logDeletedPasskeys(log, { uid, deletedPasskeys });
    return { ok: true };
  } catch (error) {
    if (error instanceof APIError) return deadLink;
    throw error;
  }
}
