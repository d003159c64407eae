import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { hitsOf, comingStay as stay, watch } from "../../testing/alerts.ts";
import { publish } from "../../testing/caching-site.ts";
import { lettersTo, newAddress } from "../../testing/questions.ts";
import { shareTestSite } from "../../testing/site.ts";
import { addDays, noonOf, today } from "../calendar/civil-date.ts";
import { nightsOf } from "../calendar/stays.ts";
import { alerts } from "../db/alert-schema.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { sendAlertLetters } from "./alert-letters.server.ts";
import { matchChanges } from "./alert-matches.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });
const day = today();

// Alerts of other tests would be told of this one's ads.
beforeEach(async () => {
  await sharedSite().db.delete(alerts);
});

/** So many hours after midnight in the region. */
function at(hour: number, date = day): Date {
  return new Date(noonOf(date).getTime() + (hour - 12) * 3_600_000);
}

async function publishWatched(fields: object = {}) {
  const published = await publish(sharedSite(), fields);
  await matchChanges(sharedSite().db);
  return published;
}

/** Someone who waits for ads; `letters` are those they got. */
async function wait(alert: Parameters<typeof watch>[1] = {}) {
  const email = newAddress();
  const id = await watch(sharedSite().db, { email, ...alert });
  return { id, letters: () => lettersTo(sharedSite(), email) };
}

test("the letter says what is free, and its address for mail programs stops the alert with one click", async () => {
  const site = sharedSite();
  const { id: alertId, letters } = await wait({ filters: { stay, pessoas: 10 } });
  const { id } = await publishWatched({ valorFds: "1000", valorDiaria: "500" });
  await sendAlertLetters(site, at(8));
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter?.text).toMatch(/R\$\u00a0[\d.]+ por 5 noites, estimativa/);
  const inquiry = `entrada=${stay.checkIn}&saida=${stay.checkOut}&pessoas=10`;
  expect(letter?.text).toContain(`https://mardeminas.example/posts/${id}?${inquiry}`);

  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const path = new URL(letter?.unsubscribe ?? "").pathname;
  expect((await site.app.request(path, { method: "POST", body })).status).toBe(200);
  expect(await site.db.$count(alerts, eq(alerts.id, alertId))).toBe(0);
  expect(await letters()).toEqual([]);
});

test("letters go out in the region's morning, at most one a day, with everything new since the last", async () => {
  const site = sharedSite();
  const { letters } = await wait();
  await publishWatched({ title: "Casa Um" });
  await publishWatched({ title: "Casa Dois" });
  for (const hour of [0, 6.9, 12, 15, 23]) await sendAlertLetters(site, at(hour));
  expect(await letters()).toEqual([]);
  // Two sites run at once. If both miss a morning, the letter goes out the next day.
  const next = addDays(day, 1);
  await Promise.all([7, 7].map((hour) => sendAlertLetters(site, at(hour, next))));
  expect(await letters()).toHaveLength(1);
  await publishWatched({ title: "Casa Três" });
  await sendAlertLetters(site, at(9, next));
  expect(await letters()).toHaveLength(1);
  for (const days of [2, 3]) await sendAlertLetters(site, at(8, addDays(day, days)));
  const [first, second, ...others] = await letters();
  expect(others).toEqual([]);
  expect(first?.subject).toBe("2 casas");
  expect(second?.text).toContain("Casa Três");
  expect(second?.text).not.toContain("Casa Um");
});

test("an ad that is taken, dearer or hidden again by the morning is left out", async () => {
  const site = sharedSite();
  const { letters } = await wait({ filters: { stay, q: 900 } });
  const taken = await publishWatched({ valorDiaria: "800" });
  const dearer = await publishWatched({ valorDiaria: "800" });
  const hidden = await publishWatched({ valorDiaria: "800" });
  const nights = nightsOf(stay).map((night) => ({ postId: taken.id, day: night }));
  await site.db.insert(unavailableDays).values(nights);
  const change = (id: string, values: Partial<typeof posts.$inferInsert>) =>
    site.db.update(posts).set(values).where(eq(posts.id, id));
  await change(dearer.id, { valorDiaria: "901" });
  await change(hidden.id, { pausedAt: new Date(), pausedBy: "owner" });
  await sendAlertLetters(site, at(8));
  expect(await letters()).toEqual([]);
  for (const { id } of [taken, dearer, hidden]) expect(await hitsOf(site.db, id)).toEqual([]);
  // No letter, so the day is still free for one.
  await publishWatched({ valorDiaria: "800" });
  await sendAlertLetters(site, at(9));
  expect(await letters()).toHaveLength(1);
});

test("a letter that can't be queued leaves its news for the next round", async () => {
  const site = sharedSite();
  const { letters } = await wait();
  const { id } = await publishWatched();
  await site.owner.execute("alter table outbox rename to outbox_away");
  try {
    await expect(sendAlertLetters(site, at(8))).rejects.toThrow();
  } finally {
    await site.owner.execute("alter table outbox_away rename to outbox");
  }
  expect(await hitsOf(site.db, id)).toHaveLength(1);
  await sendAlertLetters(site, at(8));
  expect(await letters()).toHaveLength(1);
});

test("an alert with dates is silent once they have begun", async () => {
  const { letters } = await wait({ filters: { stay } });
  await publishWatched();
  await sendAlertLetters(sharedSite(), at(8, addDays(stay.checkIn, 1)));
  expect(await letters()).toEqual([]);
  await sendAlertLetters(sharedSite(), at(8, stay.checkIn));
  expect(await letters()).toHaveLength(1);
});

test("an alert without dates is silent after its last day", async () => {
  const { letters } = await wait({ endsOn: day });
  await publishWatched();
  await sendAlertLetters(sharedSite(), at(8, addDays(day, 1)));
  expect(await letters()).toEqual([]);
  await sendAlertLetters(sharedSite(), at(8));
  expect(await letters()).toHaveLength(1);
});
