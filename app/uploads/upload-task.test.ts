import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Photo } from "../photos/photo.ts";
import { photoFileType } from "./photo-file.ts";
import { type UploadErrorKind, uploadError, uploadErrorOf } from "./upload-error.ts";
import { uploadIdOf } from "./upload-requests.ts";
import { isRetryable, nextChunkBytes, retryDelay } from "./upload-retry.ts";
import { UploadTask } from "./upload-task.ts";

interface Options {
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

const { uploads, FakeUpload, FakeError } = vi.hoisted(() => {
  const uploads: {
    options: Options;
    url: string | null;
    started: number;
    aborted: number;
  }[] = [];
  class FakeUpload {
    url: string | null = null;
    started = 0;
    aborted = 0;
    options: Options;
    constructor(_file: File, options: Options) {
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
  class FakeError extends Error {
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
  return { uploads, FakeUpload, FakeError };
});

vi.mock("tus-js-client", () => ({ Upload: FakeUpload, DetailedError: FakeError }));

class FakeStorage {
  #items = new Map<string, string>();
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#items.set(key, value);
  }
}

const photo: Photo = {
  id: "foto-1",
  key: "imoveis/u/images/0/foto-1",
  width: 800,
  height: 600,
  widths: [400, 800],
  color: "#888888",
  alt: "",
  illustration: false,
  cover: true,
};

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("localStorage", new FakeStorage());
  fetched.mockReset();
  uploads.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function newTask(bytes: number): UploadTask {
  return new UploadTask(
    new File([new Uint8Array(bytes)], "rancho.jpg", { type: "image/jpeg" }),
    "d",
  );
}

/** To the last upload's current request. */
function respond(headers: Record<string, string>): void {
  last().options.onAfterResponse(null, { getHeader: (name) => headers[name] ?? null });
}

/** Resolves before the first request. */
async function start(task: UploadTask): Promise<UploadTask> {
  const before = uploads.length;
  task.start();
  await vi.waitUntil(() => uploads.length > before);
  return task;
}

function last() {
  const upload = uploads.at(-1);
  if (!upload) throw new Error("no upload");
  return upload;
}

/** Answers the request that creates the upload. */
function create(id = "foto-1") {
  last().url = `http://site/envios/${id}`;
  last().options.onUploadUrlAvailable();
}

describe("the pure parts", () => {
  test("waits double up to 64 s, the last half at random", () => {
    expect([0, 1, 2, 5, 6, 7, 40].map((attempt) => retryDelay(attempt, 0))).toEqual([
      500, 1000, 2000, 16_000, 32_000, 32_000, 32_000,
    ]);
    expect(retryDelay(0, 0.999_999)).toBeCloseTo(1000, 0);
    expect(retryDelay(9, 0.999_999)).toBeLessThanOrEqual(64_000);
  });

  test("chunks double up to 33554432 bytes", () => {
    expect(nextChunkBytes(262_144)).toBe(524_288);
    expect(nextChunkBytes(33_554_432)).toBe(33_554_432);
  });

  test.each([
    [null, true],
    [500, true],
    [503, true],
    [408, true],
    [429, true],
    [423, true],
    [400, false],
    [401, false],
    [403, false],
    [413, false],
    [422, false],
  ])("status %s is retried: %s", (status, retryable) => {
    expect(isRetryable(status)).toBe(retryable);
  });

  test("a wait beyond the retry limit is not retried", () => {
    expect(isRetryable(429, 600)).toBe(true);
    expect(isRetryable(429, 601)).toBe(false);
  });

  test.each<[number | null, UploadErrorKind]>([
    [null, "unknown"],
    [500, "unknown"],
    [400, "invalid-argument"],
    [401, "unauthenticated"],
    [402, "quota-exceeded"],
    [403, "unauthorized"],
    [404, "object-not-found"],
    [410, "object-not-found"],
    [413, "invalid-argument"],
    [415, "invalid-argument"],
    [422, "invalid-argument"],
  ])("status %s is %s", (status, kind) => {
    expect(uploadErrorOf(status, "")).toEqual(uploadError(kind));
  });

  test("every kind of failure has its own sentence", () => {
    const kinds: UploadErrorKind[] = [
      "unknown",
      "object-not-found",
      "unauthenticated",
      "unauthorized",
      "quota-exceeded",
      "retry-limit-exceeded",
      "canceled",
      "invalid-url",
      "invalid-argument",
      "server-file-wrong-size",
      "no-download-url",
    ];
    expect(new Set(kinds.map((kind) => uploadError(kind).message)).size).toBe(kinds.length);
    expect(uploadError("unknown").message).toBe("Erro ao fazer o upload da imagem");
  });

  test("errors use the server's sentence if it is meant for people", () => {
    expect(uploadErrorOf(422, "Foto estragada.\n").message).toBe("Foto estragada.");
    expect(uploadErrorOf(404, "<html>")).toEqual(uploadError("object-not-found"));
    expect(uploadErrorOf(402, "x".repeat(301))).toEqual(uploadError("quota-exceeded"));
    expect(uploadErrorOf(500, "Algo deu errado.")).toEqual(uploadError("unknown"));
  });

  test("ids are read from addresses", () => {
    expect(uploadIdOf("https://site/envios/0b5c-1")).toBe("0b5c-1");
    expect(uploadIdOf("https://site/outro")).toBeNull();
  });

  test("unknown types are guessed from the name", () => {
    expect(photoFileType({ name: "IMG_1.HEIC", type: "" })).toBe("image/heic");
    expect(photoFileType({ name: "a.jpg", type: "" })).toBe("image/jpeg");
    expect(photoFileType({ name: "a.pdf", type: "" })).toBe("");
    expect(photoFileType({ name: "a.heic", type: "image/heif" })).toBe("image/heif");
  });
});

describe("an upload task", () => {
  test("sends a small file in one request and a large one in growing chunks", async () => {
    await start(newTask(262_144));
    expect(last().options).toMatchObject({
      uploadDataDuringCreation: true,
      chunkSize: Number.POSITIVE_INFINITY,
      metadata: { filename: "rancho.jpg", filetype: "image/jpeg", draft: "d" },
    });
    await start(newTask(262_145));
    expect(last().options).toMatchObject({ uploadDataDuringCreation: false, chunkSize: 262_144 });
    last().options.onChunkComplete();
    expect(last().options.chunkSize).toBe(524_288);
  });

  test("succeeds once the server says that the photo is ready", async () => {
    fetched
      .mockResolvedValueOnce(new Response(null, { status: 202 }))
      .mockResolvedValueOnce(Response.json({ state: "ready", photo }));
    const task = newTask(1000);
    const heard = vi.fn();
    task.subscribe(heard);
    await start(task);
    create();
    expect(task.getSnapshot()).toMatchObject({ state: "running", progress: 0, id: "foto-1" });
    last().options.onSuccess();
    await vi.advanceTimersByTimeAsync(0);
    expect(task.getSnapshot()).toMatchObject({ state: "running", progress: 1, photo: null });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetched).toHaveBeenLastCalledWith("/envios/foto-1/situacao", expect.anything());
    expect(task.getSnapshot()).toMatchObject({ state: "success", progress: 1, photo });
    expect(heard).toHaveBeenCalled();
  });

  test("counts only bytes that the server has confirmed", async () => {
    const task = await start(newTask(1_000_000));
    create();
    last().options.onProgress(262_144, 1_000_000);
    expect(task.getSnapshot().progress).toBe(0);
    respond({ "Upload-Offset": "250000" });
    expect(task.getSnapshot().progress).toBe(0.25);
    last().options.onProgress(900_000, 1_000_000);
    respond({});
    expect(task.getSnapshot().progress).toBe(0.25);
  });

  test("is offline from the first sign of it until the server answers again", async () => {
    const task = await start(newTask(300_000));
    create();
    window.dispatchEvent(new Event("offline"));
    expect(task.getSnapshot()).toMatchObject({ state: "running", isOffline: true });
    respond({ "Upload-Offset": "30000" });
    expect(task.getSnapshot()).toMatchObject({ progress: 0.1, isOffline: false });
    last().options.onError(new FakeError(null));
    expect(task.getSnapshot()).toMatchObject({ progress: 0.1, isOffline: true });
    window.dispatchEvent(new Event("online"));
    expect(uploads).toHaveLength(2);
    expect(task.getSnapshot().isOffline).toBe(true);
    respond({ "Upload-Offset": "30000" });
    expect(task.getSnapshot()).toMatchObject({ state: "running", isOffline: false });
    last().options.onError(new FakeError(503));
    expect(task.getSnapshot().isOffline).toBe(false);
  });

  test("is offline from the start in a browser without a network", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    expect((await start(newTask(1000))).getSnapshot().isOffline).toBe(true);
  });

  test("fails with the sentence of a refusal after the last byte", async () => {
    fetched.mockResolvedValueOnce(new Response("Foto estragada.", { status: 422 }));
    const task = newTask(1000);
    await start(task);
    create();
    last().options.onSuccess();
    await vi.advanceTimersByTimeAsync(0);
    expect(task.getSnapshot()).toMatchObject({
      state: "error",
      error: { kind: "invalid-argument", message: "Foto estragada." },
    });
  });

  test("pauses and resumes where it stopped", async () => {
    const task = newTask(300_000);
    await start(task);
    create();
    task.pause();
    expect(task.getSnapshot().state).toBe("paused");
    expect(last().aborted).toBe(1);
    expect(() => last().options.onBeforeRequest()).toThrow();
    task.resume();
    expect(uploads).toHaveLength(2);
    expect(last().options).toMatchObject({
      endpoint: null,
      uploadUrl: "http://site/envios/foto-1",
    });
    expect(task.getSnapshot().state).toBe("running");
  });

  test("ignores events of an earlier run", async () => {
    const task = newTask(300_000);
    await start(task);
    const older = last();
    task.pause();
    task.resume();
    older.options.onError(new FakeError(403));
    older.options.onProgress(1, 1);
    expect(task.getSnapshot()).toMatchObject({ state: "running", progress: 0 });
  });

  test("cancels, running or paused, and drops the upload on the server", async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    for (const pauses of [false, true]) {
      const task = newTask(300_000);
      await start(task);
      create();
      if (pauses) task.pause();
      task.cancel();
      expect(task.getSnapshot().state).toBe("canceled");
      expect(fetched).toHaveBeenLastCalledWith(
        "/envios/foto-1",
        expect.objectContaining({ method: "DELETE" }),
      );
    }
  });

  test("does not retry a refusal", async () => {
    const task = newTask(1000);
    await start(task);
    last().options.onError(new FakeError(413, "A foto passa de 25 MB. Escolha uma menor."));
    expect(task.getSnapshot()).toMatchObject({
      state: "error",
      error: { message: "A foto passa de 25 MB. Escolha uma menor." },
    });
    vi.runAllTimers();
    expect(uploads).toHaveLength(1);
  });

  test("retries failures with doubling waits and gives up after 600 s", async () => {
    const task = newTask(300_000);
    await start(task);
    create();
    const starts: number[] = [];
    const begin = Date.now();
    while (task.getSnapshot().state === "running") {
      last().options.onError(new FakeError(503));
      vi.runOnlyPendingTimers();
      starts.push(Date.now() - begin);
    }
    expect(starts.slice(0, 4)).toEqual([500, 1500, 3500, 7500]);
    expect(starts.at(-1)).toBeGreaterThan(560_000);
    expect(starts.at(-1)).toBeLessThanOrEqual(600_000);
    expect(task.getSnapshot().error).toEqual(uploadError("retry-limit-exceeded"));

    task.retry();
    expect(task.getSnapshot()).toMatchObject({ state: "running", error: null, id: "foto-1" });
    expect(last().options.uploadUrl).toBe("http://site/envios/foto-1");
  });

  test("an accepted chunk resets the waits", async () => {
    const task = newTask(3_000_000);
    await start(task);
    create();
    for (let attempt = 0; attempt < 3; attempt++) {
      last().options.onError(new FakeError(null));
      vi.runOnlyPendingTimers();
    }
    last().options.onChunkComplete();
    const before = Date.now();
    last().options.onError(new FakeError(null));
    vi.runOnlyPendingTimers();
    expect(Date.now() - before).toBe(500);
  });

  test("does not wait once the network is back", async () => {
    const task = newTask(1000);
    await start(task);
    for (let attempt = 0; attempt < 3; attempt++) last().options.onError(new FakeError(null));
    expect(uploads).toHaveLength(1);
    window.dispatchEvent(new Event("online"));
    expect(uploads).toHaveLength(2);
  });

  test("aborts and retries a silent request", async () => {
    const task = newTask(300_000);
    await start(task);
    last().options.onBeforeRequest();
    vi.advanceTimersByTime(60_000);
    expect(last().aborted).toBe(1);
    vi.advanceTimersByTime(500);
    expect(uploads).toHaveLength(2);
    expect(task.getSnapshot().state).toBe("running");
  });

  test("a Retry-After beyond the retry limit fails at once with the server's sentence", async () => {
    const task = newTask(300_000);
    await start(task);
    create();
    last().options.onError(new FakeError(429, "Espere 50 min.", { "Retry-After": "3000" }));
    expect(task.getSnapshot()).toMatchObject({
      state: "error",
      error: { message: "Espere 50 min." },
    });
  });

  test("starts over when the server no longer has the upload", async () => {
    const task = newTask(300_000);
    await start(task);
    create();
    last().options.onChunkComplete();
    last().options.onError(new FakeError(404));
    vi.runOnlyPendingTimers();
    expect(last().options).toMatchObject({
      endpoint: "/envios",
      uploadUrl: null,
      chunkSize: 262_144,
    });
  });

  test.each([
    [
      "an address that is not an upload's",
      "invalid-url",
      () => {
        last().url = "http://site/outro";
        last().options.onUploadUrlAvailable();
      },
    ],
    [
      "an upload of another size",
      "server-file-wrong-size",
      () => last().options.onAfterResponse(null, { getHeader: () => "1001" }),
    ],
  ] as const)("fails for good on %s", async (_name, kind, answer) => {
    const task = await start(newTask(1000));
    answer();
    expect(task.getSnapshot()).toMatchObject({ state: "error", error: uploadError(kind) });
  });

  test("fails if the photo reported ready does not exist", async () => {
    fetched.mockResolvedValueOnce(Response.json({ state: "ready" }));
    const task = await start(newTask(1000));
    create();
    last().options.onSuccess();
    await vi.advanceTimersByTimeAsync(0);
    expect(task.getSnapshot().error).toEqual(uploadError("no-download-url"));
  });

  test("can be paused and cancelled before its first request", async () => {
    const task = newTask(300_000);
    task.start();
    task.pause();
    await vi.advanceTimersByTimeAsync(0);
    expect(uploads).toHaveLength(0);
    task.resume();
    await vi.waitUntil(() => uploads.length > 0);
    task.cancel();
    expect(task.getSnapshot()).toMatchObject({
      state: "canceled",
      error: uploadError("canceled"),
    });
  });
});

describe("after a reload", () => {
  async function reload() {
    await start(newTask(300_000));
    create("foto-7");
    vi.resetModules();
    const fresh = await import("./upload-task.ts");
    const file = new File([new Uint8Array(300_000)], "rancho.jpg", { type: "image/jpeg" });
    return { file, UploadTask: fresh.UploadTask };
  }

  test("the same file of the same form resumes", async () => {
    const { file, UploadTask } = await reload();
    fetched.mockResolvedValueOnce(new Response(null, { status: 202 }));
    const task = await start(new UploadTask(file, "d"));
    expect(fetched).toHaveBeenCalledWith("/envios/foto-7/situacao", expect.anything());
    expect(last().options).toMatchObject({
      endpoint: null,
      uploadUrl: "http://site/envios/foto-7",
    });
    expect(task.getSnapshot().id).toBe("foto-7");
  });

  test("a photo finished meanwhile is not sent again", async () => {
    const { file, UploadTask } = await reload();
    fetched.mockResolvedValueOnce(Response.json({ state: "ready", photo }));
    const task = new UploadTask(file, "d");
    task.start();
    await vi.waitUntil(() => task.getSnapshot().state === "success");
    expect(uploads).toHaveLength(1);
  });

  test.each([404, 410])("an upload the server no longer has (%i) starts over", async (status) => {
    const { file, UploadTask } = await reload();
    fetched.mockResolvedValueOnce(new Response("", { status }));
    await start(new UploadTask(file, "d"));
    expect(last().options).toMatchObject({ endpoint: "/envios", uploadUrl: null });
  });

  test("another form, or other bytes, start a new upload", async () => {
    const { file, UploadTask } = await reload();
    await start(new UploadTask(file, "another"));
    await start(new UploadTask(new File([new Uint8Array(300_001)], "rancho.jpg"), "d"));
    expect(uploads.slice(1).map(({ options }) => options.uploadUrl)).toEqual([null, null]);
  });

  test("a photo chosen twice on one page is sent twice", async () => {
    await start(newTask(300_000));
    create();
    await start(newTask(300_000));
    expect(last().options.uploadUrl).toBeNull();
  });
});
