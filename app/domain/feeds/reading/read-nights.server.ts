import { addDays } from "../../calendar/civil-date.ts";
import { type NightRange, NightWindow } from "../../calendar/night-window.ts";
import { isExportUid } from "../export/export-uid.ts";
import { type FeedRefusal, refuseFeed } from "../feed-problems.ts";
import { splitComponents, TooManyEvents } from "./feed-components.server.ts";
import {
  type FeedEvent,
  type Occurrence,
  readEvent,
  UnreadableEvent,
} from "./feed-events.server.ts";
import { type FeedTime, instantOf, regionDate } from "./feed-times.server.ts";
import { createZoneFinder } from "./feed-zones.server.ts";
import { occurrencesOf, Steps, TooManySteps } from "./series.server.ts";

/** Counts of events, leaving out those we exported ourselves. */
interface FeedCounts {
  events: number;
  free: number;
  unreadable: number;
}

export interface FeedNights {
  ok: true;
  /** Those within the {@link NightWindow}, ascending and joined. */
  nights: NightRange[];
  counts: FeedCounts;
}

export interface ReadOptions {
  today: string;
  /** Events that we exported for this listing are ignored when they come back. */
  listingId: string;
}

const maxEvents = 20_000;
const stepsPerFeed = 200_000;

/** Time and memory depend on the file: run this on strangers' files only in a worker. */
export function readNights(
  bytes: Uint8Array,
  { today, listingId }: ReadOptions,
): FeedNights | FeedRefusal {
  try {
    return read(bytes, today, listingId);
  } catch (error) {
    if (error instanceof TooManyEvents || error instanceof TooManySteps) {
      return refuseFeed("tooLarge");
    }
    throw error;
  }
}

function read(bytes: Uint8Array, today: string, listingId: string): FeedNights | FeedRefusal {
  const components = splitComponents(bytes, maxEvents);
  if (!components) return refuseFeed("notCalendar");
  const window = new NightWindow(today);
  const findZone = createZoneFinder(components.zones, window);
  const read = components.events.map((text) => readable(() => readEvent(text, findZone)));
  const readableEvents = read.filter((event) => event !== null);
  const events = readableEvents.filter(({ uid }) => !isExportUid(uid, listingId));
  const unreadable = read.length - readableEvents.length;
  const counts = { events: events.length, free: 0, unreadable };

  const current = newestVersions(events);
  const replacedByUid = groupReplaced(current);
  const steps = new Steps(stepsPerFeed);
  for (const event of current) {
    if (event.isCancelled) continue;
    if (event.isFree) {
      counts.free += 1;
      continue;
    }
    const occurrences = event.recurrenceId
      ? [event]
      : readable(() => {
          const replaced = replacedByUid.get(event.uid) ?? [];
          return occurrencesOf(event, replaced, window, steps);
        });
    if (!occurrences) {
      counts.events -= 1;
      counts.unreadable += 1;
    }
    for (const occurrence of occurrences ?? []) {
      const stay = stayOf(occurrence);
      window.add(stay.from, stay.to);
    }
  }
  if (counts.events === 0 && counts.unreadable > 0) return refuseFeed("notCalendar");
  return { ok: true, nights: window.ranges(), counts };
}

function stayOf({ start, end }: Occurrence): NightRange {
  const from = regionDate(start);
  const to = regionDate(end);
  return { from, to: to > from ? to : addDays(from, 1) };
}

/** Keeps the highest SEQUENCE for each UID and RECURRENCE-ID. */
function newestVersions(events: FeedEvent[]): FeedEvent[] {
  const highest = new Map<string, number>();
  const keyOf = ({ uid, recurrenceId }: FeedEvent) =>
    `${uid}\n${recurrenceId ? `${recurrenceId.isDate} ${instantOf(recurrenceId)}` : ""}`;
  for (const event of events) {
    const key = keyOf(event);
    highest.set(key, Math.max(highest.get(key) ?? event.sequence, event.sequence));
  }
  return events.filter((event) => event.uid === "" || event.sequence === highest.get(keyOf(event)));
}

function groupReplaced(events: FeedEvent[]): Map<string, FeedTime[]> {
  const replaced = new Map<string, FeedTime[]>();
  for (const { uid, recurrenceId } of events) {
    if (!recurrenceId || uid === "") continue;
    const times = replaced.get(uid) ?? [];
    times.push(recurrenceId);
    replaced.set(uid, times);
  }
  return replaced;
}

function readable<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableEvent) return null;
    throw error;
  }
}
