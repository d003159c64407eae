import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeError, last, start, uploads } from "../../../../testing/fake-tus.ts";
import { patience } from "../../../../testing/patience.ts";
import { deleted, picture, stored, stubTrayBrowser } from "../../../../testing/photo-tray.ts";
import { PhotoTray } from "../../../owner/editor/photos/photo-tray.ts";
import { UploadTask } from "../../../owner/editor/photos/task/upload-task.ts";

// Files share modules, and another one may have imported these with the real client.
vi.hoisted(() => vi.resetModules());

vi.mock("tus-js-client", async () => {
  const { FakeError, FakeUpload } = await import("../../../../testing/fake-tus.ts");
  return { Upload: FakeUpload, DetailedError: FakeError };
});

beforeEach(() => {
  stubTrayBrowser();
  uploads.length = 0;
});

afterEach(() => vi.unstubAllGlobals());

const isCreated = () => expect(uploads).toHaveLength(1);

/** A form with ten photos, of which the last is removed for good. */
function trayWithoutTenth(): PhotoTray {
  const ids = Array.from({ length: 10 }, (_, index) => String(index));
  const tray = new PhotoTray("d", ids.map(stored));
  tray.remove("9");
  return tray;
}

test("an upload begins once the server has deleted the photo that it replaces", async () => {
  const answer = Promise.withResolvers<Response>();
  vi.mocked(fetch).mockReturnValueOnce(answer.promise);
  await trayWithoutTenth().add([picture("a.jpg")]);
  expect([deleted(), uploads]).toEqual([["/envios/9"], []]);
  answer.resolve(new Response(null, { status: 204 }));
  await vi.waitFor(isCreated, patience);
  expect(deleted()).toEqual(["/envios/9"]);
});

test.each([
  ["without a connection", () => Promise.reject(new TypeError("offline"))],
  ["while the site is down", async () => new Response(null, { status: 503 })],
])("a photo removed %s is deleted before the next upload begins", async (_, answer) => {
  vi.mocked(fetch).mockImplementationOnce(answer).mockImplementationOnce(answer);
  const tray = new PhotoTray("d", [stored("a")]);
  tray.remove("a");
  await vi.waitFor(() => expect(deleted()).toEqual(["/envios/a"]), patience);
  const task = new UploadTask(picture("c.jpg"), "d");
  task.start();
  await vi.waitFor(() => expect(deleted()).toEqual(["/envios/a", "/envios/a"]), patience);
  expect(uploads).toEqual([]);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(isCreated, patience);
  expect(deleted()).toHaveLength(3);
  expect(task.getSnapshot()).toMatchObject({ state: "running", error: null });
});

test.each([204, 404, 403])("a photo is not deleted again after %i", async (status) => {
  vi.mocked(fetch).mockResolvedValueOnce(new Response(null, { status }));
  await trayWithoutTenth().add([picture("a.jpg")]);
  await vi.waitFor(isCreated, patience);
  last().options.onError(new FakeError(422));
  await start(new UploadTask(picture("b.jpg"), "d"));
  expect(deleted()).toEqual(["/envios/9"]);
});
