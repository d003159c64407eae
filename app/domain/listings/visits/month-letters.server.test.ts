import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { lettersOf } from "../../../../testing/plan-advertiser.ts";
import { createUser, openSiteOn, shareTestSite } from "../../../../testing/site.ts";
import { visits } from "../../../platform/db/operation-schema.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { setPaused } from "../set-paused.server.ts";
import { sendMonthNumbers } from "./month-letters.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

const lettersTo = ({ uid }: { uid: string }) => lettersOf(sharedSite(), uid);

/** Corresponds to 9:30 in the region. */
const december1 = new Date("2026-12-01T12:30:00Z");

/** Sends what is due; returns how many letters this advertiser has got so far. */
async function sendOn(now: Date | string, user: { uid: string }): Promise<number> {
  await sendMonthNumbers(sharedSite(), new Date(now));
  return (await lettersTo(user)).length;
}

async function visit(postId: string, day: string, kind = "visita", n = 1) {
  await sharedSite().db.insert(visits).values({ postId, day, kind, n });
}

async function publishVisited() {
  const published = await publish(sharedSite());
  await visit(published.id, "2026-11-30", "visita", 40);
  return published;
}

async function findUser({ uid }: { uid: string }) {
  const [user] = await sharedSite().db.select().from(users).where(eq(users.id, uid));
  return user;
}

test("one e-mail tells the month's numbers, with a link to unsubscribe", async () => {
  const { user, id } = await publish(sharedSite(), { title: "Rancho Beira d’Água" });
  await visit(id, "2026-10-31", "visita", 7);
  await visit(id, "2026-11-01", "visita", 1200);
  await visit(id, "2026-11-30", "visita", 34);
  await visit(id, "2026-12-01", "visita", 99);
  await visit(id, "2026-11-15", "whatsapp", 18);
  await visit(id, "2026-11-15", "telefone", 4);

  expect(await sendOn(december1, user)).toBe(1);
  const [letter] = await lettersTo(user);
  expect(letter).toMatchObject({ to: user.email, subject: "Seus anúncios em novembro de 2026" });
  const text = letter?.text ?? "";
  expect(text).toContain("1.234 visitas e 22 toques no seu contato");
  expect(text).toContain("\nVisitas: 1.234\nWhatsApp: 18\nTelefone: 4\n");
  expect(text).toContain("https://mardeminas.example/dashboard");
  expect(letter?.unsubscribe).toMatch(/^https:\/\/mardeminas\.example\/sem-numeros\//);
});

test("each month is sent once, from nine on the first, even days later", async () => {
  const { id, user } = await publishVisited();
  expect(await sendOn("2026-12-01T11:59:00Z", user)).toBe(0);
  expect(await sendOn("2026-12-01T12:01:00Z", user)).toBe(1);
  expect(await sendOn("2026-12-31T12:00:00Z", user)).toBe(1);
  await visit(id, "2026-12-24");
  expect(await sendOn("2027-01-17T12:00:00Z", user)).toBe(2);
  await visit(id, "2027-01-02");
  await visit(id, "2027-02-28");
  expect(await sendOn("2027-03-31T12:00:00Z", user)).toBe(3);
  expect((await lettersTo(user)).map(({ subject }) => subject)).toEqual([
    "Seus anúncios em novembro de 2026",
    "Seus anúncios em dezembro de 2026",
    "Seus anúncios em fevereiro de 2027",
  ]);
});

async function publishOn(createdAt: string, title: string) {
  const published = await publish(sharedSite(), { title });
  await sharedSite()
    .db.update(posts)
    .set({ createdAt: new Date(createdAt) })
    .where(eq(posts.id, published.id));
  return published;
}

test("the letter includes an ad that nobody opened, but none published or paused since", async () => {
  const site = sharedSite();
  const { id, user } = await publishOn("2026-10-02T12:00:00Z", "Rancho esquecido");
  await visit(id, "2026-10-31", "visita", 7);
  // Still November in the region.
  const last = await publishOn("2026-12-01T02:30:00Z", "Rancho da última noite");
  const next = await publishOn("2026-12-01T03:30:00Z", "Rancho de dezembro");
  const paused = await publishOn("2026-10-02T12:00:00Z", "Rancho em pausa");
  for (const other of [last, next, paused]) {
    await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, other.id));
  }
  await setPaused(site.db, user.uid, paused.id, true);
  await site.db.update(users).set({ emailVerified: true }).where(eq(users.id, user.uid));

  expect(await sendOn(december1, user)).toBe(1);
  const [letter] = await lettersTo(user);
  expect(letter?.text).toContain("Em novembro de 2026, ninguém abriu os seus anúncios");
  expect(letter?.text).toContain("Visitas: 0\n");
  const titles = [...(letter?.text ?? "").matchAll(/^Rancho[^,]*/gm)].map(([title]) => title);
  expect(titles).toEqual(["Rancho esquecido", "Rancho da última noite"]);
});

test("advertisers without ads, blocked ones and those who opted out get no e-mail", async () => {
  const { db } = sharedSite();
  const none = await createUser(sharedSite());
  const { user: blocked } = await publishVisited();
  const { user: silent } = await publishVisited();
  await db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, blocked.uid));
  await db.update(users).set({ numbersOff: true }).where(eq(users.id, silent.uid));
  for (const user of [none, blocked, silent]) expect(await sendOn(december1, user)).toBe(0);
});

test("two sites at once send each e-mail once", async () => {
  const site = sharedSite();
  const second = await openSiteOn(site.databaseUrl);
  const owners = [await publishVisited(), await publishVisited(), await publishVisited()];
  await Promise.all([site, second, site, second].map((one) => sendMonthNumbers(one, december1)));
  for (const { user } of owners) expect(await lettersTo(user)).toHaveLength(1);
});

test("opening the unsubscribe link changes nothing; its one-click POST ends this advertiser's e-mails", async () => {
  const { app } = sharedSite();
  const [{ user }, other] = [await publishVisited(), await publishVisited()];
  await sendOn(december1, user);
  const [letter] = await lettersTo(user);
  const path = new URL(letter?.unsubscribe ?? "").pathname;
  const page = await app.request(path);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Parar os números por e-mail?");
  expect((await findUser(user))?.numbersOff).toBe(false);
  for (let times = 0; times < 2; times++) {
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const answer = await app.request(path, { method: "POST", body });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Números desligados");
  }
  expect((await findUser(user))?.numbersOff).toBe(true);
  expect((await findUser(other.user))?.numbersOff).toBe(false);
  // signed-links.server.test.ts has the links that are no longer good.
  expect((await app.request("/sem-numeros/x")).status).toBe(410);
});
