import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { calendarOf, startFeedHost } from "../../../../testing/feed-host.ts";
import { shareTestSite, signIn } from "../../../../testing/site.ts";
import { addDays, today } from "../../../calendar/civil-date.ts";
import { doubleBookings, feeds, seasons, stayNotes } from "../../../db/calendar-schema.ts";
import { posts, unavailableDays } from "../../../db/schema.ts";

const host = await startFeedHost((stop) => afterAll(stop));
const sharedSite = shareTestSite({ CALENDAR_HOSTS: host.host });
const soon = (days: number) => addDays(today(), days);

interface Listing {
  id: string;
  feedId: string;
  seasonId: string;
  noteId: string;
  calendarToken: string;
  confirmToken: string;
  unsubscribeToken: string;
}

interface Ask {
  path: string;
  /** Fields of a POST; a GET has none. */
  fields?: Record<string, string>;
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

const note = { intent: "anotacao", entrada: soon(10), saida: soon(12), hospede: "Bia" };

const feedStay = { de: soon(10), ate: soon(12) };

const ownersOnly: Record<string, { ask: (listing: Listing) => Ask; changes: boolean }> = {
  "open the calendar": { ask: (listing) => ({ path: calendar(listing) }), changes: false },
  "mark nights": { ask: form({ intent: "noites", marcar: soon(3) }), changes: true },
  "mark nights by script": {
    ask: (listing) => ({ path: `${calendar(listing)}/noites`, fields: { marcar: soon(3) } }),
    changes: true,
  },
  "confirm the calendar": { ask: form({ intent: "confirmar" }), changes: true },
  "turn reminders off": {
    ask: form({ intent: "lembretes", lembretes: "desligar" }),
    changes: true,
  },
  "add a season": { ask: form(season), changes: true },
  "change a season": {
    ask: form(({ seasonId }) => ({ ...season, id: seasonId })),
    changes: true,
  },
  "delete a season": {
    ask: form(({ seasonId }) => ({ intent: "excluir-temporada", id: seasonId })),
    changes: true,
  },
  "mark a period": {
    ask: form({
      intent: "periodo",
      periodoDe: soon(40),
      periodoAte: soon(44),
      estado: "ocupado",
    }),
    changes: true,
  },
  "add a note": { ask: form(note), changes: true },
  "change a note": { ask: form(({ noteId }) => ({ ...note, id: noteId })), changes: true },
  "delete a note": {
    ask: form(({ noteId }) => ({ intent: "excluir-anotacao", id: noteId })),
    changes: true,
  },
  "free a stay of a feed": {
    ask: form(({ feedId }) => ({ ...feedStay, intent: "esta-livre", calendario: feedId })),
    changes: true,
  },
  "take a freed stay again": {
    ask: form(({ feedId }) => ({
      intent: "voltar-a-ocupar",
      calendario: feedId,
      de: soon(14),
      ate: soon(16),
    })),
    changes: true,
  },
  "say that a double booking is one stay": {
    ask: form(({ feedId }) => ({
      intent: "mesma-reserva",
      noites: ` ${feedId} ${soon(11)} ${soon(12)}`,
    })),
    changes: true,
  },
  "connect a calendar": {
    ask: form(() => ({
      intent: "conectar",
      endereco: host.serve(`/${crypto.randomUUID()}.ics`, calendarOf([soon(10), soon(12)])),
    })),
    changes: true,
  },
  "synchronise calendars": { ask: form({ intent: "sincronizar" }), changes: true },
  "accept an emptied calendar": {
    ask: form(({ feedId }) => ({ intent: "aceitar-vazio", id: feedId })),
    changes: true,
  },
  "disconnect a calendar": {
    ask: form(({ feedId }) => ({ intent: "desconectar", id: feedId })),
    changes: true,
  },
  "ask to renew the address": { ask: form({ intent: "novo-endereco" }), changes: false },
  "renew the address": {
    ask: form({ intent: "novo-endereco", confirmado: "sim" }),
    changes: true,
  },
};

/** Requests to secret links, which need no login. */
const everyones: Record<string, { ask: (listing: Listing) => Ask; changes: boolean }> = {
  "read the published calendar": {
    ask: ({ calendarToken }) => ({ path: `/calendarios/${calendarToken}.ics` }),
    changes: false,
  },
  "open the confirmation link": {
    ask: ({ confirmToken }) => ({ path: `/calendario-em-dia/${confirmToken}` }),
    changes: false,
  },
  "confirm by link": {
    ask: ({ confirmToken }) => ({ path: `/calendario-em-dia/${confirmToken}`, fields: {} }),
    changes: true,
  },
  "open the unsubscribe link": {
    ask: ({ unsubscribeToken }) => ({ path: `/sem-lembretes/${unsubscribeToken}` }),
    changes: false,
  },
  "unsubscribe by link": {
    ask: ({ unsubscribeToken }) => ({ path: `/sem-lembretes/${unsubscribeToken}`, fields: {} }),
    changes: true,
  },
};

/** Publishes a listing with a feed whose calendar came back empty, and a season. */
async function publishOwn() {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site);
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
      stays: `{"[${soon(10)},${soon(12)})","[${soon(14)},${soon(16)})"}`,
      freed: `{"[${soon(14)},${soon(16)})"}`,
      emptySince: sql`now()`,
    })
    .returning();
  const [kept] = await site.db
    .insert(seasons)
    .values({ postId: id, temporada: "Carnaval", de: soon(70), ate: soon(75), valorFds: "900" })
    .returning();
  // The owner's stay and the feed's meet in one night.
  await site.db.insert(unavailableDays).values([
    { postId: id, day: soon(11) },
    { postId: id, day: soon(12) },
  ]);
  const [noted] = await site.db
    .insert(stayNotes)
    .values({ postId: id, de: soon(10), ate: soon(12), hospede: "Ana" })
    .returning();
  const listing: Listing = {
    id,
    feedId: feed?.id ?? "",
    seasonId: kept?.id ?? "",
    noteId: noted?.id ?? "",
    calendarToken,
    confirmToken: await site.signedLinks.sign(site.db, "confirm", id),
    unsubscribeToken: await site.signedLinks.sign(site.db, "unsubscribe", user.uid),
  };
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
    notes: await db.select().from(stayNotes).where(eq(stayNotes.postId, id)),
    twice: await db.select().from(doubleBookings).where(eq(doubleBookings.postId, id)),
  };
}

async function send({ path, fields }: Ask, cookie: string) {
  const response = await sharedSite().app.request(path, {
    method: fields ? "POST" : "GET",
    headers: { Cookie: cookie },
    body: fields && new URLSearchParams(fields),
  });
  const location = response.headers.get("Location");
  return location ? `${response.status} ${location.split("?")[0]}` : String(response.status);
}

test.each(Object.keys(ownersOnly))("only the owner may %s", async (name) => {
  const { ask, changes } = ownersOnly[name] as (typeof ownersOnly)[string];
  const { listing, cookie } = await publishOwn();
  const stranger = await requireStranger();
  const [before, strangersBefore] = [await rowsOf(listing), await rowsOf(stranger.listing)];
  const requests = host.requests.length;
  expect(await send(ask(listing), "")).toBe("302 /login");
  expect(await send(ask(listing), stranger.cookie)).toBe("404");
  expect(await rowsOf(listing)).toEqual(before);
  expect(await rowsOf(stranger.listing)).toEqual(strangersBefore);
  expect(host.requests).toHaveLength(requests);

  expect(await send(ask(listing), cookie)).toBe("200");
  if (changes) expect(await rowsOf(listing)).not.toEqual(before);
  else expect(await rowsOf(listing)).toEqual(before);
  expect(await rowsOf(stranger.listing)).toEqual(strangersBefore);
});

test.each([
  "change a season",
  "delete a season",
  "change a note",
  "delete a note",
  "free a stay of a feed",
  "take a freed stay again",
  "say that a double booking is one stay",
  "accept an emptied calendar",
  "disconnect a calendar",
])("an owner can't %s of another listing through their own", async (name) => {
  const { ask } = ownersOnly[name] as (typeof ownersOnly)[string];
  const { listing } = await publishOwn();
  const stranger = await requireStranger();
  const [before, strangersBefore] = [await rowsOf(listing), await rowsOf(stranger.listing)];
  const { fields } = ask(listing);
  const answer = await send({ path: calendar(stranger.listing), fields }, stranger.cookie);
  expect(answer).toBe("400");
  expect(await rowsOf(listing)).toEqual(before);
  expect(await rowsOf(stranger.listing)).toEqual(strangersBefore);
});

test.each(
  Object.keys(everyones).flatMap((name) =>
    (["visitor", "owner", "stranger"] as const).map((who) => [name, who] as const),
  ),
)("anyone with the link may %s: %s", async (name, who) => {
  const { ask, changes } = everyones[name] as (typeof everyones)[string];
  const { listing, cookie } = await publishOwn();
  const stranger = await requireStranger();
  const [before, strangersBefore] = [await rowsOf(listing), await rowsOf(stranger.listing)];
  const cookies = { visitor: "", owner: cookie, stranger: stranger.cookie };
  expect(await send(ask(listing), cookies[who])).toBe("200");
  if (changes) expect(await rowsOf(listing)).not.toEqual(before);
  else expect(await rowsOf(listing)).toEqual(before);
  expect(await rowsOf(stranger.listing)).toEqual(strangersBefore);
});
