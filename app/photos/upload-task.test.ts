import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Photo } from "./photo.ts";
import {
  isRetryable,
  nextChunkBytes,
  photoFileType,
  retryDelay,
  UploadTask,
  uploadErrorOf,
  uploadIdOf,
} from "./upload-task.ts";

interface Options {
  endpoint: string | null;
  uploadUrl: string | null;
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
    originalResponse: { getStatus: () => number; getBody: () => string } | null;
    constructor(status: number | null, body = "") {
      super("failed");
      this.originalResponse =
        status === null ? null : { getStatus: () => status, getBody: () => body };
    }
  }
  return { uploads, FakeUpload, FakeError };
});

vi.mock("tus-js-client", () => ({ Upload: FakeUpload, DetailedError: FakeError }));

const photo: Photo = {
  id: "foto-1",
  key: "imoveis/u/images/0/foto-1",
  width: 800,
  height: 600,
  widths: [400, 800],
  color: "#888888",
  alt: "",
  illustration: false,
};

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", fetched);
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

function last() {
  const upload = uploads.at(-1);
  if (!upload) throw new Error("no upload");
  return upload;
}

/** The server has created the upload. */
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
  ])("status %s is worth a retry: %s", (status, retryable) => {
    expect(isRetryable(status)).toBe(retryable);
  });

  test("errors carry the server's sentence, else the general one", () => {
    const general = "Erro ao fazer o upload da imagem";
    expect(uploadErrorOf(422, "Foto estragada.\n")).toEqual({
      kind: "invalid-argument",
      message: "Foto estragada.",
    });
    expect(uploadErrorOf(403, "")).toEqual({ kind: "unauthorized", message: general });
    expect(uploadErrorOf(404, "<html>")).toEqual({ kind: "object-not-found", message: general });
    expect(uploadErrorOf(402, "x".repeat(301))).toEqual({
      kind: "quota-exceeded",
      message: general,
    });
    expect(uploadErrorOf(500, "Algo deu errado.")).toEqual({ kind: "unknown", message: general });
  });

  test("ids are read from addresses", () => {
    expect(uploadIdOf("https://site/envios/0b5c-1")).toBe("0b5c-1");
    expect(uploadIdOf("https://site/outro")).toBeNull();
  });

  test("types are guessed where the browser knows none", () => {
    expect(photoFileType({ name: "IMG_1.HEIC", type: "" })).toBe("image/heic");
    expect(photoFileType({ name: "a.jpg", type: "" })).toBe("image/jpeg");
    expect(photoFileType({ name: "a.pdf", type: "" })).toBe("");
    expect(photoFileType({ name: "a.heic", type: "image/heif" })).toBe("image/heif");
  });
});

describe("an upload task", () => {
  test("sends a small file in one request and a large one in growing chunks", () => {
    newTask(262_144).start();
    expect(last().options).toMatchObject({
      uploadDataDuringCreation: true,
      chunkSize: Number.POSITIVE_INFINITY,
      metadata: { filename: "rancho.jpg", filetype: "image/jpeg", draft: "d" },
    });
    newTask(262_145).start();
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
    task.start();
    create();
    last().options.onProgress(500, 1000);
    expect(task.getSnapshot()).toMatchObject({ state: "running", progress: 0.5, id: "foto-1" });
    last().options.onSuccess();
    await vi.advanceTimersByTimeAsync(0);
    expect(task.getSnapshot()).toMatchObject({ state: "running", progress: 1, photo: null });
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetched).toHaveBeenLastCalledWith("/envios/foto-1/situacao", expect.anything());
    expect(task.getSnapshot()).toMatchObject({ state: "success", progress: 1, photo });
    expect(heard).toHaveBeenCalled();
  });

  test("fails with the sentence of a refusal that came after the last byte", async () => {
    fetched.mockResolvedValueOnce(new Response("Foto estragada.", { status: 422 }));
    const task = newTask(1000);
    task.start();
    create();
    last().options.onSuccess();
    await vi.advanceTimersByTimeAsync(0);
    expect(task.getSnapshot()).toMatchObject({
      state: "error",
      error: { kind: "invalid-argument", message: "Foto estragada." },
    });
  });

  test("pauses and goes on where it stopped", () => {
    const task = newTask(300_000);
    task.start();
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

  test("is deaf to an older stretch of itself", () => {
    const task = newTask(300_000);
    task.start();
    const older = last();
    task.pause();
    task.resume();
    older.options.onError(new FakeError(403));
    older.options.onProgress(1, 1);
    expect(task.getSnapshot()).toMatchObject({ state: "running", progress: 0 });
  });

  test("cancels, running or paused, and drops it on the server", () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    for (const pauses of [false, true]) {
      const task = newTask(300_000);
      task.start();
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

  test("does not retry a refusal", () => {
    const task = newTask(1000);
    task.start();
    last().options.onError(new FakeError(413, "A foto passa de 25 MB. Escolha uma menor."));
    expect(task.getSnapshot()).toMatchObject({
      state: "error",
      error: { message: "A foto passa de 25 MB. Escolha uma menor." },
    });
    vi.runAllTimers();
    expect(uploads).toHaveLength(1);
  });

  test("retries trouble with doubling waits and gives up after 600 s", () => {
    const task = newTask(300_000);
    task.start();
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
    expect(task.getSnapshot().error).toEqual({
      kind: "retry-limit-exceeded",
      message: "Erro ao fazer o upload da imagem",
    });

    task.retry();
    expect(task.getSnapshot()).toMatchObject({ state: "running", error: null, id: "foto-1" });
    expect(last().options.uploadUrl).toBe("http://site/envios/foto-1");
  });

  test("an accepted chunk begins the row of waits anew", () => {
    const task = newTask(3_000_000);
    task.start();
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

  test("does not wait once the network is back", () => {
    const task = newTask(1000);
    task.start();
    for (let attempt = 0; attempt < 3; attempt++) last().options.onError(new FakeError(null));
    expect(uploads).toHaveLength(1);
    window.dispatchEvent(new Event("online"));
    expect(uploads).toHaveLength(2);
  });

  test("gives a silent request up and tries again", () => {
    const task = newTask(300_000);
    task.start();
    last().options.onBeforeRequest();
    vi.advanceTimersByTime(60_000);
    expect(last().aborted).toBe(1);
    vi.advanceTimersByTime(500);
    expect(uploads).toHaveLength(2);
    expect(task.getSnapshot().state).toBe("running");
  });

  test("starts over when the server no longer has the upload", () => {
    const task = newTask(300_000);
    task.start();
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
});
