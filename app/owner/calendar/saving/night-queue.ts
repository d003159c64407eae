import {
  ChangeQueue,
  type QueueOptions,
  type QueueState,
  type SendOutcome,
} from "../../../platform/web/waiting/change-queue.ts";
import type { NightChange } from "./night-change.ts";

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
