import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish, renders, see } from "../../../testing/caching-site.ts";
import { publishOwnAd } from "../../../testing/own-ad.ts";
import { patience } from "../../../testing/patience.ts";
import { lettersTo, storeQuestion } from "../../../testing/questions.ts";
import { createWaitingPhoto, shareTestSite, signIn } from "../../../testing/site.ts";
import { textOf } from "../../../testing/text-of.ts";
import type { PausedBy } from "../../domain/accounts/visibility/pause.ts";
import { addDays, formatCivilDate, today } from "../../domain/calendar/civil-date.ts";
import { feeds, seasons } from "../../platform/db/calendar-schema.ts";
import { staff, visits } from "../../platform/db/operation-schema.ts";
import { posts, users } from "../../platform/db/schema.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

test("an ad shows its last 30 days", async () => {
  const { db } = sharedSite();
  const { id, read } = await publishOwnAd(sharedSite());
  const before = await read("/dashboard");
  expect(before).toContain('data-visitas="0"');
  expect(before).not.toContain("em 30 dias");
  const counts = [
    [0, "visita", 3],
    [29, "visita", 40],
    [30, "visita", 50],
    [0, "whatsapp", 2],
    [12, "telefone", 1],
    [1, "guardado", 5],
  ] as const;
  const rows = counts.map(([ago, kind, n]) => ({
    postId: id,
    day: addDays(today(), -ago),
    kind,
    n,
  }));
  await db.insert(visits).values(rows);
  const html = await read("/dashboard");
  expect(html).toContain('data-visitas="43"');
  expect(html).toContain('data-contatos="3"');
  expect(html).toContain("43 visitas, 3 contatos em 30 dias");
});

test("publishing confirms an ad's calendar, and a calendar that got old asks for it", async () => {
  const { id, read, set } = await publishOwnAd(sharedSite(), { title: "Rancho Novo" });
  const pages = [`/posts/${id}/calendario`, "/dashboard"];
  const readBoth = () => Promise.all(pages.map(async (path) => textOf(await read(path))));
  const [calendar, dashboard] = await readBoth();
  expect(calendar).toContain("Em dia desde hoje");
  expect(dashboard).toContain("No ar ");
  expect(dashboard).not.toContain("por confirmar");
  expect(await read("/dashboard")).toContain(`href="${pages[0]}"`);

  const createdAt = new Date("2026-03-11T12:00:00Z");
  await set({ createdAt, datesUpdatedAt: new Date(Date.now() - 30 * 86_400_000) });
  const [old, asking] = await readBoth();
  expect(old).toContain("30 dias");
  expect(asking).toContain("No ar, com o calendário por confirmar");
});

test("a button the page doesn't have changes nothing", async () => {
  const { id, post, row } = await publishOwnAd(sharedSite());
  const before = await row();
  for (const button of [["arquivar", "1"], ["intent", "arquivar"], ["intent", "constructor"], []]) {
    const [name = "x", value = ""] = button;
    const answer = await post("/dashboard", { [name]: value, id, confirmado: "sim" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Esse botão não existe mais. Abra a página de novo.");
  }
  expect(await row()).toEqual(before);
});

test("the monthly e-mail, once stopped, is turned on again for this advertiser alone", async () => {
  const site = sharedSite();
  const [own, other] = [await publishOwnAd(site), await publishOwnAd(site)];
  expect(await own.read("/dashboard")).not.toContain("Voltar a receber");
  await site.db.update(users).set({ numbersOff: true });
  expect(await own.read("/dashboard")).toContain("Voltar a receber");
  await own.post("/dashboard", { intent: "receber-numeros" });
  const isOff = async (uid: string) =>
    (await site.db.select().from(users).where(eq(users.id, uid)))[0]?.numbersOff;
  expect([await isOff(own.uid), await isOff(other.uid)]).toEqual([false, true]);
});

const cardIn = /<section[^>]*id="plano".*?<\/section>/s;

/** Reads the dashboard of an advertiser with one ad. */
async function readPlan(plan: Partial<typeof users.$inferInsert>) {
  const { uid, read } = await publishOwnAd(sharedSite());
  await sharedSite().db.update(users).set(plan).where(eq(users.id, uid));
  const html = await read("/dashboard");
  return cardIn.exec(html)?.[0] ?? "";
}

const on = (days: number) => addDays(today(), days);
const active = { plano: "basico", postsPermitidos: 1 };

test("a plan's line says how many ads it has, and offers one way to pay as a button once it is due", async () => {
  const due = await readPlan({ ...active, validoAte: on(3) });
  expect(due.match(/class="btn[^"]*"/g)).toHaveLength(1);
  expect(textOf(due)).toContain("Pedir no WhatsApp");
  expect(textOf(due)).toContain(`Até ${formatCivilDate(on(3))}`);
  const open = await readPlan({ ...active, validoAte: null });
  expect(textOf(open).trim()).toBe("Plano Básico , 1 de 1 anúncio. Ver os planos");
});

test("what waits for the owner is on the dashboard", async () => {
  const site = sharedSite();
  const { id, uid, read } = await publishOwnAd(site);
  expect(await read("/dashboard")).not.toContain("sem resposta");
  await storeQuestion(site, { postId: id, uid });
  expect(textOf(await read("/dashboard"))).toContain("1 pergunta sem resposta");
});

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
  expect(html).toMatch(/<button [^>]*class="link"[^>]*>Voltar a mostrar/);
  expect(html).toContain("Usar como modelo");
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

test("the poster has title, place, size, number and the site's address, and no price", async () => {
  const { id, read } = await publishOwnAd(sharedSite(), {
    title: "Rancho <b>da</b> Enseada",
    localizacao: "Guapé",
    nomeContato: "Neide",
    quantidadeMaximaPessoas: 12,
    QuantidadeTotalQuartos: 1,
    lazer: ["Piscina"],
  });
  const [sheet = ""] = /<article[\s\S]*<\/article>/.exec(await read(`/posts/${id}/cartaz`)) ?? [];
  for (const part of [
    "Rancho &lt;b&gt;da&lt;/b&gt; Enseada",
    "Para alugar em Guapé",
    "Até 12 pessoas · 1 quarto · piscina",
    "Aponte a câmera do celular",
    "Falar com Neide",
    "(37) 90001-0264",
    'role="img"',
  ]) {
    expect(sheet).toContain(part);
  }
  // The code has the ad's address; on paper stands one that can be typed.
  expect(sheet).toMatch(new RegExp(`Código QR de https?://[^/]+/posts/${id}`));
  const paper = textOf(sheet);
  expect(paper).toContain(/Código QR de https?:\/\/([^/]+)/.exec(sheet)?.[1]);
  expect(paper).not.toContain(id);
  expect(sheet).not.toContain("R$");
});

const fields = {
  title: "Rancho do <Zé>",
  body: "Texto",
  valorFds: "2400",
  telefone: "37900010264",
  whatsapp: "on",
  localizacao: "Turvo",
};

async function publishByForm({ cookie, user }: Awaited<ReturnType<typeof signIn>>) {
  const site = sharedSite();
  const foto = await createWaitingPhoto(site, user.uid);
  const answer = await postForm(site, "/posts/create", { ...fields, foto }, cookie);
  expect(answer.headers.get("Location")).toBe("/");
  const [post] = await site.db.select().from(posts).where(eq(posts.uid, user.uid));
  return post?.id ?? "";
}

const stepsIn = /<section[^>]*aria-labelledby="proximos-passos".*?<\/section>/s;

test("publishing queues a letter with the ad's address, its calendar and a link to share it", async () => {
  const owner = await signIn(sharedSite(), { displayName: "Zulmira", emailVerified: true });
  const address = `https://mardeminas.example/posts/${await publishByForm(owner)}`;
  const [letter] = await lettersTo(sharedSite(), owner.user.email);
  expect(letter?.button?.url).toBe(address);
  for (const part of ["Olá, Zulmira!", fields.title, `${address}/calendario#temporadas`]) {
    expect(letter?.text).toContain(part);
  }
  const [share = ""] = letter?.links?.filter((link) => link.includes("wa.me")) ?? [];
  expect(letter?.text).toContain(share);
  expect(new URL(share).searchParams.get("text")).toBe(`${fields.title}: ${address}`);

  // A refused ad gets none, and an address that nobody confirmed no typed words.
  expect((await postForm(sharedSite(), "/posts/create", fields, owner.cookie)).status).toBe(302);
  expect(await lettersTo(sharedSite(), owner.user.email)).toHaveLength(1);
  const unconfirmed = await signIn(sharedSite(), { displayName: "Zulmira" });
  await publishByForm(unconfirmed);
  const [plain] = await lettersTo(sharedSite(), unconfirmed.user.email);
  expect(plain?.subject).toBe("Seu anúncio está no ar");
  expect(decodeURIComponent(plain?.text ?? "")).not.toMatch(/Zulmira|Rancho/);
});

test("the dashboard keeps the next steps until they are done", async () => {
  const { db } = sharedSite();
  const { id, read } = await publishOwnAd(sharedSite(), { title: fields.title });
  const card = async () => stepsIn.exec(await read("/dashboard"))?.[0];
  const done = async () => (await card())?.match(/: feito/g);
  expect(await card()).toContain("“Rancho do &lt;Zé&gt;” está no ar");
  expect(await card()).toContain(`href="/posts/${id}/calendario#temporadas"`);
  await db.insert(feeds).values({ postId: id, nome: "Airbnb", endereco: "https://a.example/x" });
  expect(await done()).toHaveLength(1);
  const season = { temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-03", valorFds: "3200" };
  await db.insert(seasons).values({ postId: id, ...season });
  expect(await card()).toBeUndefined();
});

test("they go when put away, paused or old; nobody puts away another's", async () => {
  const { id, post, read, set } = await publishOwnAd(sharedSite());
  const stranger = await publishOwnAd(sharedSite());
  const hasCard = async () => stepsIn.test(await read("/dashboard"));
  const intent = "dispensar-passos";
  expect((await stranger.post("/dashboard", { intent, id })).status).toBe(404);
  expect((await post("/dashboard", { intent, id: "x" })).status).toBe(404);
  expect(await hasCard()).toBe(true);

  await set({ pausedBy: "owner", pausedAt: new Date() });
  expect(await hasCard()).toBe(false);
  await set({ pausedBy: null, pausedAt: null, createdAt: new Date(Date.now() - 31 * 86_400_000) });
  expect(await hasCard()).toBe(false);
  await set({ createdAt: new Date() });
  expect(await hasCard()).toBe(true);
  expect((await post("/dashboard", { intent, id })).status).toBe(302);
  expect(await hasCard()).toBe(false);
});
