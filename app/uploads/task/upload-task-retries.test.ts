import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  create,
  FakeError,
  FakeStorage,
  last,
  photoFile,
  start,
  uploads,
} from "../../../testing/fake-tus.ts";
import { uploadError } from "../upload-error.ts";
import { UploadTask } from "./upload-task.ts";

// Files share modules, and another one may have imported these with the real client.
vi.hoisted(() => vi.resetModules());

vi.mock("tus-js-client", async () => {
  const { FakeError, FakeUpload } = await import("../../../testing/fake-tus.ts");
  return { Upload: FakeUpload, DetailedError: FakeError };
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new FakeStorage());
  uploads.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function newTask(bytes: number): UploadTask {
  return new UploadTask(photoFile(bytes), "d");
}

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
