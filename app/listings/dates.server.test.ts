import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openCachingSite, publish, renders } from "../../testing/caching-site.ts";
import { patience } from "../../testing/patience.ts";
import { openTestSite, type TestSite } from "../../testing/site.ts";
import { addDays, civilDateOf, formatCivilDate, today, weekdayOf } from "../calendar/civil-date.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import { posts } from "../db/schema.ts";
import { findListing, findOwnListing } from "./listings.server.ts";

const soon = (days: number) => addDays(today(), days);

async function addFeed(site: TestSite, postId: string, nights: string) {
  await site.db.insert(feeds).values({
    postId,
    nome: "Airbnb",
    endereco: "https://airbnb.example/segredo.ics",
    nights,
  });
}

test("future nights from feeds are unavailable on the page; only the owner's own can be edited", async () => {
  const site = await openTestSite();
  const own = [soon(-3), soon(20)];
  const { id, user } = await publish(site, { unavailableDays: own });
  await addFeed(
    site,
    id,
    `{[${soon(-9)},${soon(-7)}),[${soon(-1)},${soon(1)}),[${soon(13)},${soon(14)})}`,
  );
  await addFeed(site, id, `{[${soon(0)},${soon(2)})}`);
  const other = await publish(site, { unavailableDays: [] });

  expect((await findListing(site.db, id))?.unavailableDays).toEqual([
    soon(0),
    soon(1),
    soon(13),
    soon(20),
  ]);
  expect((await findOwnListing(site.db, user.uid, id))?.unavailableDays).toEqual(own);
  expect((await findListing(site.db, other.id))?.unavailableDays).toEqual([]);
});

test("a feed without nights takes none", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { unavailableDays: [] });
  await addFeed(site, id, "{}");
  expect((await findListing(site.db, id))?.unavailableDays).toEqual([]);
});

test("a listing comes with its own seasons, the earliest first", async () => {
  const site = await openTestSite();
  const { id: postId } = await publish(site);
  const { id: other } = await publish(site);
  const rates = { valorFds: "3800", valorDiaria: null, minimoNoites: 4 };
  await site.db.insert(seasons).values([
    { postId, temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-02", ...rates },
    { postId, temporada: "Natal", de: "2026-12-23", ate: "2026-12-27", ...rates },
    { postId: other, temporada: "Carnaval", de: "2027-02-05", ate: "2027-02-10", ...rates },
  ]);
  const listing = await findListing(site.db, postId);
  expect(listing?.seasons).toMatchObject([
    { temporada: "Natal" },
    { temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-02", ...rates },
  ]);
});

function fridayIn(weeks: number): string {
  const day = addDays(today(), 7 * weeks);
  return addDays(day, (5 - weekdayOf(day) + 7) % 7);
}

const friday = fridayIn(3);
const sunday = addDays(friday, 2);
const weekend = `entrada=${friday}&saida=${sunday}`;

async function openAd(site: TestSite, address: string): Promise<string> {
  const answer = await site.app.request(address);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("\u00a0", " ").replaceAll("<!-- -->", "");
}

/** Greetings that visitors would send to the owner. */
function greetings(html: string): string[] {
  return [...html.matchAll(/href="(https:\/\/wa\.me\/55[^"]+)"/g)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&")).searchParams.get("text") ?? "",
  );
}

test("without JavaScript the page has the estimate, the fields and the greeting for its dates", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { valorFds: "1090", unavailableDays: [] });
  const html = await openAd(site, `/posts/${id}?${weekend}&pessoas=6`);

  expect(html).toMatch(/data-estimativa="[^"]*">R\$ 1\.090</);
  expect(html).toContain("Fim de semana");
  expect(html).toContain(`value="${friday}"`);
  expect(html).toContain(`value="${sunday}"`);
  expect(greetings(html)).toHaveLength(2);
  for (const text of greetings(html)) {
    expect(text).toContain(
      `de ${formatCivilDate(friday)} a ${formatCivilDate(sunday)} (2 noites), para 6 pessoas.`,
    );
  }
  expect(html).toContain(`<link rel="canonical" href="http://localhost/posts/${id}"/>`);
});

test("a page without dates has the specification's greeting and no estimate", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  const html = await openAd(site, `/posts/${id}`);
  expect(html).not.toContain("data-estimativa");
  for (const text of greetings(html)) expect(text).toMatch(new RegExp(`": \\S+/posts/${id}$`));
});

test("a missing price makes the estimate 'Preço a combinar'", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { valorDiaria: null, unavailableDays: [] });
  const html = await openAd(
    site,
    `/posts/${id}?entrada=${addDays(friday, 3)}&saida=${addDays(friday, 5)}`,
  );
  expect(html).toMatch(/data-estimativa="[^"]*">Preço a combinar</);
});

test("a feed's nights can't be part of a stay, but their first day can end one", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { unavailableDays: [] });
  await addFeed(site, id, `{[${friday},${sunday})}`);
  const clash = await openAd(site, `/posts/${id}?entrada=${addDays(friday, -2)}&saida=${sunday}`);
  expect(clash).toContain(
    `Há noites ocupadas nessas datas. A saída pode ser até ${formatCivilDate(friday)}.`,
  );
  expect(clash).not.toContain("data-estimativa");
  expect(
    await openAd(site, `/posts/${id}?entrada=${sunday}&saida=${addDays(sunday, 1)}`),
  ).toContain("data-estimativa");
  const html = await openAd(site, `/posts/${id}?entrada=${addDays(friday, -2)}&saida=${friday}`);
  expect(html).toContain("data-estimativa");
});

test("the price table lists seasons until they are over, and explains their minimum", async () => {
  const site = await openTestSite();
  const { id: postId } = await publish(site, { unavailableDays: [] });
  const rates = { valorFds: "3800", valorDiaria: null };
  const lastYear = { temporada: "Carnaval", de: addDays(today(), -9), ate: today() };
  const season = { temporada: "Réveillon", de: friday, ate: addDays(friday, 6), minimoNoites: 4 };
  await site.db.insert(seasons).values([
    { postId, ...lastYear, ...rates },
    { postId, ...season, ...rates },
  ]);
  const html = await openAd(site, `/posts/${postId}?${weekend}`);
  expect(html).toContain("Preços por temporada");
  expect(html).toContain("Mínimo de 4 noites");
  expect(html).toContain("R$ 3.800");
  expect(html).toContain("A combinar");
  expect(html).toMatch(/id="saida-error"[\s\S]*?mínimo de 4 noites\./);
  expect(html).not.toContain("data-estimativa");
  expect(html.split("</table>").at(-2)).not.toContain("Carnaval");
});

test.each([
  ["entrada=ontem&saida=2027-02-31", "Não entendemos a data de entrada"],
  ["entrada=2020-01-01&saida=2020-01-03", "A data de entrada já passou"],
  [`entrada=${sunday}&saida=${friday}`, "A saída precisa ser depois da entrada."],
  [`entrada=${friday}`, "Escolha também a data de saída."],
  [`${weekend}&pessoas=17`, "Aqui cabem até 16 pessoas."],
  ["pessoas=%00", "Diga quantas pessoas, de 1 em diante."],
])("the query %s gets an error beside its field", async (query, sentence) => {
  const site = await openTestSite();
  const { id } = await publish(site, { unavailableDays: [] });
  expect(await openAd(site, `/posts/${id}?${query}`)).toContain(sentence);
});

test("made-up dates evict no ad from the page cache", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { unavailableDays: [] });
  const isCached = async () => {
    const before = renders(site);
    await openAd(site, `/posts/${id}?fbclid=1`);
    return renders(site) === before;
  };
  await vi.waitUntil(isCached, patience);
  const before = site.pageCache?.figures().pages;
  for (let n = 1; n <= 30; n++) await openAd(site, `/posts/${id}?pessoas=x${n}`);
  for (let n = 1; n <= 10; n++) await openAd(site, `/posts/${id}?${weekend}&pessoas=${n}`);
  expect(site.pageCache?.figures().pages).toBe(before);
  expect(await isCached()).toBe(true);
});

test("visitors see the owner's confirmation, also on a cached page", async () => {
  const site = await openCachingSite();
  const { id, user } = await publish(site, { unavailableDays: [] });
  const address = `/posts/${id}`;
  const updatedToday = `Calendário atualizado em ${formatCivilDate(today())}`;
  expect(await openAd(site, address)).toContain(updatedToday);
  await site.db
    .update(posts)
    .set({ datesUpdatedAt: new Date("2026-03-02T12:00:00Z") })
    .where(eq(posts.uid, user.uid));
  await vi.waitFor(
    async () =>
      expect(await openAd(site, address)).toContain("Calendário atualizado em 02/03/2026"),
    patience,
  );
  await site.db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.uid, user.uid));
  await vi.waitFor(
    async () => expect(await openAd(site, address)).toContain(updatedToday),
    patience,
  );
});

test("a cached page changes when a feed is added, recovers or is removed, but not with every reading", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site, { unavailableDays: [] });
  const expectSentence = (sentence: string) =>
    vi.waitFor(
      async () => expect(await openAd(site, `/posts/${id}`)).toContain(`>${sentence}</p>`),
      patience,
    );
  const readHoursAgo = (hours: number) =>
    site.db
      .update(feeds)
      .set({ goodAt: new Date(Date.now() - hours * 3_600_000) })
      .where(eq(feeds.postId, id));
  const updated = `Calendário atualizado em ${formatCivilDate(today())}`;
  await expectSentence(updated);
  await addFeed(site, id, "{}");
  await readHoursAgo(72);
  const readOn = formatCivilDate(civilDateOf(new Date(Date.now() - 72 * 3_600_000)));
  await expectSentence(`${updated}, sincronizado com outros sites até ${readOn}`);
  await readHoursAgo(1);
  await expectSentence(`${updated}, sincronizado com outros sites`);

  const isCached = async () => {
    const before = renders(site);
    await openAd(site, `/posts/${id}`);
    return renders(site) === before;
  };
  await vi.waitUntil(isCached, patience);
  await readHoursAgo(0);
  // A later change has been announced by now, so the reading never was.
  const other = await publish(site, { unavailableDays: [] });
  await openAd(site, `/posts/${other.id}`);
  const datesConfirmedAt = new Date("2026-03-02T12:00:00Z");
  await site.db.update(posts).set({ datesConfirmedAt }).where(eq(posts.id, other.id));
  await vi.waitFor(
    async () =>
      expect(await openAd(site, `/posts/${other.id}`)).toContain(
        "Calendário atualizado em 02/03/2026",
      ),
    patience,
  );
  expect(await isCached()).toBe(true);

  await site.db.delete(feeds).where(eq(feeds.postId, id));
  await expectSentence(updated);
});

test("taken dates offer two free stays nearby, as links that work without script", async () => {
  const site = await openTestSite();
  const [checkIn, taken, checkOut] = [soon(19), soon(20), soon(21)];
  const { id } = await publish(site, { unavailableDays: [taken] });
  const read = async (path: string) => (await site.app.request(path)).text();
  const html = await read(`/posts/${id}?entrada=${checkIn}&saida=${checkOut}&pessoas=2`);
  expect(html).not.toContain("data-estimativa");
  const links = [...html.matchAll(/href="(\/posts\/[^"]+)#contato">[^<]*, 2 noites</g)].map(
    ([, href = ""]) => href.replaceAll("&amp;", "&"),
  );
  expect(links).toEqual([
    `/posts/${id}?entrada=${soon(18)}&saida=${soon(20)}&pessoas=2`,
    `/posts/${id}?entrada=${soon(21)}&saida=${soon(23)}&pessoas=2`,
  ]);
  for (const link of links) expect(await read(link)).toContain("data-estimativa");
});

test("the calendar says at once that the night asked for is taken", async () => {
  const site = await openTestSite();
  const taken = soon(20);
  const { id } = await publish(site, { unavailableDays: [taken] });
  const html = await (
    await site.app.request(`/posts/${id}?entrada=${taken}&saida=${soon(22)}`)
  ).text();
  const [status] = /<p role="status">.*?<\/p>/s.exec(html) ?? [];
  expect(status).toContain(`A noite de ${formatCivilDate(taken)} está ocupada.`);
});

test("the calendar says on which days others leave and arrive, also without script", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { unavailableDays: [soon(2), soon(3)] });
  const html = await (await site.app.request(`/posts/${id}`)).text();
  const titles = [...html.matchAll(/<(button|span)[^>]* title="(livre [^"]*)"/g)].map(
    ([, tag, title]) => [tag, title],
  );
  expect(titles).toEqual([
    ["button", "livre até a tarde: dá para sair neste dia"],
    ["span", "livre a partir da tarde: dá para entrar neste dia"],
  ]);
});
