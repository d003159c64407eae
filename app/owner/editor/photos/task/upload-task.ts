import { DetailedError, Upload } from "tus-js-client";
import {
  notAnImageMessage,
  type Photo,
  singleRequestBytes,
} from "../../../../domain/photos/photo.ts";
import {
  discardUpload,
  fetchUploadResult,
  isRetryable,
  nextChunkBytes,
  retryDelay,
  settleDeletions,
  type UploadError,
  type UploadErrorKind,
  uploadError,
  uploadErrorOf,
  uploadIdOf,
  uploadPath,
  uploadRetryLimit,
} from "../../../../domain/photos/uploads/upload-requests.ts";
import { findRefusal, photoFileType, shrinkPhoto } from "../shrink.ts";

/** A request that sends nothing for this long is aborted and retried. */
const stallLimit = 60_000;

/** On Android, a photo that was moved, or that only the cloud has, can no longer be read. */
const unreadable: UploadError = {
  kind: "unknown",
  message: "Não conseguimos mais ler esta foto. Escolha-a de novo.",
  isUnreadable: true,
};

function canRead(file: Blob): Promise<boolean> {
  return file
    .slice(-1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** One attempt at the upload; callbacks of earlier ones are ignored. */
interface Run {
  upload: Upload | null;
  abort: AbortController;
}

/**
 * Shrinks and uploads a file, in one request if small, else in growing chunks, with pause, resume,
 * cancel and retry (spec §4, §8, §9). An external store for React.
 */
export class UploadTask {
  readonly file: File;
  readonly draftId: string;
  #snapshot: UploadSnapshot = {
    state: "running",
    progress: 0,
    isOffline: false,
    id: null,
    photo: null,
    error: null,
  };
  #listeners = new Set<() => void>();
  #started = false;
  #run: Run | null = null;
  #shrinking: Promise<Blob | null> | null = null;
  /** Usually a smaller version of the file; null until prepared. */
  #body: Blob | null = null;
  #url: string | null = null;
  /** All bytes have arrived; only the server's result is missing. */
  #sent = false;
  #chunkBytes = 0;
  #attempt = 0;
  /** Epoch ms of the first failure in a row; null while the upload advances. */
  #failingSince: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stall: ReturnType<typeof setTimeout> | undefined;

  constructor(file: File, draftId: string) {
    this.file = file;
    this.draftId = draftId;
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
    this.#begin();
  }

  pause(): void {
    if (this.#snapshot.state !== "running" || this.#sent) return;
    this.#halt();
    this.#set({ state: "paused" });
  }

  resume(): void {
    if (this.#snapshot.state !== "paused") return;
    this.#set({ state: "running", isOffline: false });
    if (this.#started) this.#begin();
  }

  cancel(): void {
    if (this.#snapshot.state === "canceled") return;
    this.#halt();
    if (this.#snapshot.id) void discardUpload(this.#snapshot.id);
    this.#set({ state: "canceled", error: uploadError("canceled") });
  }

  /** Retries after an error, with a fresh time limit. */
  retry(): void {
    const { state, error } = this.#snapshot;
    if (state !== "error") return;
    const mayContinue = error?.kind === "retry-limit-exceeded" || error?.kind === "unauthenticated";
    if (!mayContinue) this.#rewind();
    this.#advance();
    this.#set({ state: "running", isOffline: false, error: null });
    this.#begin();
  }

  #begin(): void {
    this.#halt();
    this.#started = true;
    window.addEventListener("offline", this.#goOffline);
    if (navigator.onLine === false) this.#goOffline();
    const run: Run = { upload: null, abort: new AbortController() };
    this.#run = run;
    if (this.#sent) void this.#confirm(run);
    else if (this.#body) void this.#send(run, this.#body);
    else void this.#prepare(run);
  }

  async #prepare(run: Run): Promise<void> {
    this.#shrinking ??= shrinkPhoto(this.file);
    const body = await this.#shrinking;
    if (!body) {
      const refusal = (await findRefusal(this.file)) ?? notAnImageMessage;
      return this.#fail(run, 415, uploadErrorOf(415, refusal));
    }
    if (this.#run !== run) return;
    this.#body = body;
    this.#rewind();
    await this.#send(run, body);
  }

  async #send(run: Run, body: Blob): Promise<void> {
    const settling = this.#url ? null : settleDeletions();
    const failure = settling && (await settling);
    if (this.#run !== run) return;
    if (failure) return this.#fail(run, failure.status, failure.error);
    run.upload = this.#createUpload(run, body);
    run.upload.start();
  }

  #createUpload(run: Run, body: Blob): Upload {
    const upload = new Upload(body, {
      // An endpoint would let tus create a second upload when resuming fails.
      endpoint: this.#url ? null : uploadPath,
      uploadUrl: this.#url,
      metadata: {
        filename: this.file.name,
        filetype: body === this.file ? photoFileType(this.file) : body.type,
        draft: this.draftId,
      },
      chunkSize: this.#chunkBytes,
      uploadDataDuringCreation: body.size <= singleRequestBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: () => {
        // tus starts asynchronously, so a pause can come before the first request.
        if (this.#run !== run) throw new Error("The task has moved on.");
        this.#watch(run);
      },
      onAfterResponse: (_request, response) => {
        const length = response.getHeader("Upload-Length");
        if (length && Number(length) !== body.size) this.#giveUp(run, "server-file-wrong-size");
        if (this.#run !== run) return;
        const offset = response.getHeader("Upload-Offset");
        const progress = offset ? Math.min(Number(offset) / body.size, 1) : this.#snapshot.progress;
        this.#set({ progress, isOffline: false });
      },
      onUploadUrlAvailable: () => {
        if (this.#run !== run || !upload.url) return;
        const id = uploadIdOf(upload.url);
        if (!id) return this.#giveUp(run, "invalid-url");
        this.#url = upload.url;
        upload.options.endpoint = null;
        this.#set({ id });
      },
      onProgress: () => {
        if (this.#run === run) this.#watch(run);
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
      onError: (failure) => {
        const response = failure instanceof DetailedError ? failure.originalResponse : null;
        const status = response?.getStatus() ?? null;
        const error = uploadErrorOf(status, response?.getBody() ?? "");
        this.#fail(run, status, error, Number(response?.getHeader("Retry-After") ?? 0));
      },
    });
    return upload;
  }

  /** Asks for the result, which the response to a retried request may lack. */
  async #confirm(run: Run): Promise<void> {
    const { id } = this.#snapshot;
    if (!id) return this.#giveUp(run, "object-not-found");
    try {
      const result = await fetchUploadResult(id, run.abort.signal);
      if (this.#run !== run) return;
      if ("error" in result) {
        const { status, error, retryAfterSeconds } = result;
        this.#fail(run, status, error, retryAfterSeconds);
      } else if (result.photo) {
        this.#succeed(result.photo);
      } else {
        this.#advance();
        this.#set({ isOffline: false });
        this.#timer = setTimeout(() => void this.#confirm(run), 1000);
      }
    } catch {
      this.#fail(run, null, uploadError("unknown"));
    }
  }

  #succeed(photo: Photo): void {
    this.#halt();
    this.#set({ state: "success", progress: 1, isOffline: false, id: photo.id, photo });
  }

  #giveUp(run: Run, kind: UploadErrorKind): void {
    if (this.#run === run) this.#end(uploadError(kind));
  }

  /** A file that can't be read fails like a lost connection; it makes room on the server at once. */
  async #endIfUnreadable(): Promise<void> {
    if (this.#body !== this.file || (await canRead(this.file))) return;
    if (this.#snapshot.state !== "running") return;
    this.#end(unreadable);
    if (this.#snapshot.id) void discardUpload(this.#snapshot.id);
  }

  #end(error: UploadError): void {
    this.#halt();
    this.#set({ state: "error", isOffline: false, error });
  }

  #fail(run: Run, status: number | null, error: UploadError, retryAfterSeconds = 0): void {
    if (this.#run !== run) return;
    const isGone = !this.#sent && this.#url !== null && (status === 404 || status === 410);
    if (isGone) this.#rewind();
    if (!isGone && !isRetryable(status, retryAfterSeconds)) {
      this.#end(error);
      return;
    }
    const now = Date.now();
    this.#failingSince ??= now;
    const delay = retryDelay(this.#attempt++, Math.random());
    if (now - this.#failingSince + delay > uploadRetryLimit) {
      this.#giveUp(run, "retry-limit-exceeded");
      return;
    }
    this.#halt();
    if (status === null) {
      this.#goOffline();
      void this.#endIfUnreadable();
    }
    window.addEventListener("online", this.#retryNow);
    this.#timer = setTimeout(() => this.#begin(), delay);
  }

  #goOffline = (): void => this.#set({ isOffline: true });

  #retryNow = (): void => {
    if (this.#snapshot.state === "running" && !this.#run) this.#begin();
  };

  /** Restarts the timer that fails a stalled request. */
  #watch(run: Run): void {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => this.#fail(run, null, uploadError("unknown")), stallLimit);
  }

  /** Stops requests and timers; callers set the state. */
  #halt(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#stall);
    window.removeEventListener("online", this.#retryNow);
    window.removeEventListener("offline", this.#goOffline);
    const run = this.#run;
    this.#run = null;
    void run?.upload?.abort();
    run?.abort.abort();
  }

  #advance(): void {
    this.#attempt = 0;
    this.#failingSince = null;
  }

  #rewind(): void {
    this.#url = null;
    this.#sent = false;
    const isSmall = this.#body && this.#body.size <= singleRequestBytes;
    this.#chunkBytes = isSmall ? Number.POSITIVE_INFINITY : singleRequestBytes;
    this.#set({ progress: 0, id: null });
  }

  #set(change: Partial<UploadSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Spec §4. */
export type UploadState = "running" | "paused" | "success" | "canceled" | "error";

export interface UploadSnapshot {
  state: UploadState;
  /** Share from 0 to 1 of the bytes, as confirmed by the server. */
  progress: number;
  /** The site can't be reached; the upload continues by itself. */
  isOffline: boolean;
  id: string | null;
  photo: Photo | null;
  error: UploadError | null;
}
