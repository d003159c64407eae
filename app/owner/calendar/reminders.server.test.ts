import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish, see } from "../../../testing/caching-site.ts";
import { publishOwnAd } from "../../../testing/own-ad.ts";
import { lettersOf } from "../../../testing/plan-advertiser.ts";
import { createWaitingPhoto, listingInput, shareTestSite } from "../../../testing/site.ts";
import { noticesOfEmail } from "../../domain/accounts/account-limits.server.ts";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { createListing } from "../../domain/listings/publishing.server.ts";
import { deletedPosts, posts } from "../../platform/db/schema.ts";
import type { LinkKind } from "../../platform/mail/signed-links.server.ts";
import { confirmationLinks, reminderStopLinks, remindOwners } from "./reminders.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

const lettersTo = ({ uid }: { uid: string }) => lettersOf(sharedSite(), uid);

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;

function setFields(fields: object, ...ids: string[]) {
  return sharedSite().db.update(posts).set(fields).where(inArray(posts.id, ids));
}

/** Makes the dates look untouched for this many days. */
async function age(days: number, ...ids: string[]): Promise<void> {
  const dates = { createdAt: daysAgo(days), datesUpdatedAt: daysAgo(days), datesConfirmedAt: null };
  await setFields(dates, ...ids);
}

/** Publishes an ad whose dates have been untouched for this many days. */
async function publishAged(days: number) {
  const published = await publish(sharedSite(), { localizacao: "Dique", title: "Rancho do Dique" });
  await age(days, published.id);
  return published;
}

async function publishSecond(uid: string): Promise<string> {
  const { db } = sharedSite();
  const photo = await createWaitingPhoto({ db }, uid);
  const second = await createListing(db, uid, listingInput(), [photo]);
  if (!second.ok) throw new Error(second.message);
  return second.id;
}

/** Sends what is due; returns how many letters this advertiser has got so far. */
async function remind(user: { uid: string }): Promise<number> {
  await remindOwners(sharedSite());
  return (await lettersTo(user)).length;
}

const post = (path: string, form = {}) => postForm(sharedSite(), path, form);

async function readPost(id: string) {
  const [row] = await sharedSite().db.select().from(posts).where(eq(posts.id, id));
  if (!row) throw new Error("no such listing");
  return row;
}

async function linkTo(page: string, kind: LinkKind, id: string, at?: Date) {
  const { signedLinks, db } = sharedSite();
  return `/${page}/${await signedLinks.sign(db, kind, id, at)}`;
}

test("one e-mail lists an owner's unconfirmed ads, each with its own link", async () => {
  const { user, id } = await publishAged(43);
  const second = await publishSecond(user.uid);
  await age(43, second);
  const other = await publishAged(29);

  expect(await remind(user)).toBe(1);
  const [letter] = await lettersTo(user);
  const text = letter?.text ?? "";
  expect(letter?.to).toBe(user.email);
  expect(text).toContain("Última confirmação há 43 dias.");
  expect(text).toContain(`https://mardeminas.example/posts/${id}/calendario`);
  const { signedLinks, db } = sharedSite();
  const linked = [...text.matchAll(/\/calendario-em-dia\/(\S+)/g)].map(([, token = ""]) =>
    signedLinks.read(db, confirmationLinks, token),
  );
  expect((await Promise.all(linked)).sort()).toEqual([id, second].sort());
  expect(letter?.unsubscribe).toMatch(/^https:\/\/mardeminas\.example\/sem-lembretes\//);
  expect((await readPost(id)).datesRemindedAt).not.toBeNull();
  expect((await readPost(other.id)).datesRemindedAt).toBeNull();
});

test("an owner is reminded once in 30 days, also of a second ad, until the calendar is confirmed", async () => {
  const { user, id } = await publishAged(31);
  expect([await remind(user), await remind(user)]).toEqual([1, 1]);
  const second = await publishSecond(user.uid);
  await age(31, second);
  await setFields({ datesRemindedAt: daysAgo(29) }, id);
  expect(await remind(user)).toBe(1);
  await setFields({ datesRemindedAt: daysAgo(31) }, id);
  expect(await remind(user)).toBe(2);
  await setFields({ datesRemindedAt: daysAgo(31), datesConfirmedAt: daysAgo(29) }, id, second);
  expect(await remind(user)).toBe(2);
});

test("ads that are paused or being deleted, or whose owner wants no reminders, are left out", async () => {
  const { db } = sharedSite();
  const [deleting, silent, paused] = [
    await publishAged(99),
    await publishAged(99),
    await publishAged(99),
  ];
  await setFields({ pausedAt: sql`now()`, pausedBy: "owner" }, paused.id);
  await db.insert(deletedPosts).values({ id: deleting.id, localizacao: "Turvo" });
  await setFields({ datesRemindersOff: true }, silent.id);
  for (const { user } of [deleting, silent, paused]) expect(await remind(user)).toBe(0);
});

test("an address that got ten e-mails within the hour gets no reminder", async () => {
  const { user } = await publishAged(31);
  const limit = sharedSite().rateLimits(noticesOfEmail);
  await limit.consume(user.email, 10);
  expect(await remind(user)).toBe(0);
  await limit.delete(user.email);
  expect(await remind(user)).toBe(1);
});

test("sites reminding at once send each e-mail once", async () => {
  const site = sharedSite();
  const owners = [await publishAged(31), await publishAged(31), await publishAged(31)];
  await Promise.all([site, site, site, site].map(remindOwners));
  for (const { user } of owners) expect(await lettersTo(user)).toHaveLength(1);
});

test("opening a confirmation link changes nothing; its button confirms that ad, and a search says so", async () => {
  const site = sharedSite();
  const [{ id }, other] = [await publishAged(43), await publishAged(43)];
  await setFields({ localizacao: "Funil" }, id);
  const entrada = addDays(today(), 60);
  const search = `/search?localizacao=Funil&entrada=${entrada}&saida=${addDays(entrada, 2)}`;
  expect(await see(site, search)).toContain("dias atrás");
  const path = await linkTo("calendario-em-dia", confirmationLinks, id);
  const before = await readPost(id);
  for (const method of ["GET", "HEAD"]) {
    expect((await site.app.request(path, { method })).status).toBe(200);
  }
  const page = await see(site, path);
  expect(page).toContain("Rancho do Dique");
  expect(page.slice(page.indexOf("<main")).match(/<form/g)).toHaveLength(1);
  expect(await readPost(id)).toEqual(before);

  const answer = await post(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
  const after = await readPost(id);
  expect(after.datesConfirmedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect({ ...after, datesConfirmedAt: null }).toEqual(before);
  expect((await readPost(other.id)).datesConfirmedAt).toBeNull();
  expect(await see(site, search)).not.toContain("dias atrás");
  expect((await post(path)).status).toBe(200);
});

test("links that are no longer valid get 410 and change no row", async () => {
  const { id, user } = await publish(sharedSite());
  const before = await readPost(id);
  const long = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const path of [
    await linkTo("calendario-em-dia", confirmationLinks, id, long(46)),
    await linkTo("sem-lembretes", reminderStopLinks, user.uid, long(366)),
  ]) {
    for (const answer of [await sharedSite().app.request(path), await post(path)]) {
      expect(answer.status, path).toBe(410);
      expect(await answer.text()).toContain("Este link não vale mais");
    }
  }
  expect(await readPost(id)).toEqual(before);
});

test("unsubscribing with one click ends the reminders about all the owner's ads, and nobody else's", async () => {
  const [{ user, id }, other] = [await publishAged(31), await publishAged(31)];
  const path = await linkTo("sem-lembretes", reminderStopLinks, user.uid);
  expect((await sharedSite().app.request(path)).status).toBe(200);
  expect((await readPost(id)).datesRemindersOff).toBe(false);
  const answer = await post(path, { "List-Unsubscribe": "One-Click" });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Lembretes desligados");
  expect((await readPost(id)).datesRemindersOff).toBe(true);
  expect([await remind(user), await remind(other.user)]).toEqual([0, 1]);
});

test("an owner who stopped the reminders gets them again by a button on the calendar", async () => {
  const ad = await publishOwnAd(sharedSite());
  await ad.set({ datesRemindersOff: true });
  const calendar = `/posts/${ad.id}/calendario`;
  expect(await ad.read(calendar)).toContain("Voltar a receber lembretes");
  expect(await (await ad.post(calendar, { intent: "lembretes" })).text()).not.toContain("Voltar a");
  expect((await ad.row()).datesRemindersOff).toBe(false);
});
