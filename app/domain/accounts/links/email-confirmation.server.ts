import { and, eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { users } from "../../../platform/db/schema.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { withinLimits } from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { lockUser } from "../account.server.ts";
import { letterTries, tooManyEmails } from "../account-limits.server.ts";
import { deadLink } from "../account-refusals.ts";
import { deletePasskeysUnlessStaff } from "../factors/stored-passkeys.server.ts";
import type { CurrentUser } from "../session-context.server.ts";
import { linkLifetimes } from "./link-lifetimes.ts";
import { createLink, deleteLinksOf, findLink, takeLink } from "./one-time-links.server.ts";

const confirmationLink = "confirm-email";

export async function queueEmailConfirmation(
  tx: Transaction,
  { uid, email }: Pick<CurrentUser, "uid" | "email">,
  mailedSiteUrl: string,
): Promise<void> {
  const token = await createLink(
    tx,
    confirmationLink,
    uid,
    linkLifetimes.emailConfirmation.minutes,
  );
  const link = `${mailedSiteUrl}/confirmar-email/${token}`;
  await queueAccountMail(tx, uid, {
    to: email,
    subject: "Confirme seu e-mail no Mar de Minas",
    text: letterText(link),
    button: { label: "Confirmar e-mail", url: link },
  });
}

/** Sends another link, unless the e-mail is confirmed by now. Earlier links stay valid. */
export async function resendEmailConfirmation(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
): Promise<{ ok: true; isSent: boolean } | typeof tooManyEmails> {
  const { db, mailedSiteUrl } = context.get(siteContext);
  const isSent = await withinLimits(
    context,
    letterTries(context, user.email),
    () =>
      db.transaction(async (tx) => {
        const account = await lockUser(tx, user.uid);
        if (!account || account.emailVerified) return false;
        await queueEmailConfirmation(tx, { ...account, uid: user.uid }, mailedSiteUrl);
        return true;
      }),
    (sent) => sent,
  );
  return isSent === null ? tooManyEmails : { ok: true, isSent };
}

export async function findUnconfirmedEmail(
  db: Db,
  token: string,
): Promise<{ uid: string; email: string } | null> {
  const uid = await findLink(db, confirmationLink, token);
  if (uid === null) return null;
  const [user] = await db
    .select({ uid: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, uid));
  return user ?? null;
}

export async function isEmailConfirmed(db: Db, uid: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, uid), users.emailVerified))) > 0;
}

export interface Confirmed {
  ok: true;
  uid: string;
  email: string;
  deletedPasskeys: number;
}

/**
 * Also deletes the `unwanted` passkeys, by their ids. Changing the e-mail deletes the account's links, so they
 * always concern the current one.
 */
export async function confirmOwnEmail(
  db: Db,
  token: string,
  unwanted: readonly string[],
): Promise<Confirmed | typeof deadLink> {
  return db.transaction(async (tx) => {
    const uid = await findLink(tx, confirmationLink, token);
    if (uid === null) return deadLink;
    await lockUser(tx, uid);
    if ((await takeLink(tx, confirmationLink, token)) === null) return deadLink;
    await deleteLinksOf(tx, uid, confirmationLink);
    const [user] = await tx
      .update(users)
      .set({ emailVerified: true, updatedAt: sql`now()` })
      .where(eq(users.id, uid))
      .returning({ email: users.email });
    if (!user) return deadLink;
    const deletedPasskeys = await deletePasskeysUnlessStaff(tx, uid, unwanted);
    return { ok: true, uid, email: user.email, deletedPasskeys };
  });
}

/** Omits the account's name: nobody may make this site send their own words to a stranger. */
function letterText(link: string): string {
  return `Olá!

Alguém, esperamos que você, abriu uma conta no Mar de Minas com este e-mail. Para confirmar que ele é seu, abra este endereço:

${link}

Ele vale por ${linkLifetimes.emailConfirmation.words} e uma única vez. A conta já funciona: confirmar só garante que os nossos e-mails, como o de uma senha nova, cheguem a você.

Se não foi você, não faça nada.

Mar de Minas
`;
}
