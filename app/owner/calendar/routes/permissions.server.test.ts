import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { type Ask, sendAs } from "../../../../testing/callers.ts";
import { calendarOf, startFeedHost } from "../../../../testing/feed-host.ts";
import { shareTestSite, signIn } from "../../../../testing/site.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";
import { feeds, seasons } from "../../../platform/db/calendar-schema.ts";
import { posts, unavailableDays } from "../../../platform/db/schema.ts";

const host = await startFeedHost((stop) => afterAll(stop));
const sharedSite = shareTestSite({ CALENDAR_HOSTS: host.host });
const soon = (days: number) => addDays(today(), days);

interface Listing {
  id: string;
  feedId: string;
  seasonId: string;
}

const calendar = ({ id }: Listing) => `/posts/${id}/calendario`;

/** A form that only the owner may send. */
function form(fields: Record<string, string> | ((listing: Listing) => Record<string, string>)) {
  return (listing: Listing): Ask => ({
    path: calendar(listing),
    fields: typeof fields === "function" ? fields(listing) : fields,
  });
}

const season = {
  intent: "temporada",
  temporada: "Réveillon",
  de: soon(50),
  ate: soon(54),
  valorFds: "4.800",
};

const ownersOnly: Record<string, (listing: Listing) => Ask> = {
  "open the calendar": (listing) => ({ path: calendar(listing) }),
  "open the marked nights": (listing) => ({ path: `${calendar(listing)}/noites` }),
  "open the poster": ({ id }) => ({ path: `/posts/${id}/cartaz` }),
  "mark nights": form({ intent: "noites", marcar: soon(3) }),
  "mark nights by script": (listing) => ({
    path: `${calendar(listing)}/noites`,
    fields: { marcar: soon(3) },
  }),
  "confirm the calendar": form({ intent: "confirmar" }),
  "ask for reminders again": form({ intent: "lembretes" }),
  "add a season": form(season),
  "change a season": form(({ seasonId }) => ({ ...season, id: seasonId })),
  "delete a season": form(({ seasonId }) => ({ intent: "excluir-temporada", id: seasonId })),
  "take the ad's price for a season": form(({ seasonId }) => ({
    intent: "preco-do-anuncio",
    id: seasonId,
  })),
  "mark a period": form({
    intent: "periodo",
    periodoDe: soon(40),
    periodoAte: soon(44),
    estado: "ocupado",
  }),
  "connect a calendar": form(() => ({
    intent: "conectar",
    endereco: host.serve(`/${crypto.randomUUID()}.ics`, calendarOf([soon(10), soon(12)])),
  })),
  "synchronise calendars": form({ intent: "sincronizar" }),
  "accept an emptied calendar": form(({ feedId }) => ({ intent: "aceitar-vazio", id: feedId })),
  "disconnect a calendar": form(({ feedId }) => ({ intent: "desconectar", id: feedId })),
  "ask to renew the address": form({ intent: "novo-endereco" }),
  "renew the address": form({ intent: "novo-endereco", confirmado: "sim" }),
};

/** Names of requests that change nothing. */
const changesNothing = /^(open|ask)/;

/** Publishes a listing with a feed whose calendar came back empty, and a season. */
async function publishOwn() {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site);
  // The first visit of the page would create the address that other sites read.
  const calendarToken = crypto.randomUUID().replaceAll("-", "");
  await site.db.update(posts).set({ uid: user.uid, calendarToken }).where(eq(posts.id, id));
  const endereco = host.serve(`/${id}.ics`, calendarOf([soon(20), soon(22)]));
  const [feed] = await site.db
    .insert(feeds)
    .values({
      postId: id,
      nome: "Airbnb",
      endereco,
      nights: `{[${soon(10)},${soon(12)})}`,
      emptySince: sql`now()`,
    })
    .returning();
  const [kept] = await site.db
    .insert(seasons)
    .values({ postId: id, temporada: "Carnaval", de: soon(70), ate: soon(75), valorFds: "900" })
    .returning();
  const listing: Listing = { id, feedId: feed?.id ?? "", seasonId: kept?.id ?? "" };
  return { listing, cookie };
}

let shared: ReturnType<typeof publishOwn> | null = null;

/** No test may change this advertiser's rows. */
function requireStranger() {
  shared ??= publishOwn();
  return shared;
}

async function rowsOf({ id }: Listing) {
  const { db } = sharedSite();
  return {
    posts: await db.select().from(posts).where(eq(posts.id, id)),
    days: await db.select().from(unavailableDays).where(eq(unavailableDays.postId, id)),
    seasons: await db.select().from(seasons).where(eq(seasons.postId, id)),
    feeds: await db.select().from(feeds).where(eq(feeds.postId, id)),
  };
}

const send = (ask: Ask, cookie: string) => sendAs(sharedSite(), cookie, ask);

test.each(Object.keys(ownersOnly))(
  "only the owner may %s, and not through another ad",
  async (name) => {
    const ask = ownersOnly[name] as (typeof ownersOnly)[string];
    const { listing, cookie } = await publishOwn();
    const stranger = await requireStranger();
    const [before, strangersBefore] = [await rowsOf(listing), await rowsOf(stranger.listing)];
    const requests = host.requests.length;
    expect(await send(ask(listing), "")).toBe("302 /login");
    expect(await send(ask(listing), stranger.cookie)).toBe("404");
    const { fields = {} } = ask(listing);
    const { feedId, seasonId } = listing;
    if ([feedId, seasonId].some((id) => JSON.stringify(fields).includes(id))) {
      const throughOwn = { path: calendar(stranger.listing), fields };
      expect(await send(throughOwn, stranger.cookie)).toBe("400");
    }
    expect(await rowsOf(listing)).toEqual(before);
    expect(await rowsOf(stranger.listing)).toEqual(strangersBefore);
    expect(host.requests).toHaveLength(requests);

    expect(await send(ask(listing), cookie)).toMatch(/^(200|302 \/posts\/)/);
    const after = await rowsOf(listing);
    if (changesNothing.test(name)) expect(after).toEqual(before);
    else expect(after).not.toEqual(before);
    expect(await rowsOf(stranger.listing)).toEqual(strangersBefore);
  },
);

test("another's ad, a missing and a malformed one look the same", async () => {
  const { listing } = await publishOwn();
  const stranger = await requireStranger();
  const texts = new Set<string>();
  for (const id of [listing.id, crypto.randomUUID(), "x'; drop table posts"]) {
    const path = `/posts/${encodeURIComponent(id)}/calendario`;
    const answer = await sharedSite().app.request(path, { headers: { Cookie: stranger.cookie } });
    expect(answer.status).toBe(404);
    texts.add(/<main[^>]*>([\s\S]*?)<\/main>/.exec(await answer.text())?.[1] ?? "");
    const nights = { path: `${path}/noites`, fields: { marcar: soon(3) } };
    expect(await send(nights, stranger.cookie)).toBe("404");
  }
  expect([...texts]).toEqual([expect.stringContaining("Erro ao carregar o post!")]);
});
