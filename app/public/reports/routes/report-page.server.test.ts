import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { downloadData } from "../../../../testing/account-pages.ts";
import { publish } from "../../../../testing/caching-site.ts";
import { publishOwnAd } from "../../../../testing/own-ad.ts";
import { openSiteOn, shareTestSite, signIn, type TestSite } from "../../../../testing/site.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { reports, staff } from "../../../platform/db/operation-schema.ts";
import { deletedPosts, posts, rateLimits } from "../../../platform/db/schema.ts";

const env = { SITE_EMAIL: "mar@example.com", SITE_URL: "https://mardeminas.example" };
const sharedSite = shareTestSite(env);
const valid = { motivo: "golpe", detalhes: "Pediu Pix antes.", contato: "37 99999-0000" };

let clients = 0;
/** A network address of its own for each test, because reports are limited by it. */
function newAddress(): string {
  clients += 1;
  return `203.0.113.${clients}`;
}

interface From {
  site?: TestSite;
  cookie?: string;
  address?: string;
}

function send(
  id: string,
  fields: Record<string, string>,
  { site = sharedSite(), cookie = "", address = newAddress() }: From = {},
) {
  const body = new URLSearchParams(fields);
  const init = { method: "POST", headers: { Cookie: cookie }, body };
  const env = { incoming: { socket: { remoteAddress: address } } };
  return site.app.request(`/posts/${id}/denunciar`, init, env);
}

function reportsOf(...ids: string[]) {
  const ofAds = sharedSite().db.select().from(reports).where(inArray(reports.postId, ids));
  return ofAds.orderBy(reports.createdAt);
}

test("a report is stored, thanked for, and announced to the operator", async () => {
  const { app, db } = sharedSite();
  const { id, user } = await publish(sharedSite(), { title: "Rancho da Enseada" });
  const form = await (await app.request(`/posts/${id}/denunciar`)).text();
  expect(form).toContain("Rancho da Enseada");
  for (const motivo of ["golpe", "fotos", "preco", "calendario", "ofensivo", "outro"]) {
    expect(form).toMatch(new RegExp(`type="radio"[^>]*name="motivo"[^>]*value="${motivo}"`));
  }
  expect(form).toContain('content="noindex"');

  const sent = await send(id, valid);
  expect(sent.status).toBe(302);
  const thanks = await app.request(sent.headers.get("Location") ?? "");
  expect(thanks.status).toBe(200);
  expect(await thanks.text()).toContain("Denúncia recebida. Obrigado!");
  const [row] = await reportsOf(id);
  expect(row).toMatchObject({ ...valid, uid: user.uid, title: "Rancho da Enseada" });
  expect(row?.announcedAt).not.toBeNull();
  const mails = (await db.select().from(outbox)).filter((one) => JSON.stringify(one).includes(id));
  expect(mails).toMatchObject([{ content: { kind: "letter", to: "mar@example.com" } }]);
});

test("the reporter's address is stored only as a keyed hash, and an IPv6 /48 is one reporter", async () => {
  const site = sharedSite();
  const other = await openSiteOn(site.databaseUrl, { ...env, AUTH_SECRET: "y".repeat(32) });
  const { id } = await publish(site);
  const [address, neighbour] = [newAddress(), newAddress()];
  await send(id, valid, { address });
  await send(id, valid, { address });
  await send(id, valid, { address: neighbour });
  await send(id, valid, { address, site: other });
  await send(id, valid, { address: "2001:db8:7:1::1" });
  await send(id, valid, { address: "2001:db8:7:2::1" });
  const rows = await reportsOf(id);
  const limits = await site.db.select().from(rateLimits);
  expect(limits.length).toBeGreaterThan(0);
  expect(JSON.stringify([rows, limits])).not.toMatch(/203\.0\.113|2001:db8/);
  const hashes = rows.map(({ addressHash }) => addressHash);
  const [first, again, next, elsewhere, network, sameNetwork] = hashes;
  expect(first).toMatch(/^[\w-]{43}$/);
  expect([again, sameNetwork]).toEqual([first, network]);
  expect(new Set([first, next, elsewhere, network]).size).toBe(4);

  // All its networks together have four times the reports of one.
  const limit = { name: "report-address", points: 10, duration: 3600, isWide: true } as const;
  await site.rateLimits(limit).consume(network ?? "", 38);
  expect((await send(id, valid, { address: "2001:db8:7:3::1" })).status).toBe(429);
  expect((await send(id, valid, { address: "2001:db8:8:3::1" })).status).toBe(302);
});

test("a refused form keeps everything typed and marks the field", async () => {
  const { id } = await publish(sharedSite());
  const answer = await send(id, { ...valid, detalhes: "x".repeat(2001) });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toMatch(/<input[^>]*value="golpe"[^>]*checked|checked[^>]*value="golpe"/);
  expect(html).toContain("x".repeat(2001));
  expect(html).toMatch(/<input[^>]*name="contato"[^>]*value="37 99999-0000"/);
  expect(html).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*aria-describedby="detalhes-error"/);
  expect(await reportsOf(id)).toEqual([]);
});

test("a form with the hidden field filled in is shown again, and can then be sent by a person", async () => {
  const { id } = await publish(sharedSite());
  const filled = { ...valid, assunto: "Maria Aparecida" };
  const answer = await send(id, filled);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Um campo escondido veio preenchido");
  expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*name="pessoa"/);
  expect(html).toContain(valid.detalhes);
  expect(await reportsOf(id)).toEqual([]);
  expect((await send(id, { ...filled, pessoa: "on" })).status).toBe(302);
  expect(await reportsOf(id)).toHaveLength(1);
});

test("after ten reports within an hour, the next keeps its text and gets 429", async () => {
  const { id } = await publish(sharedSite());
  const address = newAddress();
  for (let n = 0; n < 10; n++) expect((await send(id, valid, { address })).status).toBe(302);
  const answer = await send(id, valid, { address });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("Location")).toBeNull();
  const html = await answer.text();
  expect(html).toContain("Muitas tentativas em pouco tempo.");
  expect(html).toContain(valid.detalhes);
  expect(await reportsOf(id)).toHaveLength(10);
});

test("a hidden ad can't be reported: 410 if it is deleted or being deleted, else 404", async () => {
  const { db, app } = sharedSite();
  const { id: paused, set } = await publishOwnAd(sharedSite());
  await set({ pausedAt: new Date(), pausedBy: "owner" });
  const { id: deleted } = await publish(sharedSite());
  const { id: deleting } = await publish(sharedSite());
  for (const id of [deleted, deleting]) {
    await db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
  }
  await db.execute(sql`delete from photos where "postId" = ${deleted}`);
  await db.delete(posts).where(eq(posts.id, deleted));
  for (const [id, status] of [
    [paused, 404],
    [deleted, 410],
    [deleting, 410],
    [crypto.randomUUID(), 404],
    ["x'--", 404],
  ] as const) {
    expect((await app.request(`/posts/${id}/denunciar`)).status).toBe(status);
    expect((await send(id, valid)).status).toBe(status);
  }
  expect(await reportsOf(paused, deleted, deleting)).toEqual([]);
});

test.each([
  ["visitor", 200, 302],
  ["owner", 403, 403],
  ["stranger", 200, 302],
  ["blocked", 200, 302],
  ["operator", 200, 302],
])("%s: %i for opening the form, %i for sending it", async (who, opened, sent) => {
  const site = sharedSite();
  const { id, cookie: ownCookie } = await publishOwnAd(site);
  const other = await signIn(site, who === "blocked" ? { blockedAt: new Date() } : {});
  if (who === "operator") await site.db.insert(staff).values({ userId: other.user.uid });
  const cookie = { visitor: "", owner: ownCookie }[who] ?? other.cookie;
  const page = await site.app.request(`/posts/${id}/denunciar`, { headers: { Cookie: cookie } });
  expect(page.status).toBe(opened);
  if (who === "owner") expect(await page.text()).toContain("Este anúncio é seu");
  expect((await send(id, valid, { cookie })).status).toBe(sent);
  expect(await reportsOf(id)).toHaveLength(who === "owner" ? 0 : 1);
});

test("nothing an owner can read says that their ad was reported, or by whom", async () => {
  const site = sharedSite();
  const owner = await publishOwnAd(site);
  const { id } = owner;
  const { cookie } = await signIn(site, { displayName: "Delatora Discreta" });
  await send(id, { ...valid, detalhes: "Frase da denúncia" }, { cookie });
  for (const path of [`/posts/${id}`, `/posts/edit/${id}`, "/dashboard", "/minha-conta"]) {
    expect(await owner.read(path), path).not.toMatch(/Frase da denúncia|Delatora|37 99999-0000/);
  }
  const archive = await downloadData(site, owner.cookie, owner.password);
  const bytes = Buffer.from(await archive.arrayBuffer()).toString();
  expect(bytes).toContain("dados.json");
  expect(bytes).not.toMatch(/denúncia|Delatora|37 99999-0000|golpe/);
});
