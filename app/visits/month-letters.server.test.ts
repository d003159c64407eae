import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { openMailingSite } from "../../testing/mailing-site.ts";
import { createUser, openSiteOn, openTestSite, type TestSite } from "../../testing/site.ts";
import { outbox } from "../db/mail-schema.ts";
import { visits } from "../db/operation-schema.ts";
import { posts, users } from "../db/schema.ts";
import { setPaused } from "../listings/pause.server.ts";
import { sendMonthNumbers } from "./month-letters.server.ts";

/** Corresponds to 9:30 in the region. */
const december1 = new Date("2026-12-01T12:30:00Z");

async function letters({ db }: TestSite) {
  const rows = await db.select().from(outbox).orderBy(outbox.createdAt);
  return rows.flatMap(({ content }) => (content.kind === "letter" ? [content] : []));
}

async function visit(site: TestSite, postId: string, day: string, kind = "visita", n = 1) {
  await site.db.insert(visits).values({ postId, day, kind, n });
}

async function publishVisited(site: TestSite, overrides: object = {}) {
  const published = await publish(site, overrides);
  await visit(site, published.id, "2026-11-30", "visita", 40);
  return published;
}

async function unsubscribePath(site: TestSite): Promise<string> {
  const [letter] = await letters(site);
  return new URL(letter?.unsubscribe ?? "").pathname;
}

test("one e-mail tells the month's numbers, with one-click unsubscribe", async () => {
  const { site, deliver } = await openMailingSite();
  const { user, id } = await publish(site, { title: "Rancho Beira d’Água" });
  await visit(site, id, "2026-10-31", "visita", 7);
  await visit(site, id, "2026-11-01", "visita", 1200);
  await visit(site, id, "2026-11-30", "visita", 34);
  await visit(site, id, "2026-12-01", "visita", 99);
  await visit(site, id, "2026-11-15", "whatsapp", 18);
  await visit(site, id, "2026-11-15", "telefone", 4);

  expect(await sendMonthNumbers(site, december1)).toBe(1);
  const [letter] = await letters(site);
  expect(letter).toMatchObject({
    to: user.email,
    subject: "Seus anúncios em novembro de 2026",
  });
  const text = letter?.text ?? "";
  expect(text).toContain("1.234 visitas e 22 toques no seu contato");
  expect(text).toContain("\nVisitas: 1.234\nWhatsApp: 18\nTelefone: 4\n");
  expect(text).toContain("https://mardeminas.example/dashboard");

  const [source] = await deliver();
  expect(source).toContain(`List-Unsubscribe: <${letter?.unsubscribe}>`);
  expect(source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

test("each month is sent once, from nine on the first, even days later", async () => {
  const site = await openTestSite();
  const { id } = await publishVisited(site);
  expect(await sendMonthNumbers(site, new Date("2026-12-01T11:59:00Z"))).toBe(0);
  expect(await sendMonthNumbers(site, new Date("2026-12-01T12:01:00Z"))).toBe(1);
  expect(await sendMonthNumbers(site, new Date("2026-12-31T12:00:00Z"))).toBe(0);
  await visit(site, id, "2026-12-24");
  expect(await sendMonthNumbers(site, new Date("2027-01-17T12:00:00Z"))).toBe(1);
  await visit(site, id, "2027-01-02");
  await visit(site, id, "2027-02-28");
  expect(await sendMonthNumbers(site, new Date("2027-03-31T12:00:00Z"))).toBe(1);
  expect((await letters(site)).map(({ subject }) => subject)).toEqual([
    "Seus anúncios em novembro de 2026",
    "Seus anúncios em dezembro de 2026",
    "Seus anúncios em fevereiro de 2027",
  ]);
});

async function publishOn(site: TestSite, createdAt: string, title: string) {
  const published = await publish(site, { title });
  await site.db
    .update(posts)
    .set({ createdAt: new Date(createdAt) })
    .where(eq(posts.id, published.id));
  return published;
}

test("an ad that nobody opened is told of, too; one published or paused since isn't", async () => {
  const site = await openTestSite();
  const { id, user } = await publishOn(site, "2026-10-02T12:00:00Z", "Rancho esquecido");
  await visit(site, id, "2026-10-31", "visita", 7);
  // Still November in the region.
  const last = await publishOn(site, "2026-12-01T02:30:00Z", "Rancho da última noite");
  const next = await publishOn(site, "2026-12-01T03:30:00Z", "Rancho de dezembro");
  const paused = await publishOn(site, "2026-10-02T12:00:00Z", "Rancho em pausa");
  for (const other of [last, next, paused]) {
    await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, other.id));
  }
  await setPaused(site.db, user.uid, paused.id, true);
  await site.db.update(users).set({ emailVerified: true }).where(eq(users.id, user.uid));

  expect(await sendMonthNumbers(site, december1)).toBe(1);
  const [letter] = await letters(site);
  expect(letter?.text).toContain("Em novembro de 2026, ninguém abriu os seus anúncios");
  expect(letter?.text).toContain("Visitas: 0\n");
  const titles = [...(letter?.text ?? "").matchAll(/^Rancho[^,]*/gm)].map(([title]) => title);
  expect(titles).toEqual(["Rancho esquecido", "Rancho da última noite"]);
});

test("advertisers without ads, blocked ones and those who opted out get no e-mail", async () => {
  const site = await openTestSite();
  await createUser(site);
  const { user: blocked } = await publishVisited(site);
  const { user: silent } = await publishVisited(site);
  await site.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, blocked.uid));
  await site.db.update(users).set({ numbersOff: true }).where(eq(users.id, silent.uid));
  expect(await sendMonthNumbers(site, december1)).toBe(0);
  expect(await letters(site)).toEqual([]);
});

test("two sites at once send each e-mail once", async () => {
  const site = await openTestSite();
  const second = await openSiteOn(site.databaseUrl);
  for (let n = 0; n < 5; n++) await publishVisited(site);
  const rounds = await Promise.all(
    [site, second, site, second].map((one) => sendMonthNumbers(one, december1)),
  );
  expect(rounds.reduce((sum, one) => sum + one, 0)).toBe(5);
  expect(new Set((await letters(site)).map(({ to }) => to)).size).toBe(5);
  expect(await letters(site)).toHaveLength(5);
});

test("an e-mail that can't be queued is not recorded as sent", async () => {
  const site = await openTestSite();
  await publishVisited(site);
  await site.owner.execute(sql`alter table outbox add constraint broken check (false)`);
  await expect(sendMonthNumbers(site, december1)).rejects.toThrow();
  expect((await site.db.select().from(users))[0]?.numbersSentFor).toBeNull();
});

test("opening the unsubscribe link changes nothing; its one-click POST ends this advertiser's e-mails", async () => {
  const site = await openTestSite();
  const { user } = await publishVisited(site);
  await sendMonthNumbers(site, december1);
  const other = await publishVisited(site);
  const path = await unsubscribePath(site);
  const page = await site.app.request(path);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Parar os números por e-mail?");
  const isOff = async (uid: string) =>
    (await site.db.select().from(users).where(eq(users.id, uid)))[0]?.numbersOff;
  expect(await isOff(user.uid)).toBe(false);
  for (let times = 0; times < 2; times++) {
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const answer = await site.app.request(path, { method: "POST", body });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Números desligados");
  }
  expect([await isOff(user.uid), await isOff(other.user.uid)]).toEqual([true, false]);
});

test("expired links, those of other e-mails and of deleted accounts get 410", async () => {
  const site = await openTestSite();
  const { user } = await publishVisited(site);
  const year = new Date(Date.now() - 366 * 86_400_000);
  for (const token of [
    await site.signedLinks.sign(site.db, "unsubscribe-numbers", user.uid, year),
    await site.signedLinks.sign(site.db, "unsubscribe", user.uid),
    await site.signedLinks.sign(site.db, "unsubscribe-numbers", crypto.randomUUID()),
    "x",
  ]) {
    const path = `/sem-numeros/${token}`;
    expect((await site.app.request(path)).status).toBe(410);
    expect((await site.app.request(path, { method: "POST", body: "" })).status).toBe(410);
  }
  expect((await site.db.select().from(users))[0]?.numbersOff).toBe(false);
});
