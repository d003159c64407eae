import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { publish, renders, see } from "../../testing/caching-site.ts";
import { hideListings } from "../../testing/hide-listings.ts";
import { shareTestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { comingWeekend } from "../calendar/stays.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import type { Db } from "../db/client.server.ts";
import { posts, unavailableDays } from "../db/schema.ts";

const site = shareTestSite();

beforeEach(() => hideListings(site()));

const entrada = addDays(today(), 60);
const saida = addDays(entrada, 3);
const dated = `/search?entrada=${entrada}&saida=${saida}`;

const updateFeed = (db: Db, postId: string, values: Partial<typeof feeds.$inferInsert>) =>
  db.update(feeds).set(values).where(eq(feeds.postId, postId));

const changes: Record<string, (db: Db, postId: string) => Promise<unknown>> = {
  "a night is taken": (db, postId) => db.insert(unavailableDays).values({ postId, day: entrada }),
  "a feed takes a night": (db, id) => updateFeed(db, id, { nights: `{[${entrada},${saida})}` }),
  "a feed can be read again": (db, id) => updateFeed(db, id, { goodAt: new Date() }),
  "a season sets the price": (db, postId) =>
    db
      .insert(seasons)
      .values({ postId, temporada: "Festa", de: entrada, ate: saida, valorDiaria: "777" }),
  "the calendar is confirmed": (db, id) =>
    db.update(posts).set({ datesConfirmedAt: new Date() }).where(eq(posts.id, id)),
};

test.each(Object.entries(changes))(
  "a cached page of a search by dates changes when %s on another site",
  async (_, change) => {
    const { id: postId } = await publish(site());
    const old = new Date(Date.now() - 43 * 86_400_000);
    await site()
      .db.insert(feeds)
      .values({ postId, nome: "Airbnb", endereco: "https://example.com", goodAt: old });
    const stale = { createdAt: old, datesUpdatedAt: null };
    await site().db.update(posts).set(stale).where(eq(posts.id, postId));
    const path = `${dated}&localizacao=Escarpas+do+Lago`;
    // A page with so many possible addresses is kept once it is asked for again.
    await see(site(), path);
    const before = await see(site(), path);
    expect(before).toContain(postId);
    const rendered = renders(site());
    expect(await see(site(), `${path}&fbclid=1`)).toBe(before);
    expect(renders(site())).toBe(rendered);
    // As from another site, the database alone tells of it.
    await change(site().owner, postId);
    expect(await see(site(), path)).not.toBe(before);
  },
);

test("a cached page of a location without results changes when another location becomes available", async () => {
  const path = `${dated}&localizacao=Turvo`;
  for (let visit = 0; visit < 3; visit++) {
    expect(await see(site(), path)).toContain("Não foram encontrados imoveis");
  }
  await publish(site());
  expect(await see(site(), path)).toContain("em toda a região");
});

test("cached pages offer the next weekend from Friday noon on, by the region's clock", async () => {
  const linkOf = (html: string, which: "neste" | "no próximo") =>
    new RegExp(`<a [^>]*href="([^"]*)"[^>]*>(?:(?!</a>).)*Livre ${which} fim de semana`, "s").exec(
      html,
    )?.[1];
  const friday = comingWeekend(new Date()).checkIn;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${friday}T14:59:00Z`) });
  for (const path of ["/", "/search"]) {
    expect(linkOf(await see(site(), path), "neste")).toContain(`entrada=${friday}`);
  }
  vi.setSystemTime(new Date(`${friday}T15:00:00Z`));
  for (const path of ["/", "/search"]) {
    const next = linkOf(await see(site(), path), "no próximo");
    expect(next).toContain(`entrada=${addDays(friday, 7)}`);
  }
});
