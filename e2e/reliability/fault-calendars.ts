import type { IncomingMessage, ServerResponse } from "node:http";
import { addDays, today } from "../../app/calendar/civil-date.ts";
import { calendarOf, type FeedHost } from "../../testing/feed-host.ts";
import { type Advertiser, ask, confirm, type Form, post } from "./fault-advertiser.ts";
import type { Faults, SiteStorage } from "./fault-checks.ts";

/** A calendar with everything the ad's site confirmed about it. */
export interface ServedCalendar {
  address: string;
  /** Id among the ad's feeds, once a check has found it there. */
  id: string | null;
  state: "connecting" | "connected" | "disconnecting" | "gone";
  /** The nights of each copy sent, in PostgreSQL's syntax, oldest first. */
  copies: string[];
  /** Index of the oldest copy whose nights the site may still show. */
  oldest: number;
}

let served = 0;

/**
 * Serves a calendar whose copies take different nights, each two stays, so that half a copy shows.
 */
export function serveCalendar(host: FeedHost): ServedCalendar {
  const calendar: ServedCalendar = {
    address: "",
    id: null,
    state: "connecting",
    copies: [],
    oldest: 0,
  };
  calendar.address = host.serve(`/${++served}.ics`, (_request: IncomingMessage, response) => {
    sendNextCopy(calendar, response);
  });
  return calendar;
}

function sendNextCopy({ copies }: ServedCalendar, response: ServerResponse): void {
  const first = addDays(today(), 200 + (copies.length % 300));
  const stays = [first, addDays(first, 20)].map((checkIn): [string, string] => [
    checkIn,
    addDays(checkIn, 2),
  ]);
  copies.push(`{${stays.map(([from, to]) => `[${from},${to})`).join(",")}}`);
  response.end(calendarOf(...stays));
}

function send(site: string, { cookie }: Advertiser, adId: string, fields: Form) {
  return ask(`${site}/posts/${adId}/calendario`, post(fields, cookie));
}

export async function connect(
  site: string,
  advertiser: Advertiser,
  adId: string,
  calendar: ServedCalendar,
): Promise<void> {
  const fields = { intent: "conectar", endereco: calendar.address };
  confirm(await send(site, advertiser, adId, fields), 200, "connecting a calendar");
  calendar.state = "connected";
}

export async function synchronise(
  site: string,
  advertiser: Advertiser,
  adId: string,
  calendars: ServedCalendar[],
): Promise<void> {
  const connected = calendars.filter(({ state }) => state === "connected");
  const before = connected.map(({ copies }) => copies.length);
  const answer = await send(site, advertiser, adId, { intent: "sincronizar" });
  confirm(answer, 200, "synchronising calendars");
  for (const [index, calendar] of connected.entries()) calendar.oldest = before[index] ?? 0;
}

export async function disconnect(
  site: string,
  advertiser: Advertiser,
  adId: string,
  calendar: ServedCalendar,
): Promise<void> {
  calendar.state = "disconnecting";
  const fields = { intent: "desconectar", id: calendar.id ?? "" };
  confirm(await send(site, advertiser, adId, fields), 200, "disconnecting a calendar");
  calendar.state = "gone";
}

/**
 * A connected calendar must have all nights of one copy, no older than the last confirmed
 * synchronisation. Resolves unanswered requests in `calendars`.
 */
export async function checkCalendars(
  { db }: SiteStorage,
  calendars: ServedCalendar[],
): Promise<Faults> {
  const { rows } = await db.query<{ id: string; endereco: string; nights: string }>(
    "select id::text, endereco, nights::text as nights from feeds",
  );
  const faults: Faults = [];
  for (const calendar of calendars) {
    const { address, state, copies, oldest } = calendar;
    const row = rows.find(({ endereco }) => endereco === address);
    if (!row && state === "connected") faults.push(`the calendar ${address} is gone`);
    if (row && state === "gone") faults.push(`the calendar ${address} is back`);
    if (row && !copies.slice(oldest).includes(row.nights)) {
      faults.push(`${address} takes ${row.nights}, not one of ${copies.slice(oldest).join(" ")}`);
    }
    calendar.id = row?.id ?? null;
    calendar.state = row ? "connected" : "gone";
  }
  const known = new Set(calendars.map(({ address }) => address));
  for (const { endereco } of rows) if (!known.has(endereco)) faults.push(`nobody has ${endereco}`);
  return faults;
}
