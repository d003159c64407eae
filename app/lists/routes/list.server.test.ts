import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  codeOf,
  findList,
  htmlOf,
  itemsOf,
  join,
  openListBrowser,
  shareList,
  vote,
} from "../../../testing/group-lists.ts";
import { openTestSite, shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { listMembers, lists, listVotes } from "../../db/list-schema.ts";
import { posts, unavailableDays } from "../../db/schema.ts";
import { deleteListing } from "../../listings/deletion.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

const checkIn = addDays(today(), 30);
const dates = { entrada: checkIn, saida: addDays(checkIn, 2) };

test("the code of a list stays between those who have it", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const path = await shareList(openListBrowser(site), [id]);
  const answer = await openListBrowser(site).get(path);
  expect(answer.headers.get("Referrer-Policy")).toBe("same-origin");
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  const html = await htmlOf(answer);
  expect(html).toContain('name="robots" content="noindex, follow"');
  expect(html).toContain(`property="og:url" content="http://localhost${path}"`);
  expect(html).not.toContain('rel="preconnect"');
});

test("a browser's key is only sent to lists, and stored as a hash that differs per list", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const answer = await creator.post("/lista/nova", { anuncio: id });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(
    /^mardeminas\.lista=.+; Max-Age=34560000; Path=\/lista; HttpOnly; SameSite=Lax/,
  );
  const first = answer.headers.get("Location") ?? "";
  const second = await shareList(creator, [id]);
  await join(creator, first, "Ana");
  const hashes = [
    (await findList(site, first))?.creatorKeyHash,
    (await findList(site, second))?.creatorKeyHash,
  ];
  expect(new Set(hashes).size).toBe(2);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const [key] = JSON.parse(atob(decodeURIComponent(creator.cookie().split("=")[1] ?? "")));
  expect(key).toMatch(/^[\w-]{43}$/);
  const stored = await Promise.all([
    site.db.select().from(lists),
    site.db.select().from(listMembers),
  ]);
  expect(JSON.stringify(stored)).not.toContain(key);
});

test("an ad shows its availability, its price, and later changes of its calendar", async () => {
  const site = sharedSite();
  const { id } = await publish(site, { unavailableDays: [] });
  const path = await shareList(openListBrowser(site), [id], dates);
  const see = async () => htmlOf(await openListBrowser(site).get(path));
  const confirm = (datesConfirmedAt: Date) =>
    site.db.update(posts).set({ datesConfirmedAt }).where(eq(posts.id, id));
  await confirm(new Date("2026-03-02T12:00:00Z"));
  expect(await see()).toContain("Pergunte se está livre de ");
  await confirm(new Date());
  expect(await see()).toContain(">Livre de ");
  await site.db.insert(unavailableDays).values({ postId: id, day: dates.entrada });
  const html = await see();
  expect(html).not.toContain(">Livre de ");
  expect(html).toContain(`Ocupado em ${dates.entrada.slice(8)}/${dates.entrada.slice(5, 7)}`);
  await site.db.insert(unavailableDays).values({ postId: id, day: addDays(dates.entrada, 1) });
  expect(await see()).toContain("Ocupado nessas datas");
});

test("the number of houses stands above them", async () => {
  const site = sharedSite();
  const ids = [(await publish(site)).id, (await publish(site)).id];
  const read = async (shared: string[]) =>
    htmlOf(await openListBrowser(site).get(await shareList(openListBrowser(site), shared, dates)));
  const both = await read(ids);
  expect(both).toContain("<b>2 casas</b>");
  expect(both).toContain("2 casas na lista");
  expect(await read(ids.slice(1))).toContain("<b>1 casa</b>");
});

test.each([
  ["deleted", "Este anúncio saiu do ar. Ele não está mais no site."],
  ["paused", "Este anúncio está em pausa. Ele pode voltar em breve."],
  [
    "withdrawn",
    "Nós o retiramos. Se você combinou algo com quem anunciava, não pague sem conferir.",
  ],
])("a %s ad remains with its title alone, and says why", async (state, why) => {
  const site = sharedSite();
  const { id, user } = await publish(site, { title: "Rancho do Píer", telefone: "37999156038" });
  const path = await shareList(openListBrowser(site), [id], dates);
  if (state === "deleted") {
    await deleteListing(site.db, site.photoStore, user.uid, id);
  } else {
    await site.db
      .update(posts)
      .set({ pausedAt: sql`now()`, pausedBy: state === "paused" ? "owner" : "operator" })
      .where(eq(posts.id, id));
  }
  const html = await htmlOf(await openListBrowser(site).get(path));
  expect(html).toContain("Rancho do Píer</h3>");
  expect(html.replaceAll("<!-- -->", "")).toContain(why);
  expect(html).not.toContain("99915-6038");
  expect(html).not.toContain("data-estimativa");
  expect(html).not.toContain(`/posts/${id}`);
});

test("a member takes an ad off the list, and an undo brings back its votes", async () => {
  const site = sharedSite();
  const { id } = await publish(site, { title: "Rancho do Píer" });
  const path = await shareList(openListBrowser(site), [id]);
  const someone = openListBrowser(site);
  await join(someone, path, "Ana");
  await vote(someone, path, id, "quero");
  const removed = await someone.post(path, { intent: "tirar", anuncio: id });
  expect(removed.headers.get("Location")).toBe(`${path}?tirado=${id}#tirado`);
  expect(await itemsOf(site, path)).toEqual([]);
  expect(await htmlOf(await someone.get(path))).not.toContain("Rancho do Píer");
  const html = await htmlOf(await someone.get(`${path}?tirado=${id}`));
  expect(html).toContain("<b>Rancho do Píer</b> saiu da lista.");
  expect(html).toContain("A rede ainda está vazia");
  await someone.post(path, { intent: "acrescentar", anuncio: id });
  expect(await itemsOf(site, path)).toHaveLength(1);
  const [restored] = await site.db.select().from(listVotes).where(eq(listVotes.postId, id));
  expect(restored?.quer).toBe(true);
  expect(await htmlOf(await someone.get(`${path}?tirado=${id}`))).not.toContain("saiu da lista");
});

describe("anyone with the address", () => {
  test("adds an ad by its address, as the page or a message has it", async () => {
    const site = sharedSite();
    const [first, second] = [await publish(site), await publish(site, { title: "Casa do Ipê" })];
    const path = await shareList(openListBrowser(site), [first.id]);
    const someone = openListBrowser(site);
    const anuncio = `Casa do Ipê: http://localhost/posts/${second.id}?pessoas=4`;
    const added = await someone.post(path, { intent: "acrescentar", anuncio });
    expect(added.headers.get("Location")).toBe(`${path}#anuncio-${second.id}`);
    expect((await itemsOf(site, path)).map(({ title }) => title)).toContain("Casa do Ipê");
    await someone.post(path, { intent: "acrescentar", anuncio });
    expect(await itemsOf(site, path)).toHaveLength(2);
  });

  test.each([
    ["nada", "Cole aqui o endereço de um anúncio do Mar de Minas."],
    ["", "Cole aqui o endereço de um anúncio do Mar de Minas."],
    [`/posts/${crypto.randomUUID()}`, "Esse anúncio não está no ar."],
  ])(
    "gets the reason why %j can't be added, and keeps what was typed",
    async (anuncio, message) => {
      const site = sharedSite();
      const { id } = await publish(site);
      const path = await shareList(openListBrowser(site), [id]);
      const answer = await openListBrowser(site).post(path, { intent: "acrescentar", anuncio });
      expect(answer.status).toBe(400);
      const html = await htmlOf(answer);
      expect(html).toContain(message);
      expect(html).toMatch(/<input[^>]*aria-describedby="anuncio-error"[^>]*name="anuncio"/);
      expect(html).toContain(`value="${anuncio}"`);
      expect(await itemsOf(site, path)).toHaveLength(1);
    },
  );

  test("joins and changes name, dates and people; a refused change keeps what was typed", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const path = await shareList(openListBrowser(site), [id]);
    const someone = openListBrowser(site);
    const stranger = await someone.post(path, { intent: "mudar", nome: "Carnaval" });
    expect(stranger.status).toBe(403);
    expect(await htmlOf(stranger)).toContain("Entre com o seu nome antes de mudar a lista.");
    await join(someone, path, "Bia");
    const changed = await someone.post(path, {
      intent: "mudar",
      nome: "Carnaval",
      ...dates,
      pessoas: "6",
    });
    expect(changed.headers.get("Location")).toBe(`${path}#lista`);
    expect(await findList(site, path)).toMatchObject({ nome: "Carnaval", ...dates, pessoas: 6 });
    const refused = await someone.post(path, {
      intent: "mudar",
      nome: "x".repeat(81),
      ...dates,
      pessoas: "7",
    });
    expect(refused.status).toBe(400);
    const html = await htmlOf(refused);
    expect(html).toContain("O nome passa de 80 caracteres.");
    expect(html).toMatch(/role="alert"[\s\S]*<a href="#mudar">o nome, as datas ou as pessoas<\/a>/);
    expect(html).toContain("x".repeat(81));
    expect(html).toMatch(/name="pessoas"[^>]*value="7"/);
    expect(await findList(site, path)).toMatchObject({ nome: "Carnaval", pessoas: 6 });
  });

  test("keeps dates that have passed while changing the name", async () => {
    const site = sharedSite();
    const { id } = await publish(site);
    const creator = openListBrowser(site);
    const path = await shareList(creator, [id]);
    const past = { entrada: "2026-01-02", saida: "2026-01-05" };
    await site.db
      .update(lists)
      .set(past)
      .where(eq(lists.code, codeOf(path)));
    const html = await htmlOf(await openListBrowser(site).get(path));
    expect(html).toContain("as datas já passaram");
    expect(html).not.toContain("data-estimativa");
    await creator.post(path, { intent: "mudar", nome: "De novo", ...past });
    expect(await findList(site, path)).toMatchObject({ nome: "De novo", ...past });
  });
});

test("unknown, deleted and expired lists are not found", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const [old, deleted] = [await shareList(creator, [id]), await shareList(creator, [id])];
  const lastVisitOn = addDays(today(), -367);
  await site.db
    .update(lists)
    .set({ lastVisitOn })
    .where(eq(lists.code, codeOf(old)));
  expect((await creator.post(deleted, { intent: "excluir" })).status).toBe(400);
  const gone = await creator.post(deleted, { intent: "excluir", confirmado: "sim" });
  expect(gone.headers.get("Location")).toBe("/guardados");
  expect(await itemsOf(site, deleted)).toEqual([]);
  const unknown = `/lista/${"x".repeat(22)}`;
  for (const path of [old, deleted, unknown, "/lista/x", "/lista/%00"]) {
    const answer = await creator.get(path);
    expect(answer.status, path).toBe(path === "/lista/%00" ? 400 : 404);
    if (answer.status === 404) {
      expect(await htmlOf(answer), path).toContain("Esta lista não existe mais");
      expect((await join(creator, path, "Ana")).status, path).toBe(404);
    }
  }
});

test("a visit puts off the expiry, once a day", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const path = await shareList(openListBrowser(site), [id]);
  const lastVisitOn = addDays(today(), -300);
  await site.db
    .update(lists)
    .set({ lastVisitOn })
    .where(eq(lists.code, codeOf(path)));
  expect((await openListBrowser(site).get(path)).status).toBe(200);
  expect(await findList(site, path)).toMatchObject({ lastVisitOn: today() });
  const version = () =>
    site.db.execute(sql`select xmin::text from lists where code = ${codeOf(path)}`);
  const before = await version();
  await openListBrowser(site).get(path);
  expect((await version()).rows).toEqual(before.rows);
});

test("creating and joining many lists is refused with 429, and keeps what was typed", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  const someone = openListBrowser(site);
  const path = await shareList(someone, [id]);
  for (let n = 1; n < 30; n++) await shareList(someone, [id]);
  const refused = await someone.post("/lista/nova", { anuncio: id, nome: "Virada" });
  expect(refused.status).toBe(429);
  const html = await htmlOf(refused);
  expect(html).toContain("Muitas tentativas em pouco tempo.");
  expect(html).toMatch(/name="nome"[^>]*value="Virada"/);
  expect(await site.db.$count(lists)).toBe(30);
  for (let n = 0; n < 60; n++) await join(someone, path, `Ana ${n}`);
  const notJoined = await join(someone, path, "Beto");
  expect(notJoined.status).toBe(429);
  expect(await htmlOf(notJoined)).toMatch(/name="nome"[^>]*value="Beto"/);
});

test("the page works without script: every change is a form", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const path = await shareList(creator, [id]);
  await join(creator, path, "Ana");
  const html = await htmlOf(await creator.get(path));
  const posted = html.match(/<form[^>]*>/g) ?? [];
  expect(posted.length).toBeGreaterThan(5);
  for (const form of posted) expect(form).toMatch(/method="post"/);
  expect(html).toMatch(
    /<a[^>]*href="https:\/\/wa\.me\/\?text=[^"]*"[^>]*>(?:(?!<\/a>).)*Mandar no grupo/,
  );
});
