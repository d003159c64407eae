import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openCachingSite, publish, renders, see } from "../../../testing/caching-site.ts";
import { openMailingSite } from "../../../testing/mailing-site.ts";
import { patience } from "../../../testing/patience.ts";
import {
  createWaitingPhoto,
  listingInput,
  openSiteOn,
  openTestSite,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../testing/site.ts";
import { noticesOfEmail } from "../../accounts/account-limits.server.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { outbox } from "../../db/mail-schema.ts";
import { deletedPosts, posts, users } from "../../db/schema.ts";
import { createListing } from "../../listings/publishing.server.ts";
import { remindOwners } from "./reminders.server.ts";

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;

/** Makes the dates look untouched for this many days. */
async function age(site: TestSite, days: number, id?: string): Promise<void> {
  await site.db
    .update(posts)
    .set({ createdAt: daysAgo(days), datesUpdatedAt: daysAgo(days), datesConfirmedAt: null })
    .where(id ? eq(posts.id, id) : undefined);
}

async function letters(site: Pick<TestSite, "db">) {
  const rows = await site.db.select().from(outbox);
  return rows.flatMap(({ content, userId }) =>
    content.kind === "letter" ? [{ ...content, userId }] : [],
  );
}

function pathsIn(text: string, page: string): string[] {
  return (text.match(new RegExp(`https?:\\S+/${page}/\\S+`, "g")) ?? []).map(
    (link) => new URL(link).pathname,
  );
}

async function post(site: TestSite, path: string, form: Record<string, string> = {}, cookie = "") {
  return site.app.request(path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Cookie: cookie },
  });
}

async function readPost(site: TestSite, id: string) {
  const [row] = await site.db.select().from(posts).where(eq(posts.id, id));
  if (!row) throw new Error("no such listing");
  return row;
}

test("one e-mail lists an owner's unconfirmed ads, each with its own link, through a real mail server", async () => {
  const { site, deliver } = await openMailingSite();
  const { user, id } = await publish(site, { title: "Rancho Beira d’Água" });
  const photo = await createWaitingPhoto(site, user.uid);
  const second = await createListing(site.db, user.uid, listingInput({ title: "Casa do Píer" }), [
    photo,
  ]);
  const other = await publish(site);
  await age(site, 43);
  await age(site, 29, other.id);

  expect(await remindOwners(site)).toBe(1);
  const [letter] = await letters(site);
  expect(letter).toMatchObject({ to: user.email, userId: user.uid });
  expect(letter?.text).toContain("Última confirmação há 43 dias.");
  expect(letter?.text).toContain(`https://mardeminas.example/posts/${id}/calendario`);
  const links = pathsIn(letter?.text ?? "", "calendario-em-dia");
  const linked = await Promise.all(
    links.map((path) => site.signedLinks.read(site.db, "confirm", path.split("/")[2] ?? "")),
  );
  expect(linked.sort()).toEqual([id, second.ok && second.id].sort());

  const [source, ...others] = await deliver();
  expect(others).toEqual([]);
  const [unsubscribe] = pathsIn(letter?.text ?? "", "sem-lembretes");
  expect(source).toContain(`List-Unsubscribe: <https://mardeminas.example${unsubscribe}>`);
  expect(source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect((await readPost(site, id)).datesRemindedAt).not.toBeNull();
  expect((await readPost(site, other.id)).datesRemindedAt).toBeNull();
});

test("an owner is reminded once in 30 days, until the calendar is confirmed", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  await age(site, 31);
  expect(await remindOwners(site)).toBe(1);
  expect(await remindOwners(site)).toBe(0);
  await site.db.update(posts).set({ datesRemindedAt: daysAgo(29) });
  expect(await remindOwners(site)).toBe(0);
  await site.db.update(posts).set({ datesRemindedAt: daysAgo(31) });
  expect(await remindOwners(site)).toBe(1);
  await site.db
    .update(posts)
    .set({ datesRemindedAt: daysAgo(31), datesConfirmedAt: daysAgo(29) })
    .where(eq(posts.id, id));
  expect(await remindOwners(site)).toBe(0);
  expect(await letters(site)).toHaveLength(2);
});

test("a second ad that becomes stale waits for the owner's next reminder", async () => {
  const site = await openTestSite();
  const { user, id } = await publish(site);
  const photo = await createWaitingPhoto(site, user.uid);
  await createListing(site.db, user.uid, listingInput(), [photo]);
  await age(site, 31, id);
  expect(await remindOwners(site)).toBe(1);
  await age(site, 31);
  expect(await remindOwners(site)).toBe(0);
  await site.db
    .update(posts)
    .set({ datesRemindedAt: daysAgo(31) })
    .where(eq(posts.id, id));
  expect(await remindOwners(site)).toBe(1);
});

test("ads that are paused or being deleted, or whose owner wants no reminders, are left out", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  const { id: silent } = await publish(site);
  const { id: paused } = await publish(site);
  await age(site, 99);
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, paused));
  await site.db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
  await site.db.update(posts).set({ datesRemindersOff: true }).where(eq(posts.id, silent));
  expect(await remindOwners(site)).toBe(0);
  expect(await letters(site)).toEqual([]);
});

test("two sites reminding at once send each e-mail once", async () => {
  const site = await openTestSite();
  const second = await openSiteOn(site.databaseUrl);
  for (let n = 0; n < 5; n++) await publish(site);
  await age(site, 31);
  const rounds = await Promise.all([site, second, site, second].map(remindOwners));
  expect(rounds.reduce((sum, one) => sum + one, 0)).toBe(5);
  const sent = await letters(site);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(5);
  expect(sent).toHaveLength(5);
});

test("a reminder that can't be queued is not recorded as sent", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  await age(site, 31);
  await site.owner.execute(sql`alter table outbox add constraint broken check (false)`);
  await expect(remindOwners(site)).rejects.toThrow();
  expect((await readPost(site, id)).datesRemindedAt).toBeNull();
});

test("an address that got ten e-mails within the hour gets no reminder", async () => {
  const site = await openTestSite();
  const { user } = await publish(site);
  await age(site, 31);
  for (let n = 0; n < 10; n++) await site.rateLimits(noticesOfEmail).consume(user.email);
  expect(await remindOwners(site)).toBe(0);
  expect(await letters(site)).toEqual([]);
  await site.rateLimits(noticesOfEmail).delete(user.email);
  expect(await remindOwners(site)).toBe(1);
});

const sharedSite = shareTestSite();

test("opening a confirmation link changes nothing; its button confirms that ad, repeatedly", async () => {
  const site = sharedSite();
  const { id } = await publish(site, { title: "Rancho Beira d’Água" });
  const other = await publish(site);
  await age(site, 43, id);
  const path = `/calendario-em-dia/${await site.signedLinks.sign(site.db, "confirm", id)}`;
  const before = await readPost(site, id);
  for (const method of ["GET", "HEAD"]) {
    expect((await site.app.request(path, { method })).status).toBe(200);
  }
  const page = await (await site.app.request(path)).text();
  expect(page).toContain("Rancho Beira d’Água");
  expect(page.match(/<form/g)).toHaveLength(1);
  expect(await readPost(site, id)).toEqual(before);

  const answer = await post(site, path);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Calendário em dia");
  expect(answer.headers.getSetCookie()).toEqual([]);
  const after = await readPost(site, id);
  expect(after.datesConfirmedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect({ ...after, datesConfirmedAt: null }).toEqual(before);
  expect((await readPost(site, other.id)).datesConfirmedAt).toBeNull();
  expect((await post(site, path)).status).toBe(200);
});

test("expired and tampered links, and those of another kind or site, get 410 and change no row", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site);
  const before = await readPost(site, id);
  const good = await site.signedLinks.sign(site.db, "confirm", id);
  const long = new Date(Date.now() - 46 * 86_400_000);
  const confirms = [
    await site.signedLinks.sign(site.db, "confirm", id, long),
    await site.signedLinks.sign(site.db, "unsubscribe", id),
    await site.signedLinks.sign(site.db, "confirm", user.uid),
    `${good.slice(0, -1)}${good.endsWith("A") ? "E" : "A"}`,
    crypto.randomUUID(),
  ];
  const stops = [
    await site.signedLinks.sign(
      site.db,
      "unsubscribe",
      user.uid,
      new Date(Date.now() - 366 * 86_400_000),
    ),
    await site.signedLinks.sign(site.db, "confirm", user.uid),
    await site.signedLinks.sign(site.db, "unsubscribe", id),
    "x",
  ];
  for (const path of [
    ...confirms.map((token) => `/calendario-em-dia/${token}`),
    ...stops.map((token) => `/sem-lembretes/${token}`),
  ]) {
    const answers = [await site.app.request(path), await post(site, path)];
    for (const answer of answers) {
      expect(answer.status, path).toBe(410);
      expect(await answer.text()).toContain("Este link não vale mais");
    }
  }
  expect(await readPost(site, id)).toEqual(before);
});

test("unsubscribing with one click ends the reminders about all the owner's ads, and nobody else's", async () => {
  const site = await openTestSite();
  const { user, id } = await publish(site);
  const other = await publish(site);
  await age(site, 31);
  const path = `/sem-lembretes/${await site.signedLinks.sign(site.db, "unsubscribe", user.uid)}`;
  expect((await site.app.request(path)).status).toBe(200);
  expect((await readPost(site, id)).datesRemindersOff).toBe(false);
  const answer = await post(site, path, { "List-Unsubscribe": "One-Click" });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Lembretes desligados");
  expect((await readPost(site, id)).datesRemindersOff).toBe(true);
  expect(await remindOwners(site)).toBe(1);
  expect((await letters(site)).map(({ to }) => to)).toEqual([other.user.email]);
});

test("on the calendar's page the owner, and only the owner, turns reminders off and on", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const stranger = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  const path = `/posts/${published.id}/calendario`;
  const send = (lembretes: string, as: string) =>
    post(site, path, { intent: "lembretes", lembretes }, as);
  expect((await send("desligar", stranger.cookie)).status).toBe(404);
  expect((await send("desligar", "")).headers.get("Location")).toContain("/login");
  expect((await readPost(site, published.id)).datesRemindersOff).toBe(false);
  expect(await (await send("desligar", cookie)).text()).toContain("Voltar a receber lembretes");
  expect((await readPost(site, published.id)).datesRemindersOff).toBe(true);
  expect(await (await send("ligar", cookie)).text()).toContain("Não receber lembretes");
  expect((await readPost(site, published.id)).datesRemindersOff).toBe(false);
});

test("deleting an account removes its reminders, and its links stop working", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  const { id } = published;
  await age(site, 31);
  expect(await remindOwners(site)).toBe(1);
  const paths = [
    `/calendario-em-dia/${await site.signedLinks.sign(site.db, "confirm", id)}`,
    `/sem-lembretes/${await site.signedLinks.sign(site.db, "unsubscribe", user.uid)}`,
  ];
  await post(site, "/minha-conta/excluir", { currentPassword: password }, cookie);
  expect(await site.db.$count(users)).toBe(0);
  expect((await letters(site)).filter(({ subject }) => subject.includes("calendário"))).toEqual([]);
  for (const path of paths) {
    expect((await site.app.request(path)).status).toBe(410);
    expect((await post(site, path)).status).toBe(410);
  }
});

test("confirming by link removes the notice from cached search results", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site);
  await age(site, 43);
  const entrada = addDays(today(), 60);
  const path = `/search?entrada=${entrada}&saida=${addDays(entrada, 2)}`;
  await vi.waitUntil(async () => {
    const before = renders(site);
    const html = await see(site, path);
    return html.includes("dias atrás") && renders(site) === before;
  }, patience);
  await post(site, `/calendario-em-dia/${await site.signedLinks.sign(site.db, "confirm", id)}`);
  await vi.waitUntil(async () => !(await see(site, path)).includes("dias atrás"), patience);
});
