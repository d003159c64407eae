import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { posts, unavailableDays } from "../../db/schema.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();

const day = today();
const soon = (days: number) => addDays(day, days);

async function publish(site: TestSite) {
  const owner = await signIn(site);
  const photo = await createWaitingPhoto(site, owner.user.uid);
  const input = listingInput({ unavailableDays: [] });
  const published = await createListing(site.db, owner.user.uid, input, [photo]);
  if (!published.ok) throw new Error(published.message);
  return { ...owner, id: published.id };
}

function post(path: string, cookie: string, fields: Record<string, string>) {
  return sharedSite().app.request(path, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

function change(id: string, cookie: string, marcar: string[], liberar: string[] = []) {
  const fields = { marcar: marcar.join(","), liberar: liberar.join(",") };
  return post(`/posts/${id}/calendario/noites`, cookie, fields);
}

async function nightsOf(id: string): Promise<string[]> {
  const rows = await sharedSite()
    .db.select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, id))
    .orderBy(unavailableDays.day);
  return rows.map((row) => row.day);
}

async function postRow(id: string) {
  const [row] = await sharedSite().db.select().from(posts).where(eq(posts.id, id));
  if (!row) throw new Error("the listing is gone");
  return row;
}

test("marks and frees only the nights named, so that changes of two devices add up", async () => {
  const { id, cookie } = await publish(sharedSite());
  await Promise.all([change(id, cookie, [soon(3), soon(4)]), change(id, cookie, [soon(9)])]);
  expect(await nightsOf(id)).toEqual([soon(3), soon(4), soon(9)]);
  const response = await change(id, cookie, [soon(5)], [soon(4)]);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    nights: [soon(3), soon(5), soon(9)],
    skipped: [],
    told: 0,
  });
});

test("repeating a change does nothing", async () => {
  const { id, cookie } = await publish(sharedSite());
  await change(id, cookie, [soon(3)]);
  const before = await postRow(id);
  expect(before.datesUpdatedAt).not.toBeNull();
  expect((await change(id, cookie, [soon(3)], [soon(4)])).status).toBe(200);
  expect(await postRow(id)).toEqual(before);
});

test("past nights, nights too far ahead and nights of feeds stay as they are", async () => {
  const { id, cookie } = await publish(sharedSite());
  await sharedSite()
    .db.insert(feeds)
    .values({
      postId: id,
      nome: "Airbnb",
      endereco: "https://example.com/a.ics",
      nights: `{[${soon(10)},${soon(12)})}`,
    });
  const skipped = [soon(-1), soon(10), soon(800)];
  const response = await change(id, cookie, [soon(2), ...skipped]);
  expect(await response.json()).toEqual({ nights: [soon(2)], skipped, told: 0 });
  expect(await nightsOf(id)).toEqual([soon(2)]);
});

test("the page shows the owner's nights, and those of feeds disabled with their source", async () => {
  const { id, cookie } = await publish(sharedSite());
  await change(id, cookie, [soon(2)]);
  await sharedSite()
    .db.insert(feeds)
    .values({
      postId: id,
      nome: "Airbnb",
      endereco: "https://example.com/secret.ics",
      nights: `{[${soon(10)},${soon(11)})}`,
    });
  const response = await sharedSite().app.request(`/posts/${id}/calendario`, {
    headers: { Cookie: cookie },
  });
  const html = await response.text();
  const button = (night: string) =>
    html.match(new RegExp(`<button[^>]*data-dia="${night}"[^>]*>`))?.[0];
  expect(button(soon(2))).toContain('aria-pressed="true"');
  expect(button(soon(3))).toContain('aria-pressed="false"');
  expect(button(soon(10))).toContain('data-fonte="Airbnb"');
  expect(button(soon(10))).toMatch(/\sdisabled(=""|\s|>)/);
  expect(button(soon(-1))).toBeUndefined();
});

test("works without script: a day's button marks it, and 'Desfazer' frees it again", async () => {
  const { id, cookie } = await publish(sharedSite());
  const path = `/posts/${id}/calendario`;
  const marked = await post(path, cookie, { intent: "noites", marcar: soon(3) });
  expect(marked.status).toBe(200);
  expect(await nightsOf(id)).toEqual([soon(3)]);
  const html = await marked.text();
  expect(html).toContain("Desfazer");
  expect(html).toMatch(new RegExp(`name="liberar"[^>]*value="${soon(3)}"`));
  await post(path, cookie, { intent: "noites", liberar: soon(3) });
  expect(await nightsOf(id)).toEqual([]);
});

test("'Está em dia' confirms the calendar and changes nothing else", async () => {
  const { id, cookie } = await publish(sharedSite());
  const headers = { Cookie: cookie };
  // The first visit creates the address that other sites read.
  await sharedSite().app.request(`/posts/${id}/calendario`, { headers });
  const { datesConfirmedAt: _, ...before } = await postRow(id);
  const response = await post(`/posts/${id}/calendario`, cookie, { intent: "confirmar" });
  expect(await response.text()).toContain("Em dia desde hoje");
  const { datesConfirmedAt, ...after } = await postRow(id);
  expect(after).toEqual(before);
  expect(Date.now() - (datesConfirmedAt?.getTime() ?? 0)).toBeLessThan(60_000);
});

test.each(["", "amanhã", "2026-02-30", "2026-12-11,x"])(
  "refuses %o as nights, and changes nothing",
  async (text) => {
    const { id, cookie } = await publish(sharedSite());
    const response = await post(`/posts/${id}/calendario/noites`, cookie, { marcar: text });
    expect(response.status).toBe(400);
    const page = await post(`/posts/${id}/calendario`, cookie, { intent: "noites", marcar: text });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("Essas datas não estão no calendário.");
    expect(await nightsOf(id)).toEqual([]);
  },
);

test("refuses to mark and free the same night", async () => {
  const { id, cookie } = await publish(sharedSite());
  expect((await change(id, cookie, [soon(3)], [soon(3)])).status).toBe(400);
  expect(await nightsOf(id)).toEqual([]);
});

const requests = [
  ["GET", "", {}],
  ["POST", "", { intent: "noites", marcar: soon(3) }],
  ["POST", "", { intent: "confirmar" }],
  ["POST", "/noites", { marcar: soon(3) }],
] as const;

test.each(requests)("only the owner may %s calendario%s %o", async (method, path, fields) => {
  const site = sharedSite();
  const { id } = await publish(site);
  const stranger = await signIn(site);
  const before = await postRow(id);
  const ask = (listing: string, cookie: string) =>
    site.app.request(`/posts/${listing}/calendario${path}`, {
      method,
      headers: { Cookie: cookie },
      body: method === "POST" ? new URLSearchParams(fields) : undefined,
    });
  const visitor = await ask(id, "");
  expect(visitor.status).toBe(302);
  expect(visitor.headers.get("Location")).toMatch(/^\/login/);
  for (const listing of [id, crypto.randomUUID(), "x'; drop table posts"]) {
    const response = await ask(encodeURIComponent(listing), stranger.cookie);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Erro ao carregar o post!");
  }
  expect(await postRow(id)).toEqual(before);
  expect(await nightsOf(id)).toEqual([]);
});

test("the dashboard leads to the calendar in one tap", async () => {
  const { id, cookie } = await publish(sharedSite());
  const html = await (
    await sharedSite().app.request("/dashboard", { headers: { Cookie: cookie } })
  ).text();
  expect(html).toMatch(new RegExp(`<a[^>]*href="/posts/${id}/calendario"[^>]*>.*?Calendário</a>`));
});
