import { eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { users } from "../../../platform/db/schema.ts";
import { typed } from "../../../platform/mail/letter-words.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { greet, type OwnerWords } from "../../../platform/mail/owner-words.ts";
import { recordOwnAction } from "../../../platform/web/audit-log.server.ts";
import { takeTry, tooManyTries, withinLimits } from "../../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { lockUser } from "../account.server.ts";
import {
  emailChangesOfUser,
  letterTries,
  noticesOfEmail,
  passwordsOfUser,
  tooManyEmails,
} from "../account-limits.server.ts";
import { deadLink, emailTaken } from "../account-refusals.ts";
import { identityContext, noteWrongPassword, redirectIfLoggedOut } from "../auth.server.ts";
import { emailKey } from "../credentials.ts";
import { deletePasskeysUnlessStaff } from "../factors/stored-passkeys.server.ts";
import { wrongCurrentPassword } from "../password-change.server.ts";
import type { CurrentUser } from "../session-context.server.ts";
import type { Confirmed } from "./email-confirmation.server.ts";
import { linkLifetimes } from "./link-lifetimes.ts";
import {
  createLink,
  deleteLinksOf,
  findLink,
  findLinkOf,
  takeLink,
} from "./one-time-links.server.ts";

const changeLink = "change-email";

type EmailChangeResult = { ok: true } | Refusal;

/**
 * Requests an address that takes effect once the link sent to it is used. better-auth's changeEmail
 * won't do: its link logs in anyone who has it, and can't be revoked.
 */
export async function requestEmailChange(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  input: { email: string; currentPassword: string },
): Promise<EmailChangeResult> {
  if (!(await takeTry(context, [[passwordsOfUser, user.uid]]))) return tooManyTries;
  if (!(await isCurrentPassword(context, input.currentPassword))) return wrongCurrentPassword;
  const email = emailKey(input.email);
  const isQueued = ({ ok }: EmailChangeResult) => ok;
  const result = await withinLimits(
    context,
    [
      [emailChangesOfUser, user.uid],
      [noticesOfEmail, user.email],
    ],
    async () => {
      const queue = () => queueEmailChange(context, user, email);
      const queued = await withinLimits(context, letterTries(context, email), queue, isQueued);
      return queued ?? { ...tooManyEmails, field: "email" };
    },
    isQueued,
  );
  return result ?? tooManyTries;
}

function queueEmailChange(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  email: string,
): Promise<EmailChangeResult> {
  const { db, mailedSiteUrl } = context.get(siteContext);
  return db.transaction(async (tx): Promise<EmailChangeResult> => {
    const locked = await lockUser(tx, user.uid);
    if (email === (locked ?? user).email) {
      return refuse("own-email", "Este já é o e-mail da sua conta.", { field: "email" });
    }
    if (await isTaken(tx, email)) return emailTaken;
    await deleteLinksOf(tx, user.uid, changeLink);
    const token = await createLink(
      tx,
      changeLink,
      `${user.uid}:${email}`,
      linkLifetimes.emailChange.minutes,
    );
    const [link, account] = [
      `${mailedSiteUrl}/novo-email/${token}`,
      `${mailedSiteUrl}/minha-conta`,
    ];
    await queueAccountMail(tx, user.uid, {
      to: email,
      subject: "Confirme seu novo e-mail no Mar de Minas",
      text: confirmationText(link),
      button: { label: "Confirmar o novo e-mail", url: link },
    });
    await queueAccountMail(tx, user.uid, {
      to: (locked ?? user).email,
      subject: "Pedido de troca de e-mail no Mar de Minas",
      text: (theirs) => noticeText(theirs, user.displayName, email, account),
      button: { label: "Abrir Minha conta", url: account },
    });
    return { ok: true };
  });
}

async function isCurrentPassword(
  context: Readonly<RouterContextProvider>,
  password: string,
): Promise<boolean> {
  const { auth, headers } = context.get(identityContext);
  try {
    await auth.api.verifyPassword({ body: { password }, headers });
    return true;
  } catch (error) {
    if (noteWrongPassword(context.get(siteContext).log, error)) return false;
    redirectIfLoggedOut(error);
    throw error;
  }
}

async function isTaken(tx: Transaction, email: string): Promise<boolean> {
  return (await tx.$count(users, eq(users.email, email))) > 0;
}

/** Omits the account's name: nobody may make this site send their own words to a stranger. */
function confirmationText(link: string): string {
  return `Olá!

Alguém, esperamos que você, pediu para usar este e-mail na sua conta do Mar de Minas. Para confirmar, abra este endereço:

${link}

Ele vale por ${linkLifetimes.emailChange.words}. Se não foi você, não faça nada: este e-mail não entra em conta nenhuma.

Mar de Minas
`;
}

function noticeText(theirs: OwnerWords, name: string, email: string, account: string): string {
  return `${greet(theirs, name)}

Alguém, esperamos que você, pediu para trocar o e-mail da sua conta no Mar de Minas${theirs(` para ${typed(email)}`, "")}. Até que o novo seja confirmado, continua valendo este.

Se não foi você, entre na sua conta, cancele a troca e escolha outra senha:

${account}

Mar de Minas
`;
}

export async function findAwaitedEmail(db: Db | Transaction, uid: string): Promise<string | null> {
  const value = await findLinkOf(db, changeLink, uid);
  return value === null ? null : readValue(value).email;
}

export async function cancelEmailChange(db: Db, uid: string): Promise<void> {
  await deleteLinksOf(db, uid, changeLink);
}

export async function findEmailOfLink(
  db: Db,
  token: string,
): Promise<{ uid: string; email: string } | null> {
  const value = await findLink(db, changeLink, token);
  return value === null ? null : readValue(value);
}

/**
 * Also ends links sent to the old address, and deletes the `unwanted` passkeys, by their ids. Refused if the
 * new one has an account by now.
 */
export async function confirmEmail(
  db: Db,
  token: string,
  unwanted: readonly string[],
): Promise<Confirmed | typeof deadLink> {
  try {
    return await db.transaction(async (tx) => {
      const value = await findLink(tx, changeLink, token);
      if (value === null) return deadLink;
      const { uid, email } = readValue(value);
      const former = await lockUser(tx, uid);
      if ((await takeLink(tx, changeLink, token)) === null) return deadLink;
      if (await isTaken(tx, email)) return deadLink;
      await deleteLinksOf(tx, uid);
      await tx
        .update(users)
        .set({ email, emailVerified: true, updatedAt: sql`now()` })
        .where(eq(users.id, uid));
      const deletedPasskeys = await deletePasskeysUnlessStaff(tx, uid, unwanted);
      await recordOwnAction(tx, { uid, email }, "email-changed", {
        before: { email: former?.email },
        deletedPasskeys,
      });
      return { ok: true, uid, email, deletedPasskeys };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return deadLink;
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === "23505";
}

function readValue(value: string): { uid: string; email: string } {
  const colon = value.indexOf(":");
  return { uid: value.slice(0, colon), email: value.slice(colon + 1) };
}
