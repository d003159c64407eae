import { isCivilDate } from "../../../domain/calendar/civil-date.ts";
import { abortAfter } from "../../../platform/web/abort-after.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import {
  ChangeQueue,
  type QueueOptions,
  type QueueState,
  type SendOutcome,
} from "../../../platform/web/waiting/change-queue.ts";

/** The nights that the owner marked, and those that couldn't change. */
interface SavedNights {
  nights: readonly string[];
  skipped: readonly string[];
}

export type NightSendOutcome = SendOutcome<SavedNights>;
export type NightQueueState = QueueState<boolean, SavedNights>;
export type NightQueue = ChangeQueue<boolean, SavedNights>;

export interface NightQueueOptions
  extends Omit<QueueOptions<boolean, SavedNights>, "answer" | "readValue" | "send"> {
  nights: readonly string[];
  send: (change: NightChange) => Promise<NightSendOutcome>;
}

/** Opens a queue of nights: true marks one as taken, false frees it. */
export function openNightQueue({ nights, send, ...options }: NightQueueOptions): NightQueue {
  return new ChangeQueue({
    ...options,
    answer: { nights, skipped: [] },
    readValue: (stored) => stored === true,
    send: (changes) => send({ mark: nightsOf(changes, true), free: nightsOf(changes, false) }),
  });
}

function nightsOf(changes: ReadonlyMap<string, boolean>, marks: boolean): string[] {
  return [...changes].flatMap(([night, marked]) => (marked === marks ? [night] : [])).sort();
}

export interface NightChange {
  mark: string[];
  free: string[];
}

export const noNights = refuse("invalid", "Essas datas não estão no calendário.");

/** More nights than fit into the calendar's 24 months. */
const maxNightsPerChange = 750;

/**
 * Reads comma-separated dates in `marcar` and `liberar`; null if invalid, contradictory or empty.
 */
export function readNightChange(formData: FormData): NightChange | null {
  const mark = readNights(formData.getAll("marcar"));
  const free = readNights(formData.getAll("liberar"));
  if (!mark || !free) return null;
  const both = new Set([...mark, ...free]);
  const isMeant = both.size === mark.length + free.length && both.size > 0;
  return isMeant && both.size <= maxNightsPerChange ? { mark, free } : null;
}

function readNights(values: FormDataEntryValue[]): string[] | null {
  const nights = new Set<string>();
  for (const value of values) {
    if (typeof value !== "string") return null;
    for (const night of value.split(",").filter((text) => text !== "")) {
      if (!isCivilDate(night)) return null;
      nights.add(night);
    }
  }
  return [...nights].sort();
}

const timeoutMs = 20_000;

export async function sendNights(
  listingId: string,
  { mark, free }: NightChange,
): Promise<NightSendOutcome> {
  const response = await fetch(`/posts/${listingId}/calendario/noites`, {
    method: "POST",
    body: new URLSearchParams({ marcar: mark.join(","), liberar: free.join(",") }),
    // Visitors are redirected to the login page, which would answer 200.
    redirect: "manual",
    signal: abortAfter(timeoutMs),
  });
  if (response.type === "opaqueredirect") return { kind: "logged-out" };
  if (response.status >= 500 || response.status === 408 || response.status === 429) {
    return { kind: "away" };
  }
  if (response.ok) {
    const { nights, skipped } = await response.json();
    return { kind: "saved", answer: { nights, skipped } };
  }
  const answer = await response.json().catch(() => null);
  const message: unknown = answer?.message;
  return typeof message === "string" ? { kind: "refused", message } : { kind: "intercepted" };
}
