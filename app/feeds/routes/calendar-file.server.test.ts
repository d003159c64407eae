import { eq } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { openTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { deletedPosts, posts } from "../../db/schema.ts";
import { readNights } from "../reading/read-nights.server.ts";

const soon = (days: number) => addDays(today(), days);

async function publishOwn(site: TestSite, overrides: object = {}) {
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site, overrides);
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, id));
  return { id, cookie };
}

function send(site: TestSite, id: string, cookie: string, fields: Record<string, string>) {
  return site.app.request(`/posts/${id}/calendario`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

/** Reads the address from its owner's page. */
async function exportPath(site: TestSite, id: string, cookie: string): Promise<string> {
  const page = await site.app.request(`/posts/${id}/calendario`, { headers: { Cookie: cookie } });
  const path = /<a[^>]*href="[^"]*(\/calendarios\/[^"]+\.ics)"/.exec(await page.text())?.[1];
  if (!path) throw new Error("no address on the page");
  return path;
}

test("the calendar has the nights marked by the owner, and none from feeds", async () => {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.example" });
  const unavailableDays = [soon(3), soon(4), soon(9)];
  const { id, cookie } = await publishOwn(site, { unavailableDays });
  await site.db.insert(feeds).values({
    postId: id,
    nome: "Airbnb",
    endereco: "https://airbnb.example/a.ics",
    nights: `{[${soon(20)},${soon(22)})}`,
  });
  const path = await exportPath(site, id, cookie);
  expect(path).toMatch(/^\/calendarios\/[0-9a-f]{32}\.ics$/);

  const response = await site.app.request(path);
  expect(response.status).toBe(200);
  const headers = Object.fromEntries(response.headers);
  expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(headers["cache-control"]).toBe("private, max-age=300");
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(headers["set-cookie"]).toBeUndefined();
  const text = await response.text();
  expect(text).toContain(`UID:${id}-${soon(3).replaceAll("-", "")}@mardeminas.example`);
  const options = { today: today(), listingId: crypto.randomUUID() };
  expect(readNights(Buffer.from(text), options)).toMatchObject({
    nights: [
      { from: soon(3), to: soon(5) },
      { from: soon(9), to: soon(10) },
    ],
  });
  // The address shown to the owner stays the same.
  expect(await exportPath(site, id, cookie)).toBe(path);
});

test("an unchanged calendar answers 304, and a change shows at once", async () => {
  const site = await openTestSite();
  const { id, cookie } = await publishOwn(site, { unavailableDays: [soon(3)] });
  const path = await exportPath(site, id, cookie);
  const etag = (await site.app.request(path)).headers.get("ETag") ?? "";
  const ask = (method: string, validator: string) =>
    site.app.request(path, { method, headers: { "If-None-Match": validator } });
  for (const validator of [etag, `W/${etag}`]) {
    const unchanged = await ask("GET", validator);
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
  }
  expect((await ask("HEAD", '"other"')).status).toBe(200);
  await send(site, id, cookie, { intent: "noites", marcar: soon(5) });
  const changed = await ask("GET", etag);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain(`DTSTART;VALUE=DATE:${soon(5).replaceAll("-", "")}`);
});

test("'Gerar novo endereço' asks first; then the old address answers 404 at once", async () => {
  const site = await openTestSite();
  const { id, cookie } = await publishOwn(site);
  const old = await exportPath(site, id, cookie);
  const asked = await send(site, id, cookie, { intent: "novo-endereco" });
  expect(await asked.text()).toContain("para de funcionar na hora");
  expect(await exportPath(site, id, cookie)).toBe(old);

  await send(site, id, cookie, { intent: "novo-endereco", confirmado: "sim" });
  const renewed = await exportPath(site, id, cookie);
  expect(renewed).not.toBe(old);
  expect((await site.app.request(old)).status).toBe(404);
  expect((await site.app.request(renewed)).status).toBe(200);
});

test("nobody else reads or renews the address on the owner's page", async () => {
  const site = await openTestSite();
  const { id, cookie } = await publishOwn(site);
  const path = await exportPath(site, id, cookie);
  const stranger = await signIn(site);
  const renew = { intent: "novo-endereco", confirmado: "sim" };
  expect((await send(site, id, stranger.cookie, renew)).status).toBe(404);
  expect((await send(site, id, "", renew)).headers.get("Location")).toMatch(/^\/login/);
  expect(await exportPath(site, id, cookie)).toBe(path);
  expect(await (await site.app.request(`/posts/${id}`)).text()).not.toContain("/calendarios/");
});

test("deleted ads, unknown and malformed addresses all answer the same 404", async () => {
  const site = await openTestSite();
  const { id, cookie } = await publishOwn(site);
  const path = await exportPath(site, id, cookie);
  await site.db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
  const others = ["a".repeat(32), `${"a".repeat(32)}.ics`, "x.ics", id];
  for (const address of [path, ...others.map((name) => `/calendarios/${name}`)]) {
    const response = await site.app.request(address);
    expect([response.status, await response.text()], address).toEqual([
      404,
      "Este calendário não existe mais.",
    ]);
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
  }
});

test("the 61st reading within an hour is refused", async () => {
  const site = await openTestSite();
  const { id, cookie } = await publishOwn(site);
  const path = await exportPath(site, id, cookie);
  for (let n = 0; n < 60; n += 1) expect((await site.app.request(path)).status).toBe(200);
  expect((await site.app.request(path)).status).toBe(429);
});

test("the log names the route, never the address", async () => {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
  const site = await openTestSite({}, log);
  const { id, cookie } = await publishOwn(site);
  const path = await exportPath(site, id, cookie);
  await site.app.request(path);
  await site.app.request(`${path}?x=1`);
  await site.app.request(`${path}.data`);
  expect(lines.join("")).toContain("/calendarios/:arquivo");
  expect(lines.join("")).not.toContain(path.slice("/calendarios/".length, -4));
});
