import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openCachingSite, publish, renders, see } from "../../../testing/caching-site.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { patience } from "../../../testing/patience.ts";
import {
  openSiteOn,
  openTestSite,
  shareTestSite,
  signIn,
  type TestSite,
} from "../../../testing/site.ts";
import { addDays, formatCivilDate, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { staff, visits } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";

const sharedSite = shareTestSite();

async function publishOwn(site: TestSite, overrides: object = {}) {
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site, overrides);
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, id));
  await site.db.update(users).set({ postsCriados: 1 }).where(eq(users.id, user.uid));
  return { user, cookie, id };
}

function send(site: TestSite, cookie: string, fields: Record<string, string>) {
  return site.app.request("/dashboard", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: cookie },
  });
}

async function dashboard(site: TestSite, cookie: string): Promise<string> {
  return (await site.app.request("/dashboard", { headers: { Cookie: cookie } })).text();
}

const rowOf = async (site: TestSite, id: string) =>
  (await site.db.select().from(posts).where(eq(posts.id, id)))[0];

async function pauseAs(
  site: TestSite,
  id: string,
  pausedBy: "owner" | "operator" | "plan" | "block",
) {
  const pauseReason = pausedBy === "operator" ? "As fotos são de outra casa" : null;
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy, pauseReason })
    .where(eq(posts.id, id));
}

test("an ad shows its last 30 days against the 30 before, in sums and by week", async () => {
  const site = sharedSite();
  const { id, cookie } = await publishOwn(site);
  await site.db
    .update(posts)
    .set({ createdAt: sql`now() - interval '90 days'` })
    .where(eq(posts.id, id));
  const day = (ago: number) => addDays(today(), -ago);
  const rows = [
    [0, "visita", 3],
    [29, "visita", 40],
    [30, "visita", 50],
    [59, "visita", 1],
    [60, "visita", 900],
    [0, "whatsapp", 2],
    [12, "telefone", 1],
    [40, "whatsapp", 2],
    [1, "busca", 77],
    [1, "guardado", 5],
  ] as const;
  await site.db
    .insert(visits)
    .values(rows.map(([ago, kind, n]) => ({ postId: id, day: day(ago), kind, n })));
  const html = await dashboard(site, cookie);
  expect(html).toContain('data-visitas="43"');
  expect(html).toContain('data-contatos="3"');
  const text = html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  expect(text).toContain("Visualizações 43 −8 que antes");
  expect(text).toContain("WhatsApp 2 igual a antes");
  expect(text).toContain("Telefone 1 +1 que antes");
  expect(text).toContain("hóspedes tocaram no seu contato 3 vezes");
  expect(html.match(/<tr>/g)).toHaveLength(6);
  expect(html).toMatch(
    /role="img" aria-label="Visualizações por dia[^"]*O melhor dia foi [^"]*, com 40\."/,
  );
});

test("an ad without visits says so instead of drawing a chart", async () => {
  const site = sharedSite();
  const { cookie } = await publishOwn(site);
  const html = await dashboard(site, cookie);
  expect(html).toContain('data-visitas="0"');
  expect(html).toContain('data-contatos="0"');
  expect(html).toContain("O anúncio acabou de chegar");
  expect(html).not.toContain("Ver em números");
});

test("an ad shows its publication date, number of photos and the age of its calendar", async () => {
  const site = sharedSite();
  const { id, cookie } = await publishOwn(site);
  await site.db
    .update(posts)
    .set({
      createdAt: new Date("2026-03-11T12:00:00Z"),
      datesUpdatedAt: sql`now() - interval '43 days'`,
    })
    .where(eq(posts.id, id));
  const html = (await dashboard(site, cookie)).replace(/<!-- -->/g, "");
  expect(html).toContain("Publicado em 11/03/2026, 1 foto");
  expect(html).toContain("No ar, calendário de 43 dias atrás");
  expect(html).toContain("Está em dia");
  expect(html).toContain(`action="/posts/${id}/calendario"`);
});

test("publishing confirms an ad's calendar, on every page that says how old it is", async () => {
  const site = await openTestSite();
  const { id, cookie } = await publishOwn(site, { title: "Rancho Novo", unavailableDays: [] });
  const read = async (path: string) => {
    const answer = await site.app.request(path, { headers: { Cookie: cookie } });
    return (await answer.text()).replaceAll("<!-- -->", "");
  };
  const { checkIn, checkOut } = findOrdinaryStay(60, 2);
  const dates = `entrada=${checkIn}&saida=${checkOut}`;
  const search = await read(`/search?${dates}`);
  expect(search).toContain("Rancho Novo");
  expect(search).not.toContain("Pergunte as datas");
  const ad = await read(`/posts/${id}?${dates}`);
  expect(ad).toContain(`Calendário atualizado em ${formatCivilDate(today())}`);
  expect(ad).not.toContain("pergunte as datas");
  expect(await read(`/posts/${id}/calendario`)).toContain("Última mudança hoje.");
  expect(await read("/dashboard")).toContain("No ar, calendário de hoje");

  const monthOld = { createdAt: sql`now() - interval '30 days'` };
  await site.db.update(posts).set(monthOld).where(eq(posts.id, id));
  expect(await read(`/search?${dates}`)).toContain("Pergunte as datas");
  expect(await read(`/posts/${id}?${dates}`)).toContain("Calendário de 30 dias atrás");
  expect(await read(`/posts/${id}/calendario`)).toContain("Última mudança há 30 dias.");
  expect(await read("/dashboard")).toContain("No ar, calendário de 30 dias atrás");

  const feed = { nome: "Airbnb", endereco: "https://example.com/a.ics", goodAt: sql`now()` };
  await site.db.insert(feeds).values({ postId: id, ...feed });
  expect(await read(`/posts/${id}?${dates}`)).not.toContain("pergunte as datas");
  expect(await read("/dashboard")).toContain("No ar, calendário de hoje");
});

test("the number of ads stands above them where there are several", async () => {
  const site = sharedSite();
  const { user, cookie } = await publishOwn(site);
  const order = ", do anúncio mais novo ao mais antigo";
  const read = async () => (await dashboard(site, cookie)).replaceAll("<!-- -->", "");
  const { id } = await publish(site);
  expect(await read()).not.toContain(order);
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, id));
  expect(await read()).toContain(`>2 casas${order}`);
});

test("the owner pauses an ad and shows it again without script; it keeps counting against the quota", async () => {
  const site = sharedSite();
  const { id, user, cookie } = await publishOwn(site);
  const paused = await send(site, cookie, { intent: "pausar", id });
  expect(paused.status).toBe(200);
  const html = await paused.text();
  expect(html).toContain("Anúncio em pausa: ninguém mais o vê.");
  expect(html).toContain("Em pausa desde");
  expect(html).toContain("Voltar a mostrar");
  expect(html).not.toContain("Pausar anúncio");
  expect(await rowOf(site, id)).toMatchObject({ pausedBy: "owner" });
  const [owner] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(owner?.postsCriados).toBe(1);
  const shown = await (await send(site, cookie, { intent: "mostrar", id })).text();
  expect(shown).toContain("O anúncio está no ar de novo.");
  expect(shown).toContain("Pausar anúncio");
  expect(await rowOf(site, id)).toMatchObject({ pausedAt: null, pausedBy: null });
});

test.each([
  { pausedBy: "operator" as const, says: "Motivo: As fotos são de outra casa." },
  { pausedBy: "plan" as const, says: "quando você renovar o plano" },
  { pausedBy: "block" as const, says: "Sua conta está bloqueada" },
])(
  "an ad paused by '$pausedBy' says why, and its owner can't show it",
  async ({ pausedBy, says }) => {
    const site = sharedSite();
    const { id, cookie } = await publishOwn(site);
    await pauseAs(site, id, pausedBy);
    const before = await rowOf(site, id);
    const html = await dashboard(site, cookie);
    expect(html).toContain(says);
    expect(html).not.toContain("Voltar a mostrar");
    const refused = await send(site, cookie, { intent: "mostrar", id });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(says);
    expect(await rowOf(site, id)).toEqual(before);
  },
);

test.each(["pausar", "mostrar"])("only the owner may '%s'", async (name) => {
  const site = sharedSite();
  const { id, user, cookie } = await publishOwn(site);
  if (name === "mostrar") await pauseAs(site, id, "owner");
  const before = await rowOf(site, id);
  const [stranger, operator] = [await signIn(site), await signIn(site)];
  await site.db.insert(staff).values({ userId: operator.user.uid });
  expect((await send(site, "", { intent: name, id })).headers.get("Location")).toBe("/login");
  for (const other of [stranger, operator]) {
    for (const asked of [id, crypto.randomUUID(), "x"]) {
      expect((await send(site, other.cookie, { intent: name, id: asked })).status).toBe(404);
    }
  }
  await site.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, user.uid));
  expect((await send(site, cookie, { intent: name, id })).headers.get("Location")).toBe("/login");
  expect(await rowOf(site, id)).toEqual(before);
});

const unknownButtons: Record<string, string>[] = [
  { arquivar: "1" },
  { intent: "arquivar" },
  { intent: "constructor" },
  {},
];

test.each(unknownButtons)("a button the page doesn't have changes nothing: %o", async (button) => {
  const site = sharedSite();
  const { id, cookie } = await publishOwn(site);
  const before = await rowOf(site, id);
  const answer = await send(site, cookie, { ...button, id, confirmado: "sim" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("Esse botão não existe mais. Abra a página de novo.");
  expect(await rowOf(site, id)).toEqual(before);
});

test("the monthly e-mail is turned off and on again for this advertiser alone", async () => {
  const site = sharedSite();
  const { user, cookie } = await publishOwn(site);
  const other = await publishOwn(site);
  const isOff = async (uid: string) =>
    (await site.db.select().from(users).where(eq(users.id, uid)))[0]?.numbersOff;
  expect(
    await (await send(site, cookie, { intent: "numeros", numeros: "desligar" })).text(),
  ).toContain("Voltar a receber");
  expect([await isOff(user.uid), await isOff(other.user.uid)]).toEqual([true, false]);
  await send(site, cookie, { intent: "numeros", numeros: "ligar" });
  expect(await isOff(user.uid)).toBe(false);
});

test("a paused ad answers visitors 404 with others nearby, and its owner with a note, never from the cache", async () => {
  const site = sharedSite();
  const { id, cookie } = await publishOwn(site, { title: "Rancho em Pausa", localizacao: "Guapé" });
  const near = await publish(site, { title: "Casa Vizinha", localizacao: "Guapé" });
  await pauseAs(site, id, "owner");
  const stranger = await signIn(site);
  for (const Cookie of ["", stranger.cookie]) {
    const headers = { Cookie };
    const answer = await site.app.request(`/posts/${id}`, { headers });
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain("Este anúncio está em pausa");
    expect(html).toContain(`/posts/${near.id}`);
    expect(html).toContain("Ver outros ");
    expect(html).not.toContain("Rancho em Pausa");
    expect(html).not.toContain("data-count");
    expect((await site.app.request(`/posts/${id}.data`, { headers })).status).toBe(404);
  }
  for (let times = 0; times < 2; times++) {
    const own = await site.app.request(`/posts/${id}`, { headers: { Cookie: cookie } });
    expect(own.status).toBe(200);
    expect(own.headers.get("Cache-Control")).toContain("private");
    const html = await own.text();
    expect(html).toContain("só você vê esta página");
    expect(html).toContain('content="noindex');
    expect(html).not.toContain('data-count="visita');
    expect((await site.app.request(`/posts/${id}`)).status).toBe(404);
  }
});

test("the calendar, its export and its confirmation link keep working for a paused ad", async () => {
  const site = sharedSite();
  const { id, cookie } = await publishOwn(site);
  const page = await site.app.request(`/posts/${id}/calendario`, { headers: { Cookie: cookie } });
  const [ics = ""] = /\/calendarios\/[\w-]+\.ics/.exec(await page.text()) ?? [];
  await pauseAs(site, id, "owner");
  expect((await site.app.request(ics)).status).toBe(200);
  const link = `/calendario-em-dia/${await site.signedLinks.sign(site.db, "confirm", id)}`;
  expect((await site.app.request(link, { method: "POST", body: "" })).status).toBe(200);
  expect((await rowOf(site, id))?.datesConfirmedAt).not.toBeNull();
  for (const path of [`/posts/${id}/calendario`, `/posts/edit/${id}`]) {
    expect((await site.app.request(path, { headers: { Cookie: cookie } })).status).toBe(200);
  }
});

test("pausing removes an ad from every cached page, and showing it brings it back", async () => {
  const site = await openCachingSite();
  const { id, cookie } = await publishOwn(site, {
    title: "Rancho que Some",
    localizacao: "Turvo",
  });
  await publish(site);
  const stay = `entrada=${addDays(today(), 60)}&saida=${addDays(today(), 62)}`;
  const paths = ["/", "/search?localizacao=Turvo", `/search?${stay}`, `/posts/${id}`];
  const isThere = async (path: string) => (await see(site, path)).includes("Rancho que Some");
  for (const path of paths) {
    await vi.waitUntil(async () => {
      const before = renders(site);
      return (await isThere(path)) && renders(site) === before;
    }, patience);
  }
  for (const name of ["pausar", "mostrar"]) {
    await send(site, cookie, { intent: name, id });
    for (const path of paths) {
      await vi.waitUntil(async () => (await isThere(path)) === (name === "mostrar"), patience);
    }
    expect((await site.app.request(`/posts/${id}`)).status).toBe(name === "mostrar" ? 200 : 404);
    // A site keeps its sitemap for a minute.
    const sitemap = await see(await openSiteOn(site.databaseUrl), "/sitemap.xml");
    expect(sitemap.includes(id)).toBe(name === "mostrar");
  }
});
