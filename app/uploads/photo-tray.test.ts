import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { patience } from "../../testing/patience.ts";
import { makeHeic } from "../../testing/pictures.ts";
import type { Photo } from "../photos/photo.ts";
import { heicMessage, notAnImageMessage } from "../photos/photo-limits.ts";
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
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response()),
  );
  started.length = 0;
});

afterEach(() => vi.unstubAllGlobals());

class FakeStorage {
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

function picture(name: string): File {
  return new File(["x"], name, { type: "image/jpeg" });
}

function stored(id: string): Photo {
  const key = `imoveis/u/images/0/${id}`;
  return {
    id,
    key,
    width: 300,
    height: 200,
    widths: [300],
    color: "#888",
    alt: "",
    illustration: false,
    cover: true,
  };
}

/** URLs of the photos that the server was asked to delete. */
function deleted(): string[] {
  const calls = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === "DELETE");
  return calls.map(([url]) => String(url));
}

const names = (tray: PhotoTray) => tray.getSnapshot().photos.map(({ name }) => name);

describe("a tray", () => {
  test("accepts ten photos, refuses more, and sends two at a time", async () => {
    const tray = new PhotoTray("d", []);
    const files = Array.from({ length: 11 }, (_, index) => picture(`${index}.jpg`));
    expect(await tray.add(files)).toEqual(["Cada anúncio leva até 10 fotos."]);
    expect(names(tray)).toHaveLength(10);
    await vi.waitFor(() => expect(started).toEqual(["0.jpg", "1.jpg"]), patience);
    expect(tray.getSnapshot()).toMatchObject({ ready: 0, pending: 10, failed: 0 });
  });

  test("refuses other files by name, and accepts the rest", async () => {
    const tray = new PhotoTray("d", []);
    const note = new File(["x"], "nota.txt", { type: "text/plain" });
    expect(await tray.add([note, picture("a.jpg")])).toEqual([`nota.txt: ${notAnImageMessage}`]);
    expect(names(tray)).toEqual(["a.jpg"]);
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
    expect(names(tray)).toEqual(["a.heic"]);
    expect(tray.getSnapshot().pending).toBe(1);
  });

  test("accepts HEIC of any size where the browser decodes it", async () => {
    vi.stubGlobal("createImageBitmap", async () => ({ width: 40, height: 30, close() {} }));
    const tray = new PhotoTray("d", []);
    const bytes = (await makeHeic(40, 30)) as BlobPart;
    const huge = new File([bytes, new Uint8Array(26 * 1024 * 1024)], "IMG_1.HEIC");
    expect(await tray.add([huge])).toEqual([]);
    expect(names(tray)).toEqual(["IMG_1.HEIC"]);
  });

  test("takes no photo once its form was left", async () => {
    const left = Promise.withResolvers<{ close: () => void }>();
    vi.stubGlobal("createImageBitmap", () => left.promise);
    const tray = new PhotoTray("d", []);
    const adding = tray.add([new File([(await makeHeic(40, 30)) as BlobPart], "a.heic")]);
    tray.leave();
    setTimeout(() => left.resolve({ close() {} }));
    expect([await adding, names(tray), started]).toEqual([[], [], []]);
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
    expect(names(tray)).toEqual(["a", "c", "d"]);
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
    tray.discard("next");
    expect([deleted(), tray.getSnapshot().photos[0]?.id]).toEqual([["/envios/t"], "a"]);
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
    tray.discard("next");
    expect(deleted()).toEqual(["/envios/b"]);
  });
});

describe("a tray of a form left earlier", () => {
  const memory = "mardeminas.rascunho.maria.novo";
  const situations: Record<string, () => Response> = {
    ready: () => Response.json({ state: "ready", photo: stored("ready") }),
    open: () => new Response("{}", { status: 202 }),
    gone: () => new Response("", { status: 404 }),
  };

  beforeEach(() => {
    vi.mocked(fetch).mockImplementation(async (url) => {
      const id = String(url).split("/")[2] ?? "";
      return situations[id]?.() ?? new Response();
    });
  });

  function reopen(...recalled: { id: string; name: string }[]): PhotoTray {
    const tray = new PhotoTray("new", []);
    tray.recall({ id: "d", photos: recalled });
    expect(tray.draftId).toBe("d");
    return tray;
  }

  function keptPhotos(): unknown {
    return JSON.parse(localStorage.getItem(memory) ?? "null")?.draft.photos ?? null;
  }

  test("finds finished uploads, and names interrupted ones and those to send again", async () => {
    const tray = reopen(
      { id: "ready", name: "a" },
      { id: "open", name: "b" },
      { id: "gone", name: "c" },
      { id: "", name: "e" },
    );
    tray.keepIn(memory);
    await tray.add([picture("d")]);
    await vi.waitFor(() => expect(tray.getSnapshot().interrupted).toEqual(["b"]), patience);
    const { photos, lost } = tray.getSnapshot();
    expect(photos.map(({ id, name }) => id ?? name)).toEqual(["ready", "d"]);
    expect(lost).toEqual(["e", "c"]);
    expect(keptPhotos()).toEqual([
      { id: "ready", name: "a" },
      { id: "", name: "d" },
      { id: "open", name: "b" },
    ]);
  });

  test("keeps the order, without published photos that were removed", async () => {
    const published = [stored("p"), stored("q"), stored("r")];
    const recalled = [
      { id: "r", name: "" },
      { id: "ready", name: "a" },
      { id: "p", name: "" },
    ];
    const tray = new PhotoTray("new", published, published);
    tray.recall({ id: "d", photos: recalled });
    tray.keepIn(memory);
    const ids = () => tray.getSnapshot().photos.map(({ id }) => id);
    await vi.waitFor(() => expect(ids()).toEqual(["r", "ready", "p"]), patience);
    expect(keptPhotos()).toEqual(recalled);
    tray.discard("next");
    expect([tray.draftId, ids()]).toEqual(["next", ["p", "q", "r"]]);
    expect(vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === "DELETE")).toEqual([
      ["/envios/ready", expect.anything()],
    ]);
  });

  test("stays empty if it is discarded during the request to the server", async () => {
    const tray = reopen({ id: "ready", name: "a" });
    tray.discard("next");
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2), patience);
    await Promise.all(vi.mocked(fetch).mock.results.map(({ value }) => value));
    expect(tray.getSnapshot()).toMatchObject({ photos: [], interrupted: [], lost: [] });
  });

  test("photos chosen before the recall come after the recalled ones", async () => {
    const tray = new PhotoTray("new", []);
    await tray.add([picture("z")]);
    tray.recall({ id: "d", photos: [{ id: "ready", name: "a" }] });
    await vi.waitFor(() => expect(names(tray)).toEqual(["a", "z"]), patience);
  });

  test("stores nothing while the photos are those of the listing", () => {
    const published = [stored("p"), stored("q")];
    const tray = new PhotoTray("d", published, published);
    tray.keepIn(memory);
    expect(keptPhotos()).toBeNull();
    expect(tray.draftId).toBe("d");
    tray.move("q", -1);
    expect(keptPhotos()).toEqual([
      { id: "q", name: "" },
      { id: "p", name: "" },
    ]);
    tray.move("q", 1);
    expect(keptPhotos()).toBeNull();
  });

  test("a file chosen again replaces its interrupted upload", async () => {
    const tray = reopen({ id: "open", name: "b" }, { id: "", name: "c" });
    await vi.waitFor(() => expect(tray.getSnapshot().interrupted).toEqual(["b"]), patience);
    await tray.add([picture("b"), picture("c")]);
    expect(tray.getSnapshot()).toMatchObject({ interrupted: [], lost: [] });
  });

  test("interrupted uploads leave room for ten photos", async () => {
    const tray = reopen({ id: "open", name: "b" });
    await vi.waitFor(() => expect(tray.getSnapshot().interrupted).toEqual(["b"]), patience);
    await tray.add(Array.from({ length: 10 }, (_, index) => picture(`${index}.jpg`)));
    expect(tray.getSnapshot().interrupted).toEqual([]);
    expect(fetch).toHaveBeenCalledWith(
      "/envios/open",
      expect.objectContaining({ method: "DELETE" }),
    );
  });

  test("leaving the form deletes nothing that the draft still names", async () => {
    const tray = reopen({ id: "ready", name: "a" });
    tray.keepIn(memory);
    await vi.waitFor(() => expect(tray.getSnapshot().ready).toBe(1), patience);
    await tray.add([picture("b")]);
    tray.leave();
    await vi.waitFor(() => expect(tray.getSnapshot().photos[1]?.state).toBe("paused"), patience);
    expect(vi.mocked(fetch).mock.calls.some(([, init]) => init?.method === "DELETE")).toBe(false);
    expect(keptPhotos()).toEqual([
      { id: "ready", name: "a" },
      { id: "", name: "b" },
    ]);
  });
});
