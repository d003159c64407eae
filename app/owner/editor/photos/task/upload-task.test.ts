import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  create,
  FakeError,
  FakeStorage,
  last,
  photoFile,
  respond,
  start,
  uploads,
} from "../../../../../testing/fake-tus.ts";
import { patience } from "../../../../../testing/patience.ts";
import { makeHeic } from "../../../../../testing/pictures.ts";
import { heicMessage, type Photo } from "../../../../domain/photos/photo.ts";
import { uploadError } from "../../../../domain/photos/uploads/upload-requests.ts";
import { snapshotOf } from "../photo-tray.ts";
import { UploadTask } from "./upload-task.ts";

// Files share modules, and another one may have imported these with the real client.
vi.hoisted(() => vi.resetModules());

vi.mock("tus-js-client", async () => {
  const { FakeError, FakeUpload } = await import("../../../../../testing/fake-tus.ts");
  return { Upload: FakeUpload, DetailedError: FakeError };
});

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
  return new UploadTask(photoFile(bytes), "d");
}

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

  test("fails with the reason, and without a request, for HEIC that can't be converted", async () => {
    const heic = new File([(await makeHeic(40, 30)) as BlobPart], "IMG_1.HEIC");
    const task = new UploadTask(heic, "d");
    task.start();
    await vi.waitFor(() => expect(task.getSnapshot().state).toBe("error"), patience);
    expect(task.getSnapshot().error).toEqual({ kind: "invalid-argument", message: heicMessage });
    expect(uploads).toEqual([]);
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

  test("a file that can no longer be read fails within seconds, and its place becomes free", async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    const task = newTask(300_000);
    await start(task);
    create();
    vi.spyOn(task.file, "slice").mockImplementation(() => {
      const gone = () => Promise.reject(new DOMException("gone", "NotReadableError"));
      return Object.assign(new Blob(), { arrayBuffer: gone });
    });
    last().options.onError(new FakeError(null));
    await vi.advanceTimersByTimeAsync(0);
    const message = "Não conseguimos mais ler esta foto. Escolha-a de novo.";
    expect(task.getSnapshot()).toMatchObject({
      state: "error",
      isOffline: false,
      error: { message, isUnreadable: true },
    });
    expect(fetched.mock.calls.map(([url, init]) => [url, init?.method])).toEqual([
      ["/envios/foto-1", "DELETE"],
    ]);
    // The form can be sent without it.
    const entry = { key: "a", name: "a.jpg", src: null, photo: null, task, isTurning: false };
    expect(snapshotOf([entry], 0)).toMatchObject({ pending: 0, failed: 0 });
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

  test("can be paused and cancelled before its first request", async () => {
    const task = newTask(300_000);
    task.start();
    task.pause();
    await vi.advanceTimersByTimeAsync(0);
    expect(uploads).toHaveLength(0);
    task.resume();
    await vi.waitUntil(() => uploads.length > 0, patience.timeout);
    task.cancel();
    expect(task.getSnapshot()).toMatchObject({ state: "canceled", error: uploadError("canceled") });
  });
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
