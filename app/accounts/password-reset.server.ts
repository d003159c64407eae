import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext } from "../db/client.server.ts";
import { users } from "../db/schema.ts";
import { mailedSiteUrl } from "../db/site.server.ts";
import { queueLetter } from "../mail/outbox.server.ts";
import { lockUser } from "./account.server.ts";
import { authContext, authWithin } from "./auth.server.ts";
import { createLink, deleteLinksOf, findLink } from "./one-time-links.server.ts";

/** How long a link stays good, in minutes. */
const goodForMinutes = 60;

/**
 * Makes a link to set a new password and queues its letter, both or neither. Gives whether there
 * is such an advertiser (spec §8 tells a failed sending apart).
 */
export async function requestPasswordReset(
  context: Readonly<RouterContextProvider>,
  email: string,
): Promise<boolean> {
  return context.get(dbContext).transaction(async (tx) => {
    const [user] = await tx
      .select({ uid: users.id, displayName: users.displayName, email: users.email })
      .from(users)
      .where(eq(users.email, email.trim().toLowerCase()));
    if (!user) return false;
    const token = await createLink(tx, "reset-password", user.uid, goodForMinutes);
    await queueLetter(tx, user.uid, {
      to: user.email,
      subject: "Sua nova senha no Mar de Minas",
      text: letterText(user.displayName, `${mailedSiteUrl(context)}/nova-senha/${token}`),
    });
    return true;
  });
}

function letterText(name: string, link: string): string {
  return `Olá, ${name}!

Alguém, esperamos que você, pediu uma nova senha para a sua conta no Mar de Minas.
Para escolhê-la, abra este endereço:

${link}

Ele vale por uma hora e uma única vez. Se não foi você, não faça nada: a senha continua a mesma.

Mar de Minas
`;
}

/** Whether a link still is good. */
export async function isResetLinkGood(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<boolean> {
  return (await findLink(context.get(dbContext), "reset-password", token)) !== null;
}

/**
 * Sets a new password by a link; all sessions end, and so do the account's other links: who knew the
 * old password may have asked for them. Gives whether the link was good.
 */
export async function resetPassword(
  context: Readonly<RouterContextProvider>,
  token: string,
  newPassword: string,
): Promise<boolean> {
  const db = context.get(dbContext);
  const uid = await findLink(db, "reset-password", token);
  if (uid === null) return false;
  try {
    return await db.transaction(async (tx) => {
      await lockUser(tx, uid);
      const auth = authWithin(context.get(authContext), tx);
      await auth.api.resetPassword({ body: { token, newPassword } });
      await deleteLinksOf(tx, uid);
      return true;
    });
  } catch (error) {
    if (error instanceof APIError) return false;
    throw error;
  }
}
