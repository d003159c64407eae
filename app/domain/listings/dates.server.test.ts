import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { publish, renders } from "../../../testing/caching-site.ts";
import { greetingsIn } from "../../../testing/greetings.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { patience } from "../../../testing/patience.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { feeds, seasons } from "../../platform/db/calendar-schema.ts";
import { posts } from "../../platform/db/schema.ts";
import { addDays, civilDateOf, formatCivilDate, today, weekdayOf } from "../calendar/civil-date.ts";
import { formatStay } from "../calendar/stays.ts";
import { findListing, findOwnListing } from "./listings.server.ts";

const site = shareTestSite();

const soon = (days: number) => addDays(today(), days);

/** A Friday with two weeks without holidays after it. */
const friday = firstFriday(findOrdinaryStay(40, 21).checkIn);
const sunday = addDays(friday, 2);
const weekend = `entrada=${friday}&saida=${sunday}`;

function firstFriday(from: string): string {
  return addDays(from, (5 - weekdayOf(from) + 7) % 7);
}

async function addFeed(postId: string, nights: string) {
  const endereco = "https://airbnb.example/segredo.ics";
  await site().db.insert(feeds).values({ postId, nome: "Airbnb", endereco, nights });
}

async function open(path: string): Promise<string> {
  const answer = await site().app.request(path);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("\u00a0", " ").replaceAll("<!-- -->", "");
}

const estimateIn = (html: string) => /data-estimativa[^>]*>([^<]*)/.exec(html)?.[1];

test("future nights from feeds are unavailable; only the owner's own can be edited", async () => {
  const { db } = site();
  const own = [soon(-3), soon(20)];
  const { id, user } = await publish(site(), { unavailableDays: own });
  await addFeed(
    id,
    `{[${soon(-9)},${soon(-7)}),[${soon(-1)},${soon(1)}),[${soon(13)},${soon(14)})}`,
  );
  await addFeed(id, `{[${soon(0)},${soon(2)})}`);
  const other = await publish(site(), { unavailableDays: [] });
  await addFeed(other.id, "{}");

  const unavailable = [soon(0), soon(1), soon(13), soon(20)];
  expect((await findListing(db, id))?.unavailableDays).toEqual(unavailable);
  expect((await findOwnListing(db, user.uid, id))?.unavailableDays).toEqual(own);
  expect((await findListing(db, other.id))?.unavailableDays).toEqual([]);
});

test("a listing has its own seasons, the earliest first, and its price table those that aren't over", async () => {
  const { id: postId } = await publish(site(), { unavailableDays: [] });
  const { id: other } = await publish(site());
  const rates = { valorFds: "3800", valorDiaria: null, minimoNoites: 4 };
  const reveillon = { temporada: "Réveillon", de: friday, ate: addDays(friday, 6), ...rates };
  const past = { temporada: "Carnaval", de: soon(-9), ate: today(), ...rates };
  const others = { postId: other, ...reveillon, temporada: "Natal" };
  const rows = [{ postId, ...reveillon }, { postId, ...past }, others];
  await site().db.insert(seasons).values(rows);

  const listing = await findListing(site().db, postId);
  expect(listing?.seasons).toMatchObject([past, reveillon]);
  const html = await open(`/posts/${postId}?${weekend}`);
  const [table = ""] = /Preços por temporada[\s\S]*?<\/table>/.exec(html) ?? [];
  for (const text of ["Réveillon", "Mínimo de 4 noites", "R$ 3.800", "A combinar"]) {
    expect(table).toContain(text);
  }
  expect(table).not.toContain("Carnaval");
  expect(html).toMatch(/id="saida-error"[\s\S]*?mínimo de 4 noites\./);
  expect(estimateIn(html)).toBeUndefined();
});

test("without JavaScript the page has the estimate, the fields and the greeting for its dates", async () => {
  const { id } = await publish(site(), { valorFds: "1090", unavailableDays: [] });
  const html = await open(`/posts/${id}?${weekend}&pessoas=6`);
  expect(estimateIn(html)).toBe("R$ 1.090");
  for (const day of [friday, sunday]) expect(html).toContain(`value="${day}"`);
  expect(greetingsIn(html)).toHaveLength(2);
  for (const text of greetingsIn(html)) {
    expect(text).toContain(
      `de ${formatCivilDate(friday)} a ${formatCivilDate(sunday)} (2 noites), para 6 pessoas.`,
    );
  }
  expect(html).toContain(`<link rel="canonical" href="http://localhost/posts/${id}"/>`);

  const plain = await open(`/posts/${id}`);
  expect(estimateIn(plain)).toBeUndefined();
  for (const text of greetingsIn(plain)) expect(text).toMatch(new RegExp(`": \\S+/posts/${id}$`));

  const wrong = await open(`/posts/${id}?entrada=ontem&saida=2027-02-31&pessoas=%00`);
  for (const field of ["entrada", "pessoas"]) expect(wrong).toContain(`id="${field}-error"`);
});

test("taken nights have no estimate, are marked, and offer free stays as links that work without script", async () => {
  const [checkIn, taken, checkOut] = [soon(19), soon(20), soon(21)];
  const { id } = await publish(site(), { unavailableDays: [soon(2), soon(3)] });
  await addFeed(id, `{[${taken},${checkOut})}`);
  const html = await open(`/posts/${id}?entrada=${checkIn}&saida=${checkOut}&pessoas=2`);
  expect(estimateIn(html)).toBeUndefined();
  expect(html).toContain(`A saída pode ser até ${formatCivilDate(taken)}.`);
  const links = [...html.matchAll(/href="(\/posts\/[^"]+)#contato">[^<]*, 2 noites</g)].map(
    ([, href = ""]) => href.replaceAll("&amp;", "&"),
  );
  expect(links).toEqual([
    `/posts/${id}?entrada=${soon(18)}&saida=${soon(20)}&pessoas=2`,
    `/posts/${id}?entrada=${soon(21)}&saida=${soon(23)}&pessoas=2`,
  ]);
  for (const link of links) expect(estimateIn(await open(link))).toBeDefined();

  const from = await open(`/posts/${id}?entrada=${taken}&saida=${soon(22)}`);
  const [status] = /<p role="status">.*?<\/p>/s.exec(from) ?? [];
  expect(status).toContain(`A noite de ${formatCivilDate(taken)} está ocupada.`);
  const titles = [...from.matchAll(/<(button|span)[^>]* title="(livre [^"]*)"/g)].map(
    ([, tag, title]) => [tag, title],
  );
  expect(titles.slice(0, 2)).toEqual([
    ["button", "livre até a tarde: dá para sair neste dia"],
    ["span", "livre a partir da tarde: dá para entrar neste dia"],
  ]);
});

async function isCached(path: string): Promise<boolean> {
  const before = renders(site());
  await open(path);
  return renders(site()) === before;
}

/** Resolves once the page is cached. Pages depend on all ads until a search has read the index. */
async function cache(path: string): Promise<void> {
  await open(`/search?${weekend}`);
  await vi.waitUntil(() => isCached(path), patience);
}

test("a cached page changes with the owner's dates and when a feed is added, recovers or is removed, but not with every reading", async () => {
  const { db } = site();
  const { id } = await publish(site(), { unavailableDays: [] });
  const path = `/posts/${id}`;
  await cache(path);
  const freshness = async () => />(Calendário atualizado em [^<]*)</.exec(await open(path))?.[1];
  const setDates = (dates: object) => db.update(posts).set(dates).where(eq(posts.id, id));
  const readHoursAgo = (hours: number) =>
    db
      .update(feeds)
      .set({ goodAt: new Date(Date.now() - hours * 3_600_000) })
      .where(eq(feeds.postId, id));
  await setDates({ datesUpdatedAt: new Date("2026-03-02T12:00:00Z") });
  expect(await freshness()).toBe("Calendário atualizado em 02/03/2026");
  await setDates({ datesConfirmedAt: new Date() });
  const updated = `Calendário atualizado em ${formatCivilDate(today())}`;
  expect(await freshness()).toBe(updated);

  await addFeed(id, "{}");
  await readHoursAgo(72);
  const readOn = formatCivilDate(civilDateOf(new Date(Date.now() - 72 * 3_600_000)));
  expect(await freshness()).toBe(`${updated}, sincronizado com outros sites até ${readOn}`);
  await readHoursAgo(1);
  expect(await freshness()).toBe(`${updated}, sincronizado com outros sites`);
  await vi.waitUntil(() => isCached(path), patience);
  await readHoursAgo(0);
  expect(await isCached(path)).toBe(true);
  await db.delete(feeds).where(eq(feeds.postId, id));
  expect(await freshness()).toBe(updated);
});

test("the ad's rules and packages are beside its prices; dates that break one have no estimate, there and in a search", async () => {
  const rules = { minimoNoites: 3, fdsInteiro: true, valorDiaria: "500", unavailableDays: [] };
  const { id: postId } = await publish(site(), rules);
  const { db } = site();
  // Five nights, beginning on the Monday after that Friday.
  const [de, ate] = [addDays(friday, 3), addDays(friday, 8)];
  await db.insert(seasons).values({ postId, temporada: "Réveillon", de, ate, pacote: "6000" });
  const dates = formatStay({ checkIn: de, checkOut: ate }, today());

  const whole = await open(`/posts/${postId}?entrada=${addDays(de, -1)}&saida=${ate}`);
  expect(whole).toContain("<li>Mínimo de 3 noites</li><li>Fim de semana só inteiro</li>");
  expect(whole).toContain(`<li>Réveillon ${dates}: R$ 6.000 o pacote</li>`);
  expect(estimateIn(whole)).toBe("R$ 6.500");
  const part = await open(`/posts/${postId}?entrada=${de}&saida=${addDays(ate, -1)}`);
  expect(part).toMatch(/id="saida-error"[\s\S]*?Só o pacote inteiro\./);
  expect(part).toContain(`>${dates}, 5 noites</a>`);
  const short = await open(`/posts/${postId}?${weekend}`);
  expect(short).toMatch(/id="saida-error"[\s\S]*?Mínimo de 3 noites\./);
  for (const html of [part, short]) {
    expect(estimateIn(html)).toBeUndefined();
    expect(greetingsIn(html)[0]).not.toContain("estimativa");
  }
  const [, card = ""] = (await open(`/search?${weekend}&ordem=preco`)).split(`/posts/${postId}`);
  const [shown] = card.split("</article>");
  expect(shown).toContain("Pede no mínimo 3 noites");
  expect(shown).not.toMatch(/Livre de|data-estimativa/);
});
