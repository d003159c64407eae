import { DetailedError, Upload } from "tus-js-client";
import { type Photo, singleRequestBytes } from "./photo.ts";

/** The largest chunk of a resumable upload, in bytes (spec §9). */
const maxChunkBytes = 33_554_432;

/** For how long an upload that does not advance is tried again, in ms (spec §9). */
const uploadRetryLimit = 600_000;

/** The sentence for an upload that failed without one of the server's own (spec §8). */
const uploadFailedMessage = "Erro ao fazer o upload da imagem";

/** The states of an upload (spec §4). */
export type UploadState = "running" | "paused" | "success" | "canceled" | "error";

/** Why an upload failed (spec §8). */
type UploadErrorKind =
  | "unknown"
  | "object-not-found"
  | "unauthenticated"
  | "unauthorized"
  | "quota-exceeded"
  | "retry-limit-exceeded"
  | "invalid-argument";

/** A failed upload: its kind, and the sentence to show. */
export interface UploadError {
  kind: UploadErrorKind;
  message: string;
}

/** What there is to know of an upload at one moment. */
export interface UploadSnapshot {
  state: UploadState;
  /** From 0 to 1, of the bytes sent. */
  progress: number;
  /** The photo's id, once the server has given one. */
  id: string | null;
  /** The stored photo, after a success. */
  photo: Photo | null;
  error: UploadError | null;
}

/** Where uploads go. */
const endpoint = "/envios";

/** A request that sends nothing for this long is given up and tried again, in ms. */
const stallLimit = 60_000;

/**
 * The wait before a retry, in ms: 1, 2, 4 … up to 64 s, of which the last half is random, so that
 * many clients do not come back at once (spec §9). `attempt` counts from 0, `random` is in [0, 1).
 */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(2 ** attempt, 64) * 1000 * (0.5 + random / 2);
}

/** The size of the chunk after one of this size, in bytes (spec §9). */
export function nextChunkBytes(chunkBytes: number): number {
  return Math.min(chunkBytes * 2, maxChunkBytes);
}

/**
 * Whether a request with this answer is worth repeating: no answer at all (null), 5xx, 408, 429
 * (spec §8). 409 and 423 are the upload protocol's own: the server still holds the last request.
 */
export function isRetryable(status: number | null): boolean {
  return status === null || status >= 500 || [408, 409, 423, 429].includes(status);
}

/** The error a final answer stands for. Only a short plain text is a sentence for people. */
export function uploadErrorOf(status: number | null, body: string): UploadError {
  const text = body.trim();
  const isSentence = text !== "" && text.length <= 300 && !/[<{]/.test(text);
  const kinds: Record<number, UploadErrorKind> = {
    400: "invalid-argument",
    401: "unauthenticated",
    402: "quota-exceeded",
    403: "unauthorized",
    404: "object-not-found",
    410: "object-not-found",
    413: "invalid-argument",
    415: "invalid-argument",
    422: "invalid-argument",
  };
  return {
    kind: kinds[status ?? 0] ?? "unknown",
    message: status !== null && status < 500 && isSentence ? text : uploadFailedMessage,
  };
}

/** The photo id an upload's address ends in. */
export function uploadIdOf(url: string): string | null {
  return /\/envios\/([\w-]+)\/?$/.exec(url)?.[1] ?? null;
}

/** A file's type; by its name where the browser knows none, as with HEIC outside of Apple. */
export function photoFileType(file: Pick<File, "name" | "type">): string {
  if (file.type !== "") return file.type;
  const ending = /\.(hei[cf]|avif|jpe?g|png|webp)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (!ending) return "";
  return ending.startsWith("jp") ? "image/jpeg" : `image/${ending}`;
}

/** Asks the server to drop an upload or a photo no listing has yet; a sweeper catches failures. */
export function discardUpload(id: string): void {
  fetch(`${endpoint}/${id}`, {
    method: "DELETE",
    headers: { "Tus-Resumable": "1.0.0" },
    keepalive: true,
  }).catch(() => undefined);
}

/** What the server says of an upload: a photo, null while it is being read, or an error. */
async function askSituation(
  id: string,
  signal?: AbortSignal,
): Promise<{ photo: Photo | null } | { status: number; body: string }> {
  const response = await fetch(`${endpoint}/${id}/situacao`, { signal });
  if (response.status === 202) return { photo: null };
  if (!response.ok) return { status: response.status, body: await response.text() };
  const situation = (await response.json()) as { photo?: Photo };
  return { photo: situation.photo ?? null };
}

/** The requests of one stretch; once a task has moved on, what they report is not heard. */
interface Run {
  upload: Upload | null;
  abort: AbortController;
}

/**
 * One file on its way to the server: small ones in a single request, larger ones in growing
 * chunks, with pause, resume, cancel and retry (spec §4, §8, §9). An external store for React by
 * `subscribe` and `getSnapshot`.
 */
export class UploadTask {
  readonly file: File;
  readonly draft: string;
  #snapshot: UploadSnapshot = {
    state: "running",
    progress: 0,
    id: null,
    photo: null,
    error: null,
  };
  #listeners = new Set<() => void>();
  #started = false;
  #run: Run | null = null;
  #url: string | null = null;
  /** All bytes have arrived; what is left is the server's verdict. */
  #sent = false;
  #chunkBytes = 0;
  #attempt = 0;
  /** When the present row of failures began, in ms; null while the upload advances. */
  #failingSince: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stall: ReturnType<typeof setTimeout> | undefined;

  constructor(file: File, draft: string) {
    this.file = file;
    this.draft = draft;
    this.#forget();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): UploadSnapshot => this.#snapshot;

  /** Whether sending has begun; a task waits until it is started. */
  get started(): boolean {
    return this.#started;
  }

  /** Begins sending, once. */
  start(): void {
    if (this.#started || this.#snapshot.state !== "running") return;
    this.#begin();
  }

  /** From running to paused, while there are bytes left to send. */
  pause(): void {
    if (this.#snapshot.state !== "running" || this.#sent) return;
    this.#halt();
    this.#set({ state: "paused" });
  }

  /** From paused to running; the next request asks how far the server got. */
  resume(): void {
    if (this.#snapshot.state !== "paused") return;
    this.#set({ state: "running" });
    if (this.#started) this.#begin();
  }

  /** Ends the upload and drops what the server has of it. */
  cancel(): void {
    if (this.#snapshot.state === "canceled") return;
    this.#halt();
    if (this.#snapshot.id) discardUpload(this.#snapshot.id);
    this.#set({ state: "canceled", error: null });
  }

  /** From error to running, with a fresh time limit. */
  retry(): void {
    const { state, error } = this.#snapshot;
    if (state !== "error") return;
    const mayContinue = error?.kind === "retry-limit-exceeded" || error?.kind === "unauthenticated";
    if (!mayContinue) this.#forget();
    this.#advance();
    this.#set({ state: "running", error: null });
    this.#begin();
  }

  #begin(): void {
    this.#halt();
    this.#started = true;
    const run: Run = { upload: null, abort: new AbortController() };
    this.#run = run;
    if (this.#sent) {
      void this.#confirm(run);
    } else {
      run.upload = this.#createUpload(run);
      run.upload.start();
    }
  }

  #createUpload(run: Run): Upload {
    const upload = new Upload(this.file, {
      // Without an endpoint, trouble with a known upload cannot make a second one of it.
      endpoint: this.#url ? null : endpoint,
      uploadUrl: this.#url,
      metadata: { filename: this.file.name, filetype: photoFileType(this.file), draft: this.draft },
      chunkSize: this.#chunkBytes,
      uploadDataDuringCreation: this.file.size <= singleRequestBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: () => {
        // Starting is asynchronous in the client, so a pause can come before the first request.
        if (this.#run !== run) throw new Error("The task has moved on.");
        this.#watch(run);
      },
      onUploadUrlAvailable: () => {
        if (this.#run !== run || !upload.url) return;
        this.#url = upload.url;
        upload.options.endpoint = null;
        this.#set({ id: uploadIdOf(upload.url) });
      },
      onProgress: (sent, total) => {
        if (this.#run !== run) return;
        this.#watch(run);
        this.#set({ progress: total > 0 ? Math.min(sent / total, 1) : 0 });
      },
      onChunkComplete: () => {
        if (this.#run !== run) return;
        this.#advance();
        this.#chunkBytes = nextChunkBytes(this.#chunkBytes);
        upload.options.chunkSize = this.#chunkBytes;
      },
      onSuccess: () => {
        if (this.#run !== run) return;
        clearTimeout(this.#stall);
        this.#sent = true;
        this.#advance();
        this.#set({ progress: 1 });
        void this.#confirm(run);
      },
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        this.#fail(run, response?.getStatus() ?? null, response?.getBody() ?? "");
      },
    });
    return upload;
  }

  /** Asks for the verdict: a repeated request may report success without it. */
  async #confirm(run: Run): Promise<void> {
    const { id } = this.#snapshot;
    try {
      const situation = id ? await askSituation(id, run.abort.signal) : { status: 404, body: "" };
      if (this.#run !== run) return;
      if ("status" in situation) {
        this.#fail(run, situation.status, situation.body);
      } else if (situation.photo) {
        this.#halt();
        this.#set({ state: "success", photo: situation.photo });
      } else {
        this.#advance();
        this.#timer = setTimeout(() => void this.#confirm(run), 1000);
      }
    } catch {
      this.#fail(run, null, "");
    }
  }

  #fail(run: Run, status: number | null, body: string): void {
    if (this.#run !== run) return;
    this.#halt();
    const isGone = !this.#sent && this.#url !== null && (status === 404 || status === 410);
    if (isGone) this.#forget();
    if (!isGone && !isRetryable(status)) {
      this.#set({ state: "error", error: uploadErrorOf(status, body) });
      return;
    }
    const now = Date.now();
    this.#failingSince ??= now;
    const delay = retryDelay(this.#attempt++, Math.random());
    if (now - this.#failingSince + delay > uploadRetryLimit) {
      const error: UploadError = { kind: "retry-limit-exceeded", message: uploadFailedMessage };
      this.#set({ state: "error", error });
      return;
    }
    window.addEventListener("online", this.#hurry);
    this.#timer = setTimeout(() => this.#begin(), delay);
  }

  /** The network is back: no use waiting any longer. */
  #hurry = (): void => {
    if (this.#snapshot.state === "running" && !this.#run) this.#begin();
  };

  /** Gives a request up that has been silent for too long. */
  #watch(run: Run): void {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => this.#fail(run, null, ""), stallLimit);
  }

  /** Stops requests and timers; the state is the caller's to set. */
  #halt(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#stall);
    window.removeEventListener("online", this.#hurry);
    const run = this.#run;
    this.#run = null;
    void run?.upload?.abort();
    run?.abort.abort();
  }

  /** The upload got somewhere: the next failure begins a new row. */
  #advance(): void {
    this.#attempt = 0;
    this.#failingSince = null;
  }

  /** Back to the first byte. */
  #forget(): void {
    this.#url = null;
    this.#sent = false;
    this.#chunkBytes =
      this.file.size <= singleRequestBytes ? Number.POSITIVE_INFINITY : singleRequestBytes;
    this.#set({ progress: 0, id: null });
  }

  #set(change: Partial<UploadSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
