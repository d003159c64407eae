import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openCachingSite, publish, renders, see } from "../../testing/caching-site.ts";
import { patience } from "../../testing/patience.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { comingWeekend } from "../calendar/stays.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import { posts, unavailableDays } from "../db/schema.ts";

const entrada = addDays(today(), 60);
const saida = addDays(entrada, 3);
const dated = `/search?entrada=${entrada}&saida=${saida}`;

test.each<[string, (site: Awaited<ReturnType<typeof openCachingSite>>, id: string) => unknown]>([
  [
    "a night is taken",
    ({ db }, id) => db.insert(unavailableDays).values({ postId: id, day: entrada }),
  ],
  [
    "a feed takes a night",
    ({ db }) =>
      db.execute(
        sql`update feeds set nights = datemultirange(daterange(${entrada}::date, ${saida}::date))`,
      ),
  ],
  [
    "a season sets the price",
    ({ db }, id) =>
      db
        .insert(seasons)
        .values({ postId: id, temporada: "Festa", de: entrada, ate: saida, valorDiaria: "777" }),
  ],
  ["a feed can be read again", ({ db }) => db.update(feeds).set({ goodAt: new Date() })],
  ["the calendar is confirmed", ({ db }) => db.update(posts).set({ datesConfirmedAt: new Date() })],
])("a cached page of a search by dates changes when %s on another site", async (_, change) => {
  const here = await openCachingSite();
  const { id } = await publish(here);
  const old = new Date(Date.now() - 43 * 86_400_000);
  await here.db
    .insert(feeds)
    .values({ postId: id, nome: "Airbnb", endereco: "https://example.com", goodAt: old });
  await here.db.update(posts).set({ createdAt: old, datesUpdatedAt: null });
  const there = await openCachingSite(here.databaseUrl);
  const path = `${dated}&localizacao=Escarpas+do+Lago`;
  await see(there, path);
  const before = await see(there, path);
  expect(before).toContain("Rancho Beira d’Água");
  const rendered = renders(there);
  expect(await see(there, path)).toBe(before);
  expect(renders(there)).toBe(rendered);
  await change(here, id);
  await vi.waitFor(async () => expect(await see(there, path)).not.toBe(before), patience);
});

test("a cached page of a location without results changes when another location becomes available", async () => {
  const site = await openCachingSite();
  const path = `${dated}&localizacao=Turvo`;
  for (let visit = 0; visit < 3; visit++)
    expect(await see(site, path)).toContain("Não foram encontrados imoveis");
  await publish(site);
  await vi.waitFor(
    async () => expect(await see(site, path)).toContain("em toda a região"),
    patience,
  );
});

test("cached pages offer the next weekend from Friday noon on, by the region's clock", async () => {
  const site = await openCachingSite();
  const linkOf = (html: string) =>
    /<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Livre neste fim de semana/s.exec(html)?.[1];
  const friday = comingWeekend(new Date()).checkIn;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${friday}T14:59:00Z`) });
  for (const path of ["/", "/search"]) {
    expect(linkOf(await see(site, path))).toContain(`entrada=${friday}`);
  }
  vi.setSystemTime(new Date(`${friday}T15:00:00Z`));
  for (const path of ["/", "/search"]) {
    expect(linkOf(await see(site, path))).toContain(`entrada=${addDays(friday, 7)}`);
  }
});
