import { and, eq, inArray } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { alertEvents, alerts } from "../../platform/db/alert-schema.ts";
import type { Transaction } from "../../platform/db/client.server.ts";
import { listItems } from "../../platform/db/list-schema.ts";
import { deletedPosts, photos, posts, uploads } from "../../platform/db/schema.ts";
import { deleteMailOf, queueFarewell } from "../../platform/mail/outbox.server.ts";
import { greet, type OwnerWords } from "../../platform/mail/owner-words.ts";
import { senderContext } from "../../platform/mail/sender.server.ts";
import { forgetDeletedAccounts, recordAction } from "../../platform/web/audit-log.server.ts";
import { takeTry, tooManyTries, withinLimits } from "../../platform/web/rate-limit.server.ts";
import type { Refusal } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { lockUser } from "../accounts/account.server.ts";
import { noticesOfEmail, passwordsOfUser } from "../accounts/account-limits.server.ts";
import {
  authWithin,
  identityContext,
  noteWrongPassword,
  redirectIfLoggedOut,
} from "../accounts/auth.server.ts";
import { deleteLinksOf } from "../accounts/links/one-time-links.server.ts";
import { wrongCurrentPassword } from "../accounts/password-change.server.ts";
import type { CurrentUser } from "../accounts/session-context.server.ts";
import { deleteCards } from "../photos/card-files.server.ts";
import { photoStoreContext, photosFolder, storedPhotoColumns } from "../photos/store.server.ts";
import { eraseAlerts } from "../search/alerts/alerts.server.ts";

/** The headers clear the session's cookie. */
export type AccountDeletion = { ok: true; headers: Headers } | Refusal;

/**
 * Deletes an account with all its rows in one transaction, keeping only the listings' ids and
 * places, so that their addresses can say they were deleted. A final e-mail confirms it. Files are
 * deleted after the commit; the sweep removes anything left behind.
 */
export async function deleteAccount(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  password: string,
): Promise<AccountDeletion> {
  if (!(await takeTry(context, [[passwordsOfUser, user.uid]]))) return tooManyTries;
  const result = await withinLimits(
    context,
    [[noticesOfEmail, user.email]],
    () => deleteWithNotice(context, user, password),
    ({ ok }) => ok,
  );
  return result ?? tooManyTries;
}

async function deleteWithNotice(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  password: string,
): Promise<AccountDeletion> {
  const { db } = context.get(siteContext);
  const { auth, headers: requestHeaders } = context.get(identityContext);
  // Given no password, better-auth accepts any recent session.
  if (password === "") return wrongCurrentPassword;
  try {
    const { headers, belongings, ownEmail, mailIds } = await db.transaction(async (tx) => {
      const locked = await lockUser(tx, user.uid);
      const belongings = await deleteBelongings(tx, user.uid);
      const email = locked?.email ?? user.email;
      const emailVerified = locked?.emailVerified ?? false;
      const mailIds = await deleteMailOf(tx, { uid: user.uid, email, emailVerified });
      if (emailVerified) mailIds.push(...(await eraseAlerts(tx, eq(alerts.email, email))));
      await deleteLinksOf(tx, user.uid);
      const { headers } = await authWithin(auth, tx).api.deleteUser({
        body: { password },
        headers: requestHeaders,
        returnHeaders: true,
      });
      const actor = "conta excluída";
      await recordAction(tx, { actor, action: "account-deleted", subjectId: user.uid });
      await forgetDeletedAccounts(tx);
      const farewell = {
        to: email,
        subject: "Sua conta no Mar de Minas foi excluída",
        text: (theirs: OwnerWords) => letterText(theirs, user.displayName),
      };
      await queueFarewell(tx, farewell, emailVerified);
      return { headers, belongings, ownEmail: emailVerified ? email : null, mailIds };
    });
    await deleteFiles(context, user.uid, belongings, () =>
      context.get(senderContext).forget(mailIds, ownEmail),
    );
    return { ok: true, headers };
  } catch (error) {
    if (noteWrongPassword(context.get(siteContext).log, error)) return wrongCurrentPassword;
    redirectIfLoggedOut(error);
    throw error;
  }
}

interface Belongings {
  /** Uploads in progress, and photos whose sizes are due. */
  receivedIds: string[];
  postIds: string[];
}

/** Waits for uploads just becoming photos, then deletes the photos. */
async function deleteBelongings(tx: Transaction, uid: string): Promise<Belongings> {
  const listings = await tx
    .select({ id: posts.id, localizacao: posts.localizacao })
    .from(posts)
    .where(eq(posts.uid, uid))
    .orderBy(posts.id)
    .for("update");
  const gone = await tx.delete(uploads).where(eq(uploads.uid, uid)).returning({ id: uploads.id });
  const shown = await tx.delete(photos).where(eq(photos.uid, uid)).returning(storedPhotoColumns);
  const received = [...gone, ...shown.filter(({ sizesDue }) => sizesDue)];
  const postIds = listings.map(({ id }) => id);
  const past = await tx
    .update(deletedPosts)
    .set({ uid: null })
    .where(eq(deletedPosts.uid, uid))
    .returning({ id: deletedPosts.id });
  if (listings.length > 0) {
    // A listing whose own deletion is in progress already has its row.
    await tx.insert(deletedPosts).values(listings).onConflictDoNothing();
    await tx.delete(posts).where(and(eq(posts.uid, uid), inArray(posts.id, postIds)));
  }
  const everyId = [...postIds, ...past.map(({ id }) => id)];
  await tx.update(listItems).set({ title: "" }).where(inArray(listItems.postId, everyId));
  await tx.delete(alertEvents).where(inArray(alertEvents.postId, everyId));
  return { receivedIds: received.map(({ id }) => id), postIds };
}

async function deleteFiles(
  context: Readonly<RouterContextProvider>,
  uid: string,
  { receivedIds, postIds }: Belongings,
  deleteMailFiles: () => Promise<void>,
): Promise<void> {
  const { log } = context.get(siteContext);
  const store = context.get(photoStoreContext);
  try {
    await deleteMailFiles();
    for (const id of receivedIds) await store.uploads.remove(id);
    await store.disk.deleteAll(photosFolder(uid));
    await deleteCards(store, postIds);
  } catch (error) {
    log.warn({ err: error }, "files of a deleted account left to the sweep");
  }
}

function letterText(theirs: OwnerWords, name: string): string {
  return `${greet(theirs, name)}

A sua conta no Mar de Minas foi excluída, como você pediu, e com ela os anúncios, as fotos e os dados. Este é o nosso último e-mail.

Se não foi você, responda a esta mensagem ou escreva pela página de contato do site.

Mar de Minas
`;
}
