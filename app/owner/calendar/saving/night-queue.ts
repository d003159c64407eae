import type { NightChange } from "./night-change.ts";

export type SendOutcome =
  | { kind: "saved"; nights: string[]; skipped: string[] }
  /** The connection or the site is down, so it is worth retrying. */
  | { kind: "away" }
  | { kind: "logged-out" }
  /** Something between here and the site refused; retrying at once wouldn't help. */
  | { kind: "intercepted" }
  | { kind: "refused"; message: string };

type QueueStatus =
  | { kind: "idle" }
  | { kind: "saved"; at: Date; skipped: string[] }
  | { kind: "saving" }
  | { kind: "waiting" }
  | { kind: "logged-out" }
  | { kind: "intercepted" }
  | { kind: "refused"; message: string };

export interface QueueState {
  status: QueueStatus;
  nights: readonly string[];
  /** Unconfirmed changes: true marks the night, false frees it. */
  pending: ReadonlyMap<string, boolean>;
}

export interface QueueOptions {
  nights: readonly string[];
  /** Keeps changes while the page is closed; shared by all tabs. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  key: string;
  send: (change: NightChange) => Promise<SendOutcome>;
  /** Leaves refused changes in storage. */
  keepsRefused?: boolean;
  /** Milliseconds between attempts; the last number repeats. */
  waits?: readonly number[];
}

/** Saves night changes one request at a time. Unconfirmed ones wait in the browser's storage. */
export class NightQueue {
  readonly #options: QueueOptions;
  readonly #listeners = new Set<() => void>();
  readonly #waits: readonly number[];
  #state: QueueState;
  #isSending = false;
  /** False after storage refused a change, which then waits in memory. */
  #isStored = true;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#waits = options.waits ?? [2_000, 5_000, 15_000, 60_000];
    const pending = this.#read();
    this.#state = {
      status: { kind: pending.size > 0 ? "waiting" : "idle" },
      nights: options.nights,
      pending,
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): QueueState => this.#state;

  change(nights: Iterable<string>, marks: boolean): void {
    const pending = this.#read();
    for (const night of nights) pending.set(night, marks);
    this.#write(pending);
    this.#update({ pending, status: { kind: "saving" } });
    void this.flush();
  }

  async flush(): Promise<void> {
    if (this.#isSending) return;
    clearTimeout(this.#timer);
    const sent = this.#read();
    if (sent.size === 0) return;
    this.#isSending = true;
    this.#update({ pending: sent, status: { kind: "saving" } });
    const outcome = await this.#options
      .send({ mark: nightsOf(sent, true), free: nightsOf(sent, false) })
      .catch((): SendOutcome => ({ kind: "away" }));
    this.#isSending = false;
    this.#take(outcome, sent);
  }

  /** Replaces the nights after a reload. */
  refresh(nights: readonly string[]): void {
    if (!this.#isSending) this.#update({ nights });
  }

  /** Unsent changes stay in storage. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #take(outcome: SendOutcome, sent: ReadonlyMap<string, boolean>): void {
    if (outcome.kind === "away") {
      const wait = this.#waits[Math.min(this.#failures, this.#waits.length - 1)];
      this.#failures += 1;
      this.#update({ status: { kind: "waiting" } });
      this.#timer = setTimeout(() => void this.flush(), wait);
      return;
    }
    this.#failures = 0;
    if (outcome.kind === "logged-out" || outcome.kind === "intercepted") {
      this.#update({ status: outcome });
      return;
    }
    if (outcome.kind === "refused" && this.#options.keepsRefused) {
      this.#update({ status: { kind: "refused", message: outcome.message } });
      return;
    }
    const pending = this.#read();
    // A night changed again in the meantime is yet to be sent.
    for (const [night, marks] of sent) if (pending.get(night) === marks) pending.delete(night);
    this.#write(pending);
    if (outcome.kind === "refused") {
      this.#update({ pending, status: { kind: "refused", message: outcome.message } });
    } else {
      const { nights, skipped } = outcome;
      this.#update({ pending, nights, status: { kind: "saved", at: new Date(), skipped } });
    }
    if (pending.size > 0) void this.flush();
  }

  #update(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Reads the changes, which wait in memory if there is no storage, or while it is full. */
  #read(): Map<string, boolean> {
    try {
      if (!this.#options.storage || !this.#isStored) throw new Error("not in storage");
      const kept: unknown = JSON.parse(this.#options.storage.getItem(this.#options.key) ?? "{}");
      const entries = Object.entries(kept as Record<string, unknown>);
      return new Map(entries.map(([night, marks]) => [night, marks === true]));
    } catch {
      return new Map(this.#state?.pending);
    }
  }

  #write(pending: ReadonlyMap<string, boolean>): void {
    try {
      const { storage, key } = this.#options;
      if (pending.size === 0) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(Object.fromEntries(pending)));
      this.#isStored = true;
    } catch {
      this.#isStored = false;
    }
  }
}

function nightsOf(pending: ReadonlyMap<string, boolean>, marks: boolean): string[] {
  return [...pending].flatMap(([night, marked]) => (marked === marks ? [night] : [])).sort();
}
