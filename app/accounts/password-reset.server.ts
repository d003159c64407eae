import { randomBytes } from "node:crypto";
import { APIError } from "better-auth/api";
import { and, eq, gt, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext } from "../db/client.server.ts";
import { users, verifications } from "../db/schema.ts";
import { siteUrl } from "../db/site.server.ts";
import { queueMail } from "../mail/outbox.server.ts";
import { authContext } from "./auth.server.ts";

/** How long a link stays good, in minutes. */
const goodForMinutes = 60;

/** The name under which better-auth looks for a link's token. */
const identifierOf = (token: string) => `reset-password:${token}`;

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
    const token = randomBytes(24).toString("base64url");
    await tx.insert(verifications).values({
      identifier: identifierOf(token),
      value: user.uid,
      expiresAt: sql`now() + ${goodForMinutes} * interval '1 minute'`,
    });
    await queueMail(tx, {
      kind: "letter",
      to: user.email,
      subject: "Sua nova senha no Mar de Minas",
      text: letterText(user.displayName, `${siteUrl(context)}/nova-senha/${token}`),
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

const tokenShape = /^[\w-]{32}$/;

/** Whether a link still is good. */
export async function isResetLinkGood(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<boolean> {
  if (!tokenShape.test(token)) return false;
  const found = await context
    .get(dbContext)
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, identifierOf(token)),
        gt(verifications.expiresAt, sql`now()`),
      ),
    );
  return found.length > 0;
}

/** Sets a new password by a link; all sessions end. Gives whether the link was good. */
export async function resetPassword(
  context: Readonly<RouterContextProvider>,
  token: string,
  newPassword: string,
): Promise<boolean> {
  if (!tokenShape.test(token)) return false;
  try {
    await context.get(authContext).api.resetPassword({ body: { token, newPassword } });
    return true;
  } catch (error) {
    if (error instanceof APIError) return false;
    throw error;
  }
}
