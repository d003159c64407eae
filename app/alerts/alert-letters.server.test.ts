import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { comingStay as stay, watch } from "../../testing/alerts.ts";
import { publish } from "../../testing/caching-site.ts";
import { openMailingSite } from "../../testing/mailing-site.ts";
import { openSiteOn, openTestSite, type TestSite } from "../../testing/site.ts";
import { addDays, noonOf, today } from "../calendar/civil-date.ts";
import { formatStay, nightsOf } from "../calendar/stays.ts";
import { alertHits, alerts } from "../db/alert-schema.ts";
import { outbox } from "../db/mail-schema.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { sendAlertLetters } from "./alert-letters.server.ts";
import { matchChanges } from "./alert-matches.server.ts";

const day = today();

/** So many hours after midnight in the region, on a day from today on. */
function at(hour: number, daysAhead = 0): Date {
  return new Date(noonOf(addDays(day, daysAhead)).getTime() + (hour - 12) * 3_600_000);
}

async function letters({ db }: TestSite) {
  const rows = await db.select().from(outbox).orderBy(outbox.createdAt);
  return rows.flatMap(({ content }) => (content.kind === "letter" ? [content] : []));
}

async function publishWatched(site: TestSite, fields: object = {}) {
  const published = await publish(site, fields);
  await matchChanges(site.db);
  return published;
}

test("the letter names each ad with its dates and estimate, and ends with one click", async () => {
  const { site, deliver } = await openMailingSite();
  await watch(site.db, { filters: { stay, pessoas: 10 } });
  const { id } = await publishWatched(site, {
    title: "Rancho do Píer",
    localizacao: "Turvo",
    valorFds: "1000",
    valorDiaria: "500",
    quantidadeMaximaPessoas: 12,
  });
  expect(await sendAlertLetters(site, at(8))).toBe(1);
  const [letter] = await letters(site);
  const dates = formatStay(stay, day);
  expect(letter).toMatchObject({
    to: "bia@example.com",
    subject: `Rancho do Píer, Turvo: livre de ${dates}`,
  });
  const text = letter?.text ?? "";
  expect(text).toContain(`Casas para 10 pessoas, livres de ${dates}.`);
  expect(text).toContain("Rancho do Píer\nTurvo, até 12 pessoas\n");
  expect(text).toContain(`Livre de ${dates}\n`);
  expect(text).toMatch(/R\$\u00a0[\d.]+ por 5 noites, estimativa/);
  const { checkIn, checkOut } = stay;
  expect(text).toContain(
    `https://mardeminas.example/posts/${id}?entrada=${checkIn}&saida=${checkOut}&pessoas=10`,
  );
  const [mail = ""] = await deliver();
  expect(mail).toContain(`List-Unsubscribe: <${letter?.unsubscribe}>`);
  expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");

  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const path = new URL(letter?.unsubscribe ?? "").pathname;
  const answer = await site.app.request(path, { method: "POST", body });
  expect(answer.status).toBe(200);
  expect(await site.db.$count(alerts)).toBe(0);
  expect(await site.db.$count(outbox)).toBe(0);
});

test("letters go out in the morning by the region's clock, and a missed one the next day", async () => {
  const site = await openTestSite();
  await watch(site.db);
  await publishWatched(site);
  for (const hour of [0, 6.9, 12, 15, 23]) {
    expect(await sendAlertLetters(site, at(hour))).toBe(0);
  }
  expect(await site.db.$count(alertHits)).toBe(1);
  expect(await sendAlertLetters(site, at(7, 2))).toBe(1);
  expect(await site.db.$count(alertHits)).toBe(0);
});

test("there is at most one letter a day, with everything new since the last", async () => {
  const site = await openTestSite();
  await watch(site.db);
  await publishWatched(site, { title: "Casa Um" });
  await publishWatched(site, { title: "Casa Dois" });
  expect(await sendAlertLetters(site, at(8))).toBe(1);
  await publishWatched(site, { title: "Casa Três" });
  expect(await sendAlertLetters(site, at(9))).toBe(0);
  expect(await sendAlertLetters(site, at(8, 1))).toBe(1);
  expect(await sendAlertLetters(site, at(8, 2))).toBe(0);
  const [first, second] = await letters(site);
  expect(first?.subject).toBe("2 casas");
  expect(first?.text).toContain("Casa Um");
  expect(first?.text).toContain("Casa Dois");
  expect(second?.text).toContain("Casa Três");
  expect(second?.text).not.toContain("Casa Um");
});

test("an ad that is taken, dearer or hidden again by the morning is left out", async () => {
  const site = await openTestSite();
  await watch(site.db, { filters: { stay, q: 900 } });
  const taken = await publishWatched(site, { valorDiaria: "800" });
  const dearer = await publishWatched(site, { valorDiaria: "800" });
  const hidden = await publishWatched(site, { valorDiaria: "800" });
  expect(await site.db.$count(alertHits)).toBe(3);
  const nights = nightsOf(stay).map((night) => ({ postId: taken.id, day: night }));
  await site.db.insert(unavailableDays).values(nights);
  await site.db.update(posts).set({ valorDiaria: "901" }).where(eq(posts.id, dearer.id));
  await site.db
    .update(posts)
    .set({ pausedAt: new Date(), pausedBy: "owner" })
    .where(eq(posts.id, hidden.id));
  expect(await sendAlertLetters(site, at(8))).toBe(0);
  expect(await letters(site)).toEqual([]);
  expect(await site.db.$count(alertHits)).toBe(0);
  // No letter, so the day is still free for one.
  await publishWatched(site, { valorDiaria: "800" });
  expect(await sendAlertLetters(site, at(9))).toBe(1);
});

test("two sites at once send each letter once", async () => {
  const site = await openTestSite();
  const other = await openSiteOn(site.databaseUrl);
  for (let n = 0; n < 8; n++) await watch(site.db, { email: `p${n}@example.com` });
  await publishWatched(site);
  const sent = await Promise.all([sendAlertLetters(site, at(8)), sendAlertLetters(other, at(8))]);
  expect(sent[0] + sent[1]).toBe(8);
  const to = (await letters(site)).map((letter) => letter.to);
  expect(new Set(to).size).toBe(8);
  expect(to).toHaveLength(8);
});

test("a letter that can't be queued leaves its news for the next round", async () => {
  const site = await openTestSite();
  await watch(site.db);
  await publishWatched(site);
  await site.owner.execute("alter table outbox rename to outbox_away");
  await expect(sendAlertLetters(site, at(8))).rejects.toThrow();
  await site.owner.execute("alter table outbox_away rename to outbox");
  expect(await site.db.$count(alertHits)).toBe(1);
  expect(await sendAlertLetters(site, at(8))).toBe(1);
});

test("an alert with dates is silent once they have begun", async () => {
  const site = await openTestSite();
  await watch(site.db, { filters: { stay } });
  await publishWatched(site);
  expect(await sendAlertLetters(site, at(8, 41))).toBe(0);
  expect(await sendAlertLetters(site, at(8, 40))).toBe(1);
});

test("an alert without dates ends with a letter that offers to renew, sent once", async () => {
  const site = await openTestSite();
  await watch(site.db, { endsOn: addDays(day, 1) });
  await watch(site.db, { email: "nunca@example.com", isConfirmed: false, endsOn: addDays(day, 1) });
  expect(await sendAlertLetters(site, at(8))).toBe(0);
  expect(await sendAlertLetters(site, at(8, 1))).toBe(1);
  expect(await sendAlertLetters(site, at(8, 2))).toBe(0);
  const [letter] = await letters(site);
  expect(letter?.subject).toBe("Seu aviso no Mar de Minas termina hoje");
  expect(letter?.text).toContain('"Continuar por mais 90 dias"');
});

test("a site that was down when an alert ended says so within a week", async () => {
  const site = await openTestSite();
  await watch(site.db, { endsOn: addDays(day, -7) });
  await watch(site.db, { endsOn: addDays(day, -8), email: "tarde@example.com" });
  expect(await sendAlertLetters(site, at(8))).toBe(1);
  expect((await letters(site)).map(({ to }) => to)).toEqual(["bia@example.com"]);
});

test("a letter names ten ads and counts the others", async () => {
  const site = await openTestSite();
  await watch(site.db, { filters: { localizacao: "Turvo" } });
  for (let n = 0; n < 12; n++) await publish(site, { title: `Casa ${n}`, localizacao: "Turvo" });
  await matchChanges(site.db);
  await sendAlertLetters(site, at(8));
  const [letter] = await letters(site);
  expect(letter?.subject).toBe("12 casas");
  expect(letter?.text.match(/\nCasa \d+\n/g)).toHaveLength(10);
  expect(letter?.text).toContain("E mais 2 casas: ");
  expect(letter?.text).toContain("/search?localizacao=Turvo");
});
