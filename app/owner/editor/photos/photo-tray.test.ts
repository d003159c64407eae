import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { patience } from "../../../../testing/patience.ts";
import {
  deleted,
  namesIn,
  picture,
  stored,
  stubTrayBrowser,
} from "../../../../testing/photo-tray.ts";
import { makeHeic } from "../../../../testing/pictures.ts";
import { heicMessage, notAnImageMessage } from "../../../domain/photos/photo.ts";
import { PhotoTray } from "./photo-tray.ts";

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
  test("accepts ten photos, names those left out, and sends two at a time", async () => {
    const tray = new PhotoTray("d", []);
    const files = Array.from({ length: 12 }, (_, index) => picture(`${index}.jpg`));
    expect(await tray.add(files)).toEqual([
      "Cada anúncio leva até 10 fotos. Ficaram de fora: 10.jpg e 11.jpg.",
    ]);
    const left = "Cada anúncio leva até 10 fotos. Ficou de fora: b.jpg.";
    expect(await tray.add([picture("b.jpg")])).toEqual([left]);
    expect(namesIn(tray)).toHaveLength(10);
    await vi.waitFor(() => expect(started).toEqual(["0.jpg", "1.jpg"]), patience);
    expect(tray.getSnapshot()).toMatchObject({ ready: 0, pending: 10, failed: 0 });
  });

  test("refuses other files by name, and accepts the rest", async () => {
    const tray = new PhotoTray("d", []);
    const note = new File(["x"], "nota.txt", { type: "text/plain" });
    expect(await tray.add([note, picture("a.jpg")])).toEqual([`nota.txt: ${notAnImageMessage}`]);
    expect(namesIn(tray)).toEqual(["a.jpg"]);
  });

  test("refuses HEIC files, recognized by their content, with one sentence, and accepts the rest", async () => {
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

  test("deletes a removed photo, whose file can be chosen again", async () => {
    const tray = new PhotoTray("d", [stored("a"), stored("b")]);
    tray.remove("a");
    expect(deleted()).toEqual(["/envios/a"]);
    await tray.add([picture("a.jpg")]);
    expect(namesIn(tray)).toEqual(["", "a.jpg"]);
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

  test("keeps published photos on the server until the form is saved", () => {
    const published = [stored("a")];
    const tray = new PhotoTray("d", [...published, stored("b")], published);
    tray.remove("a");
    tray.remove("b");
    expect(deleted()).toEqual(["/envios/b"]);
    expect(tray.getSnapshot().photos).toEqual([]);
  });
});
