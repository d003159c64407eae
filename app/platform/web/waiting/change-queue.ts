export type SendOutcome<Answer> =
  | { kind: "saved"; answer: Answer }
  /** The connection or the site is down, so it is worth retrying. */
  | { kind: "away" }
  | { kind: "logged-out" }
  /** Something between here and the site refused; retrying at once wouldn't help. */
  | { kind: "intercepted" }
  | { kind: "refused"; message: string };

export type QueueStatus =
  | { kind: "idle" }
  | { kind: "saved"; at: Date }
  | { kind: "saving" }
  | { kind: "waiting" }
  | { kind: "logged-out" }
  | { kind: "intercepted" }
  | { kind: "refused"; message: string };

export interface QueueState<Value, Answer> {
  status: QueueStatus;
  /** The site's latest answer. */
  answer: Answer;
  /** Unconfirmed changes: new values by key. */
  pending: ReadonlyMap<string, Value>;
}

export interface QueueOptions<Value, Answer> {
  answer: Answer;
  /** Keeps changes while the page is closed; shared by all tabs. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  key: string;
  /** Reads a value from storage, whatever it holds. */
  readValue: (stored: unknown) => Value;
  send: (changes: ReadonlyMap<string, Value>) => Promise<SendOutcome<Answer>>;
  /** Leaves refused changes in storage. */
  retainsRefused?: boolean;
  /** Milliseconds between attempts; the last number repeats. */
  waits?: readonly number[];
}

/** Saves changes one request at a time. Unconfirmed ones wait in the browser's storage. */
export class ChangeQueue<Value, Answer> {
  readonly #options: QueueOptions<Value, Answer>;
  readonly #listeners = new Set<() => void>();
  readonly #waits: readonly number[];
  #state: QueueState<Value, Answer>;
  #isSending = false;
  /** False after storage refused a change, which then waits in memory. */
  #isStored = true;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: QueueOptions<Value, Answer>) {
    this.#options = options;
    this.#waits = options.waits ?? [2_000, 5_000, 15_000, 60_000];
    const pending = this.#read();
    this.#state = {
      status: { kind: pending.size > 0 ? "waiting" : "idle" },
      answer: options.answer,
      pending,
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): QueueState<Value, Answer> => this.#state;

  change(keys: Iterable<string>, value: Value): void {
    const pending = this.#read();
    for (const key of keys) pending.set(key, value);
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
      .send(sent)
      .catch((): SendOutcome<Answer> => ({ kind: "away" }));
    this.#isSending = false;
    this.#take(outcome, sent);
  }

  /** Replaces the answer after a reload. */
  refresh(answer: Answer): void {
    if (!this.#isSending) this.#update({ answer });
  }

  /** Unsent changes stay in storage. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #take(outcome: SendOutcome<Answer>, sent: ReadonlyMap<string, Value>): void {
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
    if (outcome.kind === "refused" && this.#options.retainsRefused) {
      this.#update({ status: { kind: "refused", message: outcome.message } });
      return;
    }
    const pending = this.#read();
    // Changes made in the meantime have yet to be sent.
    for (const [key, value] of sent) if (pending.get(key) === value) pending.delete(key);
    this.#write(pending);
    if (outcome.kind === "refused") {
      this.#update({ pending, status: { kind: "refused", message: outcome.message } });
    } else {
      const { answer } = outcome;
      this.#update({ pending, answer, status: { kind: "saved", at: new Date() } });
    }
    if (pending.size > 0) void this.flush();
  }

  #update(change: Partial<QueueState<Value, Answer>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Reads the changes, which wait in memory if there is no storage, or while it is full. */
  #read(): Map<string, Value> {
    try {
      if (!this.#options.storage || !this.#isStored) throw new Error("not in storage");
      const kept: unknown = JSON.parse(this.#options.storage.getItem(this.#options.key) ?? "{}");
      const entries = Object.entries(kept as Record<string, unknown>);
      const { readValue } = this.#options;
      return new Map(entries.map(([name, value]) => [name, readValue(value)]));
    } catch {
      return new Map(this.#state?.pending);
    }
  }

  #write(pending: ReadonlyMap<string, Value>): void {
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
