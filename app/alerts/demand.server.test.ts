import { expect, test } from "vitest";
import { comingStay as stay, watch } from "../../testing/alerts.ts";
import { publish } from "../../testing/caching-site.ts";
import { createUser, openTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { addDays } from "../calendar/civil-date.ts";
import { nightsOf } from "../calendar/stays.ts";
import { posts, unavailableDays } from "../db/schema.ts";
import { changeNights } from "../owner/calendar/nights.server.ts";
import { countWaiting } from "./demand.server.ts";

const nights = nightsOf(stay);

async function publishTaken(site: TestSite, fields: object = {}) {
  const published = await publish(site, fields);
  await site.db
    .insert(unavailableDays)
    .values(nights.map((day) => ({ postId: published.id, day })));
  return published;
}

test("people who wait for taken nights are counted once, whatever else they watch", async () => {
  const site = await openTestSite();
  const { user, id } = await publishTaken(site, {
    localizacao: "Turvo",
    valorFds: "1000",
    valorDiaria: "500",
  });
  await watch(site.db, { filters: { stay } });
  await watch(site.db, { filters: { stay, localizacao: "Turvo" } });
  await watch(site.db, { email: "quem-espera@example.com", filters: { stay, q: 500 } });
  await watch(site.db, { email: "c@example.com", filters: { stay, total: 9000 } });
  await watch(site.db, { email: "caro@example.com", filters: { stay, q: 499 } });
  await watch(site.db, { email: "barato@example.com", filters: { stay, total: 100 } });
  await watch(site.db, { email: "longe@example.com", filters: { stay, localizacao: "Dique" } });
  await watch(site.db, { email: "sem-data@example.com" });
  const later = { checkIn: stay.checkOut, checkOut: addDays(stay.checkOut, 2) };
  await watch(site.db, { email: "livre@example.com", filters: { stay: later } });
  await watch(site.db, { email: "mudo@example.com", filters: { stay }, isConfirmed: false });
  expect(await countWaiting(site.db, { uid: user.uid })).toBe(3);
  expect(await countWaiting(site.db, { uid: user.uid, postId: id })).toBe(3);
  const other = await createUser(site);
  expect(await countWaiting(site.db, { uid: other.uid, postId: id })).toBe(0);
});

test("a hidden ad has nobody waiting", async () => {
  const site = await openTestSite();
  const { user } = await publishTaken(site);
  await watch(site.db, { filters: { stay } });
  await site.db.update(posts).set({ pausedAt: new Date(), pausedBy: "owner" });
  expect(await countWaiting(site.db, { uid: user.uid })).toBe(0);
});

test("the dashboard and the calendar count those who wait, and freeing their nights says that they will be told", async () => {
  const site = await openTestSite();
  const { user, cookie } = await signIn(site);
  const { id } = await publishTaken(site);
  await site.db.update(posts).set({ uid: user.uid });
  const see = async (path: string) =>
    (await site.app.request(path, { headers: { cookie } })).text();
  const calendar = `/posts/${id}/calendario`;
  expect(await see("/dashboard")).not.toContain("por datas suas que estão ocupadas");
  await watch(site.db, { filters: { stay } });
  await watch(site.db, { filters: { stay }, email: "quem-espera@example.com" });
  for (const path of ["/dashboard", calendar]) {
    const page = await see(path);
    expect(page).toContain("2 pessoas esperam por datas suas que estão ocupadas.");
    expect(page).not.toContain("quem-espera@example.com");
  }
  const body = new URLSearchParams({ intent: "noites", liberar: nights.join(",") });
  const answer = await site.app.request(calendar, { method: "POST", body, headers: { cookie } });
  expect(await answer.text()).toContain("Vamos avisar 2 pessoas que esperavam por estas noites");
});

test("freeing some of the nights tells nobody yet", async () => {
  const site = await openTestSite();
  const { user, id } = await publishTaken(site);
  await watch(site.db, { filters: { stay } });
  const some = await changeNights(site.db, user.uid, id, { mark: [], free: nights.slice(1) });
  expect(some).toMatchObject({ ok: true, told: 0 });
  const rest = await changeNights(site.db, user.uid, id, { mark: [], free: nights.slice(0, 1) });
  expect(rest).toMatchObject({ ok: true, told: 1 });
});
