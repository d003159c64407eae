import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish, renders, see } from "../../../testing/caching-site.ts";
import { publishOwnAd } from "../../../testing/own-ad.ts";
import { patience } from "../../../testing/patience.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { staff } from "../../db/operation-schema.ts";
import { users } from "../../db/schema.ts";
import type { PausedBy } from "../../visibility/pause.ts";

const sharedSite = shareTestSite();
const search = `/search?entrada=${addDays(today(), 60)}&saida=${addDays(today(), 62)}`;

async function publishPaused(pausedBy: PausedBy, fields: object = {}) {
  const ad = await publishOwnAd(sharedSite(), fields);
  const pauseReason = pausedBy === "operator" ? "As fotos são de outra casa" : null;
  await ad.set({ pausedBy, pausedAt: new Date(), pauseReason });
  return ad;
}

function send(cookie: string, fields: Record<string, string>) {
  return postForm(sharedSite(), "/dashboard", fields, cookie);
}

const visit = async (path: string) => sharedSite().app.request(path);

test("its owner pauses an ad and shows it again without script, on every kept page", async () => {
  const site = sharedSite();
  const { id, post, read, row } = await publishOwnAd(site, { title: "Rancho que Some" });
  const paths = [search, "/search?localizacao=Escarpas+do+Lago", "/", `/posts/${id}`];
  const isThere = async (path: string) => (await see(site, path)).includes("Rancho que Some");
  for (const path of paths) {
    await vi.waitUntil(async () => {
      const before = renders(site);
      return (await isThere(path)) && renders(site) === before;
    }, patience);
  }

  const paused = await post("/dashboard", { intent: "pausar", id });
  expect(paused.headers.get("Location")).toBe(`/dashboard#anuncio-${id}`);
  const html = await read("/dashboard");
  expect(html).toContain("Voltar a mostrar");
  expect(html).not.toContain("Pausar anúncio");
  expect(await row()).toMatchObject({ pausedBy: "owner" });
  for (const path of paths) expect(await isThere(path), path).toBe(false);
  expect((await visit(`/posts/${id}`)).status).toBe(404);

  const shown = await post("/dashboard", { intent: "mostrar", id });
  expect(shown.headers.get("Location")).toBe(`/dashboard#anuncio-${id}`);
  expect(await read("/dashboard")).toContain("Pausar anúncio");
  expect(await row()).toMatchObject({ pausedAt: null, pausedBy: null });
  for (const path of paths) expect(await isThere(path), path).toBe(true);
});

test.each([
  ["operator", "Motivo: As fotos são de outra casa.", true],
  ["plan", "O plano terminou e o anúncio saiu do ar.", false],
  ["block", "Sua conta está bloqueada", true],
] as const)(
  "an ad paused by '%s' says why above the list, and its owner can't show it",
  async (pausedBy, says, hasContact) => {
    const { id, post, read, row } = await publishPaused(pausedBy);
    const before = await row();
    const html = await read("/dashboard");
    const reasons =
      /<section[^>]*aria-label="Anúncios em pausa".*?<\/section>/s.exec(html)?.[0] ?? "";
    expect(reasons).toContain(says);
    expect(html.indexOf(reasons)).toBeLessThan(html.indexOf("data-visitas"));
    // The plan's card, further down, explains how to renew.
    expect(reasons.includes(`href="/contato?anuncio=${id}"`)).toBe(hasContact);
    expect(html).not.toContain("Voltar a mostrar");
    expect((await post("/dashboard", { intent: "mostrar", id })).status).toBe(409);
    expect(await row()).toEqual(before);
  },
);

test.each(["pausar", "mostrar"])("only the owner may '%s'", async (intent) => {
  const site = sharedSite();
  const ad = intent === "pausar" ? await publishOwnAd(site) : await publishPaused("owner");
  const before = await ad.row();
  const [stranger, operator] = [await signIn(site), await signIn(site)];
  await site.db.insert(staff).values({ userId: operator.user.uid });
  expect((await send("", { intent, id: ad.id })).headers.get("Location")).toBe("/login");
  for (const { cookie } of [stranger, operator]) {
    for (const id of [ad.id, crypto.randomUUID(), "x"]) {
      expect((await send(cookie, { intent, id })).status).toBe(404);
    }
  }
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, ad.uid));
  expect((await send(ad.cookie, { intent, id: ad.id })).headers.get("Location")).toBe("/login");
  expect(await ad.row()).toEqual(before);
});

test("it answers visitors 404 with others nearby, and its owner with a note, never from the cache", async () => {
  const site = sharedSite();
  const place = { localizacao: "Guapé" };
  const { id, get } = await publishPaused("owner", { ...place, title: "Rancho em Pausa" });
  const near = await publish(site, { ...place, title: "Casa Vizinha" });
  const stranger = await publishOwnAd(site);
  // Others nearby are those that the latest search knew.
  await see(site, search);
  for (const ask of [visit, stranger.get]) {
    const answer = await ask(`/posts/${id}`);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain(`/posts/${near.id}`);
    expect(html).not.toMatch(/Rancho em Pausa|data-count/);
    expect((await ask(`/posts/${id}.data`)).status).toBe(404);
  }
  for (let times = 0; times < 2; times++) {
    const own = await get(`/posts/${id}`);
    expect(own.status).toBe(200);
    expect(own.headers.get("Cache-Control")).toContain("private");
    const html = await own.text();
    expect(html).toContain("só você vê esta página");
    expect(html).toContain('content="noindex');
    expect(html).not.toContain('data-count="visita');
    expect((await visit(`/posts/${id}`)).status).toBe(404);
  }
});

test("its calendar, the export of it and the confirmation link keep working", async () => {
  const site = sharedSite();
  const { id, get, read, row } = await publishPaused("owner");
  const [ics = ""] = /\/calendarios\/[\w-]+\.ics/.exec(await read(`/posts/${id}/calendario`)) ?? [];
  expect((await visit(ics)).status).toBe(200);
  expect((await get(`/posts/edit/${id}`)).status).toBe(200);
  const link = `/calendario-em-dia/${await site.signedLinks.sign(site.db, "confirm", id)}`;
  expect((await postForm(site, link, {})).status).toBe(200);
  expect((await row()).datesConfirmedAt).not.toBeNull();
});
