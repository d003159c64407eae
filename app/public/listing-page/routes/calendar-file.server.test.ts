import { expect, test } from "vitest";
import { type OwnAd, publishOwnAd } from "../../../../testing/own-ad.ts";
import { shareTestSite } from "../../../../testing/site.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";
import { readNights } from "../../../domain/feeds/reading/read-nights.server.ts";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import { deletedPosts } from "../../../platform/db/schema.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });
const soon = (days: number) => addDays(today(), days);

const publishOwn = (fields: object = {}) => publishOwnAd(sharedSite(), fields);

const send = (ad: OwnAd, form: Record<string, string>) =>
  ad.post(`/posts/${ad.id}/calendario`, form);

/** Reads the address from its owner's page. */
async function exportPath({ id, read }: OwnAd): Promise<string> {
  const page = await read(`/posts/${id}/calendario`);
  const path = /<a[^>]*href="[^"]*(\/calendarios\/[^"]+\.ics)"/.exec(page)?.[1];
  if (!path) throw new Error("no address on the page");
  return path;
}

test("the calendar has the nights marked by the owner, and none from feeds", async () => {
  const site = sharedSite();
  const owner = await publishOwn({ unavailableDays: [soon(3), soon(4), soon(9)] });
  await site.db.insert(feeds).values({
    postId: owner.id,
    nome: "Airbnb",
    endereco: "https://airbnb.example/a.ics",
    nights: `{[${soon(20)},${soon(22)})}`,
  });
  const path = await exportPath(owner);
  expect(path).toMatch(/^\/calendarios\/[0-9a-f]{32}\.ics$/);

  const response = await site.app.request(path);
  expect(response.status).toBe(200);
  const headers = Object.fromEntries(response.headers);
  expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(headers["cache-control"]).toBe("private, max-age=300");
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(headers["set-cookie"]).toBeUndefined();
  const text = await response.text();
  expect(text).toContain(`UID:${owner.id}-${soon(3).replaceAll("-", "")}@mardeminas.example`);
  const options = { today: today(), listingId: crypto.randomUUID() };
  expect(readNights(Buffer.from(text), options)).toMatchObject({
    nights: [
      { from: soon(3), to: soon(5) },
      { from: soon(9), to: soon(10) },
    ],
  });
  // The address shown to the owner stays the same, and nobody else sees it.
  expect(await exportPath(owner)).toBe(path);
  const ad = await site.app.request(`/posts/${owner.id}`);
  expect(await ad.text()).not.toContain("/calendarios/");
});

test("an unchanged calendar answers 304, and a change shows at once", async () => {
  const owner = await publishOwn({ unavailableDays: [soon(3)] });
  const path = await exportPath(owner);
  const etag = (await sharedSite().app.request(path)).headers.get("ETag") ?? "";
  const ask = (method: string, validator: string) =>
    sharedSite().app.request(path, { method, headers: { "If-None-Match": validator } });
  for (const validator of [etag, `W/${etag}`]) {
    const unchanged = await ask("GET", validator);
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
  }
  expect((await ask("HEAD", '"other"')).status).toBe(200);
  await send(owner, { intent: "noites", marcar: soon(5) });
  const changed = await ask("GET", etag);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain(`DTSTART;VALUE=DATE:${soon(5).replaceAll("-", "")}`);
});

test("old addresses, those of deleted ads, unknown and malformed ones all answer the same 404", async () => {
  const site = sharedSite();
  const [owner, deleted] = [await publishOwn(), await publishOwn()];
  const old = await exportPath(owner);
  await send(owner, { intent: "novo-endereco" });
  expect(await exportPath(owner)).toBe(old);
  await send(owner, { intent: "novo-endereco", confirmado: "sim" });
  expect((await site.app.request(await exportPath(owner))).status).toBe(200);

  const gone = await exportPath(deleted);
  await site.db.insert(deletedPosts).values({ id: deleted.id, localizacao: "Turvo" });
  const others = ["a".repeat(32), `${"a".repeat(32)}.ics`, "x.ics", owner.id];
  for (const address of [old, gone, ...others.map((name) => `/calendarios/${name}`)]) {
    const response = await site.app.request(address);
    const answer = [response.status, await response.text()];
    expect(answer, address).toEqual([404, "Este calendário não existe mais."]);
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
  }
});

test("the 61st reading within an hour is refused", async () => {
  const path = await exportPath(await publishOwn());
  const readings = Array.from({ length: 61 }, () => sharedSite().rawRequest(path));
  const statuses = (await Promise.all(readings)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(60).fill(200), 429]);
});
