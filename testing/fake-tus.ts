import { vi } from "vitest";
import type { UploadTask } from "../app/owner/editor/photos/task/upload-task.ts";
import { patience } from "./patience.ts";

interface FakeOptions {
  endpoint: string | null;
  uploadUrl: string | null;
  onAfterResponse: (
    request: null,
    response: { getHeader: (name: string) => string | null },
  ) => void;
  chunkSize: number;
  uploadDataDuringCreation: boolean;
  metadata: Record<string, string>;
  onBeforeRequest: () => void;
  onUploadUrlAvailable: () => void;
  onProgress: (sent: number, total: number) => void;
  onChunkComplete: () => void;
  onSuccess: () => void;
  onError: (error: Error) => void;
}

/** Uploads in the order they were created. */
export const uploads: FakeUpload[] = [];

/** Stands in for tus-js-client's `Upload`: sends nothing; tests call its callbacks. */
export class FakeUpload {
  url: string | null = null;
  started = 0;
  aborted = 0;
  options: FakeOptions;
  constructor(_file: File, options: FakeOptions) {
    this.options = options;
    uploads.push(this);
  }
  start() {
    this.started += 1;
  }
  abort() {
    this.aborted += 1;
    return Promise.resolve();
  }
}

/** Stands in for its `DetailedError`; a null status is a lost connection. */
export class FakeError extends Error {
  originalResponse: {
    getStatus: () => number;
    getBody: () => string;
    getHeader: (name: string) => string | undefined;
  } | null;
  constructor(status: number | null, body = "", headers: Record<string, string> = {}) {
    super("failed");
    this.originalResponse =
      status === null
        ? null
        : { getStatus: () => status, getBody: () => body, getHeader: (name) => headers[name] };
  }
}

export class FakeStorage {
  #items = new Map<string, string>();
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#items.set(key, value);
  }
  removeItem(key: string) {
    this.#items.delete(key);
  }
}

export function photoFile(bytes: number): File {
  return new File([new Uint8Array(bytes)], "rancho.jpg", { type: "image/jpeg" });
}

/** Starts a task; resolves before the first request. */
export async function start(task: UploadTask): Promise<UploadTask> {
  const before = uploads.length;
  task.start();
  await vi.waitUntil(() => uploads.length > before, patience.timeout);
  return task;
}

export function last() {
  const upload = uploads.at(-1);
  if (!upload) throw new Error("no upload");
  return upload;
}

/** Answers the request that creates the upload. */
export function create(id = "foto-1") {
  last().url = `http://site/envios/${id}`;
  last().options.onUploadUrlAvailable();
}

/** Answers the last upload's current request. */
export function respond(headers: Record<string, string>): void {
  last().options.onAfterResponse(null, { getHeader: (name) => headers[name] ?? null });
}
