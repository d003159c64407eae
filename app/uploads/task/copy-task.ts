import { type UploadError, uploadError } from "../upload-error.ts";
import { discardUpload, requestCopy } from "../upload-requests.ts";
import { isRetryable, retryDelay, uploadRetryLimit } from "./upload-retry.ts";
import type { PhotoTask, UploadSnapshot } from "./upload-state.ts";

/** Copies a photo of another ad into a form. Retries under the same name, so that there is one copy. */
export class CopyTask implements PhotoTask {
  readonly of: string;
  readonly draftId: string;
  readonly #name = createName();
  #snapshot: UploadSnapshot;
  #listeners = new Set<() => void>();
  #started = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(of: string, draftId: string) {
    this.of = of;
    this.draftId = draftId;
    // Nothing is sent from here that could be counted or paused.
    const none = { isOffline: false, photo: null, error: null };
    this.#snapshot = { ...none, state: "running", progress: 1, id: null };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): UploadSnapshot => this.#snapshot;

  get started(): boolean {
    return this.#started;
  }

  start(): void {
    if (this.#started || this.#snapshot.state !== "running") return;
    this.#started = true;
    void this.#request(Date.now(), 0);
  }

  pause(): void {}
  resume(): void {}

  /** The server finishes it; the draft's next form then has it. */
  suspend(): void {
    clearTimeout(this.#timer);
  }

  cancel(): void {
    if (this.#snapshot.state === "canceled") return;
    clearTimeout(this.#timer);
    const { photo } = this.#snapshot;
    if (photo) void discardUpload(this.draftId, photo.id);
    this.#set({ state: "canceled", error: uploadError("canceled") });
  }

  retry(): void {
    if (this.#snapshot.state !== "error") return;
    this.#set({ state: "running", isOffline: false, error: null });
    void this.#request(Date.now(), 0);
  }

  async #request(since: number, attempt: number): Promise<void> {
    const result = await requestCopy(this.of, {
      request: this.#name,
      draftId: this.draftId,
    }).catch(() => null);
    if (this.#snapshot.state === "canceled") {
      if (result && "photo" in result && result.photo) {
        void discardUpload(this.draftId, result.photo.id);
      }
      return;
    }
    if (result && "photo" in result && result.photo) {
      const { photo } = result;
      this.#set({ state: "success", isOffline: false, photo, id: photo.id });
    } else if (
      result &&
      "error" in result &&
      !isRetryable(result.status, result.retryAfterSeconds)
    ) {
      this.#fail(result.error);
    } else if (Date.now() - since > uploadRetryLimit) {
      this.#fail(uploadError("retry-limit-exceeded"));
    } else {
      this.#set({ isOffline: result === null });
      const delay = retryDelay(attempt, Math.random());
      this.#timer = setTimeout(() => void this.#request(since, attempt + 1), delay);
    }
  }

  #fail(error: UploadError): void {
    this.#set({ state: "error", isOffline: false, error });
  }

  #set(change: Partial<UploadSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** A random UUID; `crypto.randomUUID` needs a secure context. */
function createName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
