import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { patience } from "../../testing/patience.ts";
import { deleted, namesIn, picture, stored, stubTrayBrowser } from "../../testing/photo-tray.ts";
import { makeHeic } from "../../testing/pictures.ts";
import { heicMessage, notAnImageMessage } from "../photos/photo-limits.ts";
import { PhotoTray } from "./photo-tray.ts";
import { CopyTask } from "./task/copy-task.ts";

const started: string[] = [];

// Files share modules, and another one may have imported these with the real client.
vi.hoisted(() => vi.resetModules());

vi.mock("tus-js-client", () => ({
  Upload: class {
    file: File;
    constructor(file: File) {
      this.file = file;
    }
    start() {
      started.push(this.file.name);
    }
    abort() {}
  },
  DetailedError: class extends Error {},
}));

beforeEach(() => {
  stubTrayBrowser();
  started.length = 0;
});

afterEach(() => vi.unstubAllGlobals());

describe("a tray", () => {
  test("accepts ten photos, refuses more, and sends two at a time", async () => {
    const tray = new PhotoTray("d", []);
    const files = Array.from({ length: 11 }, (_, index) => picture(`${index}.jpg`));
    expect(await tray.add(files)).toEqual([]);
    expect(tray.getSnapshot().leftOut.map(({ name }) => name)).toEqual(
      files.slice(10).map(({ name }) => name),
    );
    expect(namesIn(tray)).toHaveLength(10);
    await vi.waitFor(() => expect(started).toEqual(["0.jpg", "1.jpg"]), patience);
    expect(tray.getSnapshot()).toMatchObject({ ready: 0, pending: 10, failed: 0 });
  });

  test("leaves out another ad's photos beyond the tenth, once each, and takes one when there is room", async () => {
    const tray = new PhotoTray("d", []);
    await tray.add(Array.from({ length: 9 }, (_, index) => picture(`${index}.jpg`)));
    const begun: string[] = [];
    const offer = (id: string) =>
      tray.offer({
        id,
        name: `foto ${id}`,
        draw: () => `/fotos/${id}.jpg`,
        begin: () => {
          begun.push(id);
          tray.begin(new CopyTask(id, "d"), `foto ${id}`, `/fotos/${id}.jpg`);
        },
      });
    for (const id of ["a", "b", "c", "b"]) offer(id);
    expect(begun).toEqual(["a"]);
    const { leftOut } = tray.getSnapshot();
    expect(leftOut).toMatchObject([
      { name: "foto b", src: "/fotos/b.jpg" },
      { name: "foto c", src: "/fotos/c.jpg" },
    ]);

    tray.include(leftOut[1]?.key ?? "");
    expect(begun).toEqual(["a"]);
    tray.remove(tray.getSnapshot().photos[0]?.key ?? "");
    tray.include(leftOut[1]?.key ?? "");
    expect(begun).toEqual(["a", "c"]);
    expect(namesIn(tray).at(-1)).toBe("foto c");

    await tray.add([picture("mais.jpg")]);
    tray.forgetLeftOut(["a", "b", "c"]);
    expect(tray.getSnapshot().leftOut.map(({ name }) => name)).toEqual(["mais.jpg"]);
    tray.forgetLeftOut();
    expect(tray.getSnapshot().leftOut).toEqual([]);
  });

  test("refuses other files by name, and accepts the rest", async () => {
    const tray = new PhotoTray("d", []);
    const note = new File(["x"], "nota.txt", { type: "text/plain" });
    expect(await tray.add([note, picture("a.jpg")])).toEqual([`nota.txt: ${notAnImageMessage}`]);
    expect(namesIn(tray)).toEqual(["a.jpg"]);
  });

  test("refuses HEIC with one sentence, by what the files hold, and accepts the rest", async () => {
    vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("no picture")));
    const tray = new PhotoTray("d", []);
    const bytes = (await makeHeic(40, 30)) as BlobPart;
    const unnamed = new File([bytes], "IMG_1", { type: "" });
    const misnamed = new File([bytes], "IMG_2.jpg", { type: "image/jpeg" });
    const adding = tray.add([unnamed, picture("a.heic"), misnamed]);
    expect(tray.getSnapshot().pending).toBe(3);
    expect(await adding).toEqual([`IMG_1 e IMG_2.jpg: ${heicMessage}`]);
    expect(namesIn(tray)).toEqual(["a.heic"]);
    expect(tray.getSnapshot().pending).toBe(1);
  });

  test("accepts HEIC of any size where the browser decodes it", async () => {
    vi.stubGlobal("createImageBitmap", async () => ({ width: 40, height: 30, close() {} }));
    const tray = new PhotoTray("d", []);
    const bytes = (await makeHeic(40, 30)) as BlobPart;
    const huge = new File([bytes, new Uint8Array(26 * 1024 * 1024)], "IMG_1.HEIC");
    expect(await tray.add([huge])).toEqual([]);
    expect(namesIn(tray)).toEqual(["IMG_1.HEIC"]);
    // There is no canvas here to redraw the photo on.
    await vi.waitFor(() => expect(tray.getSnapshot().failed).toBe(1), patience);
  });

  test("takes no photo once its form was left", async () => {
    const left = Promise.withResolvers<{ close: () => void }>();
    vi.stubGlobal("createImageBitmap", () => left.promise);
    const tray = new PhotoTray("d", []);
    const adding = tray.add([new File([(await makeHeic(40, 30)) as BlobPart], "a.heic")]);
    tray.leave();
    setTimeout(() => left.resolve({ close() {} }));
    expect([await adding, namesIn(tray), started]).toEqual([[], [], []]);
  });

  test("starts the next upload when one is paused or removed", async () => {
    const tray = new PhotoTray("d", []);
    await tray.add(["a", "b", "c", "d"].map(picture));
    await vi.waitFor(() => expect(started).toHaveLength(2), patience);
    const [first, second] = tray.getSnapshot().photos;
    tray.pause(first?.key ?? "");
    await vi.waitFor(() => expect(started).toEqual(["a", "b", "c"]), patience);
    tray.remove(second?.key ?? "");
    await vi.waitFor(() => expect(started).toEqual(["a", "b", "c", "d"]), patience);
    expect(namesIn(tray)).toEqual(["a", "c", "d"]);
  });

  test("moves photos, but not beyond the ends", () => {
    const tray = new PhotoTray("d", [stored("a"), stored("b"), stored("c")]);
    const ids = () => tray.getSnapshot().photos.map(({ id }) => id);
    tray.move("c", -1);
    expect(ids()).toEqual(["a", "c", "b"]);
    tray.move("a", -1);
    tray.move("b", 1);
    expect(ids()).toEqual(["a", "c", "b"]);
  });

  test("shows stored photos from the server, and deletes removed ones there", () => {
    const tray = new PhotoTray("d", [stored("a")]);
    expect(tray.getSnapshot()).toMatchObject({
      ready: 1,
      photos: [{ id: "a", state: "success", src: "/fotos/imoveis/u/images/0/a/300.jpg" }],
    });
  });

  test("restores the photo removed last to its place, and deletes it once another is removed", () => {
    const tray = new PhotoTray("d", [stored("a"), stored("b"), stored("c")]);
    const ids = () => tray.getSnapshot().photos.map(({ id }) => id);
    expect(tray.restore()).toBeNull();
    tray.remove("b");
    expect([ids(), tray.getSnapshot().removed]).toEqual([["a", "c"], 2]);
    tray.restore();
    expect([ids(), tray.getSnapshot().removed]).toEqual([["a", "b", "c"], null]);
    expect(deleted()).toEqual([]);
    tray.remove("b");
    tray.remove("a");
    expect(deleted()).toEqual(["/envios/b"]);
    tray.restore();
    expect(ids()).toEqual(["a", "c"]);
  });

  test("deletes a removed photo when ten others leave it no room, and when the form is left", async () => {
    const nine = Array.from({ length: 9 }, (_, index) => stored(String(index)));
    const tray = new PhotoTray("d", [...nine, stored("a")]);
    tray.remove("a");
    await tray.add([picture("new.jpg")]);
    expect([deleted(), tray.getSnapshot().removed]).toEqual([["/envios/a"], null]);
    tray.remove("0");
    tray.leave();
    await vi.waitFor(() => expect(deleted()).toEqual(["/envios/a", "/envios/0"]), patience);
  });

  test("turns a photo, which becomes another one in its place", async () => {
    const tray = new PhotoTray("d", [stored("a"), stored("b")]);
    vi.mocked(fetch).mockResolvedValueOnce(Response.json({ photo: stored("t") }, { status: 201 }));
    const turning = tray.turn("a");
    expect(tray.getSnapshot()).toMatchObject({ ready: 1, pending: 1 });
    expect(await turning).toBeNull();
    expect(fetch).toHaveBeenCalledWith(
      "/envios/a/girar/d",
      expect.objectContaining({ method: "POST" }),
    );
    expect(deleted()).toEqual(["/envios/a"]);
    expect(tray.getSnapshot()).toMatchObject({
      ready: 2,
      pending: 0,
      photos: [{ key: "a", id: "t", src: "/fotos/imoveis/u/images/0/t/300.jpg" }, { id: "b" }],
    });
  });

  test("leaves a published photo on the server when it is turned", async () => {
    const tray = new PhotoTray("d", [stored("a")], [stored("a")]);
    vi.mocked(fetch).mockResolvedValueOnce(Response.json({ photo: stored("t") }, { status: 201 }));
    await tray.turn("a");
    expect([deleted(), tray.getSnapshot().photos[0]?.id]).toEqual([[], "t"]);
    tray.restart("next");
    expect([deleted(), tray.getSnapshot().photos[0]?.id]).toEqual([[], "a"]);
  });

  test("keeps a photo that could not be turned, and says why", async () => {
    const tray = new PhotoTray("d", [stored("a")]);
    const sentence = "Você já enviou muitas fotos nesta hora.";
    vi.mocked(fetch).mockResolvedValueOnce(new Response(sentence, { status: 429 }));
    expect(await tray.turn("a")).toBe(sentence);
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError("offline"));
    expect(await tray.turn("a")).toBe("Erro ao fazer o upload da imagem");
    expect(tray.getSnapshot()).toMatchObject({ ready: 1, photos: [{ id: "a" }] });
  });

  test("deletes the turned photo if its original was removed meanwhile", async () => {
    const tray = new PhotoTray("d", [stored("a")]);
    vi.mocked(fetch).mockResolvedValueOnce(Response.json({ photo: stored("t") }, { status: 201 }));
    const turning = tray.turn("a");
    tray.remove("a");
    await turning;
    expect(deleted()).toEqual(["/envios/a", "/envios/t"]);
    expect(tray.getSnapshot()).toMatchObject({ photos: [], removed: null });
  });

  test("makes a photo the cover", () => {
    const tray = new PhotoTray("d", [stored("a"), stored("b"), stored("c")]);
    tray.lead("c");
    expect(tray.getSnapshot().photos.map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  test("keeps published photos on the server until the form is saved", () => {
    const published = [stored("a")];
    const tray = new PhotoTray("d", [...published, stored("b")], published);
    tray.remove("a");
    tray.remove("b");
    expect(deleted()).toEqual([]);
    expect(tray.getSnapshot().photos).toEqual([]);
    tray.restart("next");
    expect(deleted()).toEqual(["/envios/b"]);
  });
});
