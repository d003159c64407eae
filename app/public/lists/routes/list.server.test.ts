import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import {
  codeOf,
  findList,
  htmlOf,
  itemsOf,
  join,
  type ListVisitor,
  openListBrowser,
  shareList,
  vote,
} from "../../../../testing/group-lists.ts";
import { findOrdinaryStay } from "../../../../testing/ordinary-stay.ts";
import { shareTestSite } from "../../../../testing/site.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";
import { listHolidays } from "../../../domain/calendar/holidays.ts";
import { writeStay } from "../../../domain/calendar/stays.ts";
import { deleteListing } from "../../../domain/listings/deletion.server.ts";
import { maxItems, maxMembers } from "../../../domain/lists/group-list.ts";
import { createListBrowser } from "../../../domain/lists/list-browser.server.ts";
import {
  addToList,
  createList,
  joinList,
  removeFromList,
  voteOnListing,
} from "../../../domain/lists/list-commands.server.ts";
import { findList as findWholeList, purgeLists } from "../../../domain/lists/lists.server.ts";
import { listItems, listMembers, lists, listVotes } from "../../../platform/db/list-schema.ts";
import { photos, posts, unavailableDays } from "../../../platform/db/schema.ts";
import { listSaved } from "../saved/saved-cards.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });

const checkIn = addDays(today(), 30);
const dates = { entrada: checkIn, saida: addDays(checkIn, 2) };

const see = async (path: string) => htmlOf(await openListBrowser(sharedSite()).get(path));

test("a new list has its name, dates, people and ads, and shows them to anyone with its address", async () => {
  const site = sharedSite();
  const [one, other] = [
    await publish(site, { title: "Rancho do Píer", unavailableDays: [] }),
    await publish(site, { title: "Casa do Ipê", unavailableDays: [] }),
  ];
  const plan = { nome: "Rancho pra virada", ...dates, pessoas: "8" };
  const path = await shareList(openListBrowser(site), [one.id, other.id], plan);
  expect(path).toMatch(/^\/lista\/[\w-]{22}$/);
  expect(await findList(site, path)).toMatchObject({ ...plan, pessoas: 8, lastVisitOn: today() });
  expect(await itemsOf(site, path)).toHaveLength(2);

  const html = await see(path);
  expect(html).toContain("Rancho pra virada</h1>");
  expect(html.indexOf("Rancho do Píer")).toBeLessThan(html.indexOf("Casa do Ipê"));
  expect(html).toContain("8 pessoas");
  expect(html.match(/data-estimativa/g)).toHaveLength(2);
  expect(html).toContain(`/posts/${one.id}?entrada=${dates.entrada}&amp;saida=${dates.saida}`);
});

test("a new list needs nothing but a public ad, and says why it is refused", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const path = await shareList(creator, [id]);
  const bare = { nome: "Nossa viagem", entrada: null, pessoas: null };
  expect(await findList(site, path)).toMatchObject(bare);

  const paused = { pausedAt: sql`now()`, pausedBy: "owner" } as const;
  await site.db.update(posts).set(paused).where(eq(posts.id, id));
  const many = Array.from({ length: 31 }, () => crypto.randomUUID()).join();
  for (const [anuncio, message] of [
    [id, "Guarde pelo menos um anúncio antes de compartilhar."],
    [many, "Uma lista leva até 30 anúncios."],
  ] as const) {
    const refused = await creator.post("/lista/nova", { anuncio, nome: "Virada" });
    expect(refused.status).toBe(400);
    expect(await htmlOf(refused)).toContain(message);
  }
});

test("sharing again opens the browser's list of these houses and dates, and adds those it hasn't", async () => {
  const site = sharedSite();
  const [one, other] = [(await publish(site)).id, (await publish(site)).id];
  const creator = openListBrowser(site);
  const path = await shareList(creator, [one, other], dates);
  await join(creator, path, "Ana");
  await vote(creator, path, one, "quero");
  expect(await shareList(creator, [other, one])).toBe(path);
  expect(await shareList(creator, [one])).not.toBe(path);
  expect(
    await shareList(creator, [one, other], { ...dates, saida: addDays(dates.saida, 1) }),
  ).not.toBe(path);
  const { id: third } = await publish(site);
  expect(await shareList(creator, [third, one, other], dates)).toBe(path);
  expect(await itemsOf(site, path)).toHaveLength(3);
  expect(await shareList(openListBrowser(site), [one, other])).not.toBe(path);
  const past = { entrada: addDays(today(), -3), saida: addDays(today(), -1) };
  await site.db
    .update(lists)
    .set(past)
    .where(eq(lists.code, codeOf(path)));
  expect(await shareList(creator, [one, other])).not.toBe(path);
});

test("/guardados names the browser's lists with their votes, also without a heart", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const path = await shareList(creator, [id]);
  await join(creator, path, "Ana");
  await vote(creator, path, id, "quero");
  const own = /data-own-list/;
  expect(await htmlOf(await creator.get(path))).toMatch(own);
  expect(await see(path)).not.toMatch(own);
  const codes = [codeOf(path), "x".repeat(22), "nada"].map((code) => `lista=${code}`).join("&");
  for (const entry of ["", id]) {
    const html = await see(`/guardados?anuncio=${entry}&${codes}`);
    expect(html.match(/href="\/lista\/[^"]*"[^>]*>[^<]*/g)).toEqual([
      expect.stringMatching(new RegExp(`^href="${path}"[^>]*>Nossa viagem: 1 voto$`)),
    ]);
  }
});

test("the code of a list stays between those who have it", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  await site.db.update(photos).set({ cover: true }).where(eq(photos.postId, id));
  const path = await shareList(openListBrowser(site), [id]);
  const answer = await openListBrowser(site).get(path);
  expect(answer.headers.get("Referrer-Policy")).toBe("same-origin");
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const html = await htmlOf(answer);
  expect(html).toContain('name="robots" content="noindex, follow"');
  expect(html).toContain(`property="og:url" content="http://localhost${path}"`);
  // The cover of its first house.
  expect(html).toMatch(/property="og:image" content="[^"]+\/capa\.jpg"/);
  expect(html).not.toContain('rel="preconnect"');
});

test("a browser's key is only sent to lists, and stored as a hash that differs per list", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const answer = await creator.post("/lista/nova", { anuncio: id });
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^mardeminas\.lista=.+; Max-Age=34560000; Path=\/lista; HttpOnly; SameSite=Lax/,
  );
  const other = await publish(site);
  const paths = [answer.headers.get("Location") ?? "", await shareList(creator, [other.id])];
  await join(creator, paths[0] ?? "", "Ana");
  const rows = await Promise.all(paths.map((path) => findList(site, path)));
  const hashes = rows.map((row) => row?.creatorKeyHash);
  expect(new Set(hashes).size).toBe(2);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const [key] = JSON.parse(atob(decodeURIComponent(creator.cookie().split("=")[1] ?? "")));
  expect(key).toMatch(/^[\w-]{43}$/);
  const members = await site.db.select().from(listMembers);
  expect(JSON.stringify([rows, members])).not.toContain(key);
});

test("an ad that was deleted, paused or withdrawn remains with its title alone, and says why", async () => {
  const site = sharedSite();
  const pause = (pausedBy: "owner" | "operator", id: string) =>
    site.db.update(posts).set({ pausedAt: sql`now()`, pausedBy }).where(eq(posts.id, id));
  for (const [why, hide] of [
    ["Ele não está mais no site.", deleteListing.bind(null, site.db, site.photoStore)],
    ["Ele pode voltar em breve.", (_: string, id: string) => pause("owner", id)],
    ["não pague sem conferir.", (_: string, id: string) => pause("operator", id)],
  ] as const) {
    const { id, user } = await publish(site, { title: "Rancho do Píer", telefone: "37999156038" });
    const path = await shareList(openListBrowser(site), [id], dates);
    await hide(user.uid, id);
    const html = await see(path);
    for (const shown of ["Rancho do Píer</h3>", why]) expect(html).toContain(shown);
    expect(html).not.toMatch(new RegExp(`99915-6038|data-estimativa|/posts/${id}`));
  }
});

test("an ad is added once by its address; a refusal keeps the typed text", async () => {
  const site = sharedSite();
  const [first, second] = [await publish(site), await publish(site)];
  const someone = openListBrowser(site);
  const path = await shareList(someone, [first.id]);
  const anuncio = `Casa do Ipê: http://localhost/posts/${second.id}?pessoas=4`;
  for (let time = 0; time < 2; time++) {
    const added = await someone.post(path, { intent: "acrescentar", anuncio });
    expect(added.headers.get("Location")).toBe(`${path}#anuncio-${second.id}`);
  }
  expect(await itemsOf(site, path)).toHaveLength(2);
  for (const typed of ["nada", `/posts/${crypto.randomUUID()}`]) {
    const refused = await someone.post(path, { intent: "acrescentar", anuncio: typed });
    expect(refused.status).toBe(400);
    const html = await htmlOf(refused);
    expect(html).toMatch(/<input[^>]*aria-describedby="anuncio-error"[^>]*name="anuncio"/);
    expect(html).toContain(`value="${typed}"`);
  }

  // Dates that have passed may stay.
  const past = { entrada: "2026-01-02", saida: "2026-01-05" };
  await site.db
    .update(lists)
    .set(past)
    .where(eq(lists.code, codeOf(path)));
  expect(await see(path)).not.toContain("data-estimativa");
  const change = { intent: "mudar", nome: "x".repeat(81), ...past, pessoas: "7" };
  const refused = await someone.post(path, change);
  expect(refused.status).toBe(400);
  const html = await htmlOf(refused);
  expect(html).toMatch(/<details[^>]* open=""><summary>Mudar nome, datas e pessoas/);
  for (const typed of [change.nome, 'value="7"']) expect(html).toContain(typed);
  expect((await someone.post(path, { ...change, nome: "De novo" })).status).toBe(302);
  expect(await findList(site, path)).toMatchObject({ nome: "De novo", ...past, pessoas: 7 });
});

test("unknown, deleted and expired lists are not found", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const creator = openListBrowser(site);
  const old = await shareList(creator, [id]);
  const lastVisitOn = addDays(today(), -367);
  await site.db
    .update(lists)
    .set({ lastVisitOn })
    .where(eq(lists.code, codeOf(old)));
  const deleted = await shareList(creator, [id]);
  expect((await creator.post(deleted, { intent: "excluir" })).status).toBe(400);
  const gone = await creator.post(deleted, { intent: "excluir", confirmado: "sim" });
  expect(gone.headers.get("Location")).toBe("/guardados");
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
  const path = await shareList(openListBrowser(site), [(await publish(site)).id]);
  const isOwn = eq(lists.code, codeOf(path));
  await site.db
    .update(lists)
    .set({ lastVisitOn: addDays(today(), -300) })
    .where(isOwn);
  const versions: unknown[] = [];
  for (let visit = 0; visit < 2; visit++) {
    await see(path);
    versions.push(await site.db.select({ xmin: sql`xmin::text` }).from(lists).where(isOwn));
  }
  expect(await findList(site, path)).toMatchObject({ lastVisitOn: today() });
  expect(versions[1]).toEqual(versions[0]);
});

const joins = { intent: "entrar", nome: "Beto" };

/** Shares a list of a new ad; Ana, who made it, is its first member. */
async function openList(plan: Record<string, string> = {}, fields: object = {}) {
  const site = sharedSite();
  const { id } = await publish(site, fields);
  const ana = openListBrowser(site);
  const path = await shareList(ana, [id], plan);
  await join(ana, path, " Ana ");
  const guest = openListBrowser(site);
  const see = async (person: ListVisitor = guest) => htmlOf(await person.get(path));
  const votes = async () => {
    const rows = await site.db.select().from(listVotes).where(eq(listVotes.postId, id));
    return rows.map(({ quer }) => quer);
  };
  const members = async () => {
    const isListed = eq(listMembers.listCode, codeOf(path));
    const rows = await site.db.select().from(listMembers).where(isListed);
    return rows.map(({ nome }) => nome).sort();
  };
  return { site, id, path, ana, guest, see, votes, members };
}

test("a member votes, changes the vote and takes it back", async () => {
  const { id, path, ana, see, votes } = await openList();
  const pressed = /aria-pressed="true"[^>]*>(?:(?!<\/button>).)*Quero esta/;
  expect(await see(ana)).not.toMatch(pressed);
  for (const [voto, stored] of [
    ["quero", [true]],
    ["quero", [true]],
    ["nao-quero", [false]],
    ["nenhum", []],
    ["quero", [true]],
  ] as const) {
    const voted = await vote(ana, path, id, voto);
    expect(voted.headers.get("Location")).toBe(`${path}#anuncio-${id}`);
    expect(await votes()).toEqual(stored);
  }
  expect(await see(ana)).toMatch(pressed);
  const html = await see();
  expect(html).toMatch(/Ana<\/span><span[^>]*>: quer</);
});

test("the ad that two members want comes first, with its price for each, unless a holiday has none", async () => {
  const carnaval = listHolidays(new Date(), 13).find(({ name }) => name === "Carnaval");
  if (!carnaval) throw new Error("there is a Carnaval every year");
  const prices = { valorFds: "1000", valorDiaria: "500" };
  for (const [stay, shown, hidden] of [
    [findOrdinaryStay(30, 2), /R\$\s[\d.]+ por pessoa[\s\S]*2 de 2<\/b>/, "sem preço de"],
    [carnaval, /2 de 2<\/b>/, "por pessoa"],
  ] as const) {
    const { id, path, ana, guest, see } = await openList(
      { ...writeStay(stay), pessoas: "4" },
      prices,
    );
    await join(guest, path, "Beto");
    await vote(ana, path, id, "quero");
    expect(await see()).not.toContain("O grupo prefere");
    await vote(guest, path, id, "quero");
    const html = await see();
    expect(html).toContain("O grupo prefere");
    expect(html).toMatch(shown);
    expect(html).not.toContain(hidden);
  }
});

test("a name that is taken is refused, ignoring case; renaming keeps the votes", async () => {
  const { id, path, ana, guest, votes, members } = await openList();
  await vote(ana, path, id, "quero");
  const refused = await join(guest, path, "ANA");
  expect(refused.status).toBe(400);
  const html = await htmlOf(refused);
  expect(html).toContain("Já tem alguém com esse nome aqui.");
  expect(html).toContain('value="ANA"');
  await join(ana, path, "Ana Maria");
  expect(await members()).toEqual(["Ana Maria"]);
  expect(await votes()).toEqual([true]);
});

test.each([
  ["joining a list", "list-join-list", 80, joins],
  ["editing a list", "list-edit-list", 200, { intent: "mudar", nome: "Beto" }],
  ["joining lists from an address", "list-join-address", 60, joins],
  ["creating lists from an address", "list-create-address", 30, { nome: "Beto" }],
])("%s is limited by the hour, and keeps what was typed", async (_, name, points, form) => {
  const { site, id, path, ana } = await openList();
  const isOfList = name.endsWith("list");
  const send = (address: string) =>
    site.app.request(
      name === "list-create-address" ? "/lista/nova" : path,
      {
        method: "POST",
        // Each who joins is another person.
        headers: form === joins ? {} : { Cookie: ana.cookie() },
        body: new URLSearchParams({
          ...form,
          nome: `Beto ${crypto.randomUUID().slice(0, 8)}`,
          anuncio: id,
        }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    );
  const limiter = site.rateLimits({ name, points, duration: 3600 });
  // The site of this file allows a hundred times as many.
  await limiter.set(isOfList ? codeOf(path) : "198.51.100.1", points * 100 - 1, 3600);
  expect((await send("198.51.100.1")).status).toBe(302);
  const refused = await send(isOfList ? "198.51.100.2" : "198.51.100.1");
  expect(refused.status).toBe(429);
  if (name !== "list-create-address") {
    expect(await htmlOf(refused)).toMatch(/name="nome"[^>]*value="Beto /);
  }
  if (!isOfList) expect((await send("198.51.100.3")).status).toBe(302);
});

test.each([
  ["somebody who hasn't joined", 403, "Entre com o seu nome antes de votar."],
  ["no such list", 404, "Esta lista não existe mais"],
  ["no such vote", 400, "Esse voto não existe."],
  ["a house that was taken off", 400, "Alguém tirou esse anúncio da lista."],
])("a vote with %s is refused with %i and says why", async (what, status, message) => {
  const { id, path, ana, guest, votes } = await openList();
  const to = what === "no such list" ? `/lista/${"x".repeat(22)}` : path;
  const house = what.startsWith("a house") ? crypto.randomUUID() : id;
  const voto = what === "no such vote" ? "talvez" : "quero";
  const voter = what.startsWith("somebody") ? guest : ana;
  const answer = await voter.post(to, { intent: "votar", anuncio: house, voto });
  expect(answer.status).toBe(status);
  expect(await htmlOf(answer)).toContain(message);
  expect(await votes()).toEqual([]);
});

const people = ["visitor", "member of another list", "member", "creator"] as const;
type Person = (typeof people)[number];

let ids: readonly [string, string, string];
beforeAll(async () => {
  const site = sharedSite();
  ids = [(await publish(site)).id, (await publish(site)).id, (await publish(site)).id];
});

/** Opens a list with two of the ads, the first of which has the member's vote. */
async function openVotedList() {
  const site = sharedSite();
  const [first, second] = ids;
  const creator = openListBrowser(site);
  const path = await shareList(creator, [first, second]);
  const member = openListBrowser(site);
  await join(member, path, "Ana");
  await vote(member, path, first, "quero");
  const stranger = openListBrowser(site);
  await join(stranger, await shareList(stranger, [first]), "Zeca");
  const persons: Record<Person, ListVisitor> = {
    visitor: openListBrowser(site),
    "member of another list": stranger,
    member,
    creator,
  };
  return { path, code: codeOf(path), persons };
}

async function rowsOf(code: string) {
  const { db } = sharedSite();
  const [row] = await db.select().from(lists).where(eq(lists.code, code));
  const items = await db
    .select()
    .from(listItems)
    .where(and(eq(listItems.listCode, code), isNull(listItems.removedAt)));
  const members = await db.select().from(listMembers).where(eq(listMembers.listCode, code));
  const votes = await db.select().from(listVotes).where(eq(listVotes.listCode, code));
  return {
    nome: row?.nome,
    entrada: row?.entrada,
    items: items.length,
    members: members.map(({ nome }) => nome).sort(),
    votes: votes.length,
  };
}

const untouched = {
  nome: "Nossa viagem",
  entrada: null,
  items: 2,
  members: ["Ana"],
  votes: 1,
};

/** Each form, who may send it, and the change it makes to the list. */
type Action = [
  allowed: readonly Person[],
  fields: () => Record<string, string>,
  changes: (person: Person) => object,
];

const members = ["creator", "member"] as const;
const nothing = { nome: undefined, entrada: undefined };

const actions: Record<string, Action> = {
  join: [
    people,
    () => ({ intent: "entrar", nome: "Rita" }),
    (person) => ({ members: person === "member" ? ["Rita"] : ["Ana", "Rita"] }),
  ],
  vote: [
    ["member"],
    () => ({ intent: "votar", anuncio: ids[1], voto: "quero" }),
    () => ({ votes: 2 }),
  ],
  "add an ad": [people, () => ({ intent: "acrescentar", anuncio: ids[2] }), () => ({ items: 3 })],
  "remove an ad": [
    members,
    () => ({ intent: "tirar", anuncio: ids[0] }),
    () => ({ items: 1, votes: 0 }),
  ],
  "change the name and the dates": [
    members,
    () => ({ intent: "mudar", nome: "Carnaval", ...dates }),
    () => ({ nome: "Carnaval", entrada: checkIn }),
  ],
  leave: [
    people,
    () => ({ intent: "sair" }),
    (person) => (person === "member" ? { members: [], votes: 0 } : {}),
  ],
  delete: [
    ["creator"],
    () => ({ intent: "excluir", confirmado: "sim" }),
    () => ({ ...nothing, items: 0, members: [], votes: 0 }),
  ],
};

test.each(Object.keys(actions))("each person may or may not %s", async (name) => {
  const [allowed, fields, changes] = actions[name] as Action;
  for (const person of people) {
    const { path, code, persons } = await openVotedList();
    expect(await rowsOf(code)).toEqual(untouched);
    const answer = await persons[person].post(path, fields());
    const mayDo = allowed.includes(person);
    expect(answer.status < 400 ? 200 : answer.status, person).toBe(mayDo ? 200 : 403);
    expect(await rowsOf(code), person).toEqual({ ...untouched, ...(mayDo && changes(person)) });
  }
});

test("each person sees only the buttons they may use", async () => {
  const { path, persons } = await openVotedList();
  const shown = async (person: Person) => {
    const html = await htmlOf(await persons[person].get(path));
    const buttons = [
      "Entrar e votar",
      "Não quero",
      "Quero esta",
      "Tirar da lista",
      "Excluir de vez",
    ];
    return buttons.filter((text) => html.includes(text)).join(", ");
  };
  for (const stranger of ["visitor", "member of another list"] as const) {
    expect(await shown(stranger)).toBe("Entrar e votar");
  }
  expect(await shown("member")).toBe("Não quero, Quero esta, Tirar da lista");
  expect(await shown("creator")).toBe("Entrar e votar, Tirar da lista, Excluir de vez");
});

test("a forged cookie belongs to nobody, and forms from other sites are refused", async () => {
  const { path, code, persons } = await openVotedList();
  const remove = (to: string, headers: Record<string, string>) =>
    sharedSite().app.request(to, {
      method: "POST",
      headers,
      body: new URLSearchParams({ intent: "excluir", confirmado: "sim" }),
    });
  const forged = ["", "x", "bnVsbA", btoa('"\0"'), btoa(JSON.stringify(["x".repeat(43), 7]))];
  for (const value of forged) {
    const Cookie = `mardeminas.lista=${encodeURIComponent(value)}`;
    expect((await remove(path, { Cookie })).status, value).toBe(403);
  }
  const foreign = { Cookie: persons.creator.cookie(), Origin: "https://evil.example" };
  for (const to of [path, "/lista/nova"]) expect((await remove(to, foreign)).status).toBe(403);
  expect(await rowsOf(code)).toEqual(untouched);
});

const day = "2026-11-22";
const plan = { nome: "Virada", entrada: null, saida: null, pessoas: null };

async function create(...ids: string[]) {
  const key = createListBrowser().key;
  const created = await createList(sharedSite().db, { key, day }, plan, ids);
  if (!created.ok) throw new Error(created.message);
  const requestOf = (own: string) => ({ code: created.code, key: own, day });
  return { code: created.code, key, requestOf };
}

test("of several people who join at the same time, forty get in, each browser once", async () => {
  const { db } = sharedSite();
  const { code, requestOf } = await create((await publish(sharedSite())).id);
  const newcomers = Array.from({ length: maxMembers + 3 }, () =>
    requestOf(createListBrowser().key),
  );
  const joins = (from: number, to?: number) =>
    newcomers.slice(from, to).map((one, n) => joinList(db, one, `Pessoa ${from + n}`));
  for (let n = 0; n < maxMembers - 3; n++) await Promise.all(joins(n, n + 1));
  const last = maxMembers - 3;
  const results = await Promise.all([...joins(last), ...joins(last, last + 1)]);
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    message: "O grupo já tem 40 pessoas, e não cabe mais uma.",
  });
  expect(await db.$count(listMembers, eq(listMembers.listCode, code))).toBe(maxMembers);
});

test("ads added at the same time never exceed the limit, and none is added twice", async () => {
  const { db } = sharedSite();
  const first = await publish(sharedSite());
  const { code, requestOf } = await create(first.id);
  const rows = Array.from({ length: maxItems - 3 }, () => ({
    listCode: code,
    postId: crypto.randomUUID(),
    title: "Rancho",
  }));
  await db.insert(listItems).values(rows);
  const more = await Promise.all(Array.from({ length: 4 }, () => publish(sharedSite())));
  const request = requestOf(createListBrowser().key);
  const results = await Promise.all([...more, ...more].map(({ id }) => addToList(db, request, id)));
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    message: "Uma lista leva até 30 anúncios. Tire algum antes.",
  });
  expect(await db.$count(listItems, eq(listItems.listCode, code))).toBe(maxItems);
});

test("taking off an ad deletes its votes, also those left by the previous version", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const { code, key, requestOf } = await create(id);
  const request = requestOf(key);
  const votes = () => db.$count(listVotes, eq(listVotes.listCode, code));
  const items = async () => (await findWholeList(db, code, null, day))?.items.length;
  await joinList(db, request, "Ana");
  await voteOnListing(db, request, id, true);
  await removeFromList(db, request, id);
  expect([await items(), await votes()]).toEqual([0, 0]);

  const keep = () =>
    db.update(listItems).set({ removedAt: sql`now()` }).where(eq(listItems.listCode, code));
  await addToList(db, request, id);
  await voteOnListing(db, request, id, true);
  await keep();
  expect(await items()).toBe(0);
  await addToList(db, request, id);
  expect([await items(), await votes()]).toEqual([1, 0]);
  await keep();
  await db.transaction((tx) => purgeLists(tx, day));
  expect(await db.$count(listItems, eq(listItems.listCode, code))).toBe(0);
});

test("a list expires the day after a year without visits", async () => {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite());
  const hostile = ["", "\0", "x".repeat(10_000), "'; drop table lists; --", crypto.randomUUID()];
  const { code } = await create(...hostile, id, id);
  // The list has the ad once, and none of the others.
  expect((await findWholeList(db, code, null, day))?.items).toHaveLength(1);
  expect(await findWholeList(db, code, null, "2027-11-22")).not.toBeNull();
  expect(await findWholeList(db, code, null, "2027-11-23")).toBeNull();
  await db.transaction((tx) => purgeLists(tx, "2027-11-22"));
  expect(await db.$count(lists, eq(lists.code, code))).toBe(1);
  await db.transaction((tx) => purgeLists(tx, "2027-11-23"));
  expect(await db.$count(lists, eq(lists.code, code))).toBe(0);
});

const [stay, later] = [findOrdinaryStay(30, 2), findOrdinaryStay(60, 3)];
const entryOf = (id: string, { checkIn, checkOut }: typeof stay) =>
  `${id},${checkIn},${checkOut},4`;

async function publishFree(): Promise<string> {
  const site = sharedSite();
  const { id } = await publish(site, { valorDiaria: "500", valorFds: "900", unavailableDays: [] });
  await site.db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.id, id));
  return id;
}

test("each favourite has the total and the free nights of its own dates, if it has any to come", async () => {
  const { db } = sharedSite();
  const [one, other] = [await publishFree(), await publishFree()];
  await db.insert(unavailableDays).values({ postId: other, day: later.checkIn });
  const { listings } = await listSaved(db, [entryOf(one, stay), entryOf(other, later)], today());
  expect(listings).toMatchObject([
    { id: one, offer: { nights: 2, taken: null } },
    { id: other, offer: { nights: 3, taken: expect.stringMatching(/^Ocupado em /) } },
  ]);
  for (const { offer } of listings) expect(offer?.estimate).toBeGreaterThanOrEqual(90_000);

  const past = { checkIn: addDays(today(), -5), checkOut: addDays(today(), -3) };
  const ids = [await publishFree(), await publishFree(), await publishFree()] as const;
  const entries = [ids[0], entryOf(ids[1], past), `${ids[2]},ontem,hoje,4`];
  const undated = await listSaved(db, entries, today());
  expect(undated.listings).toMatchObject(ids.map((id) => ({ id, offer: null })));
});
