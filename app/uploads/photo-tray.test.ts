import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { notAnImageMessage, type Photo, photoTooLargeMessage } from "../photos/photo.ts";
import { PhotoTray, refusePhotoFile } from "./photo-tray.ts";

const started: string[] = [];

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
  vi.stubGlobal("sessionStorage", new FakeStorage());
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

const names = (tray: PhotoTray) => tray.getSnapshot().photos.map(({ name }) => name);

test.each([
  [{ name: "a.jpg", type: "image/jpeg", size: 10 }, null],
  [{ name: "a.HEIC", type: "", size: 10 }, null],
  [{ name: "a.txt", type: "text/plain", size: 10 }, notAnImageMessage],
  [{ name: "a.jpg", type: "image/jpeg", size: 0 }, notAnImageMessage],
  [{ name: "a.jpg", type: "image/jpeg", size: 25 * 1024 * 1024 }, null],
  [{ name: "a.jpg", type: "image/jpeg", size: 25 * 1024 * 1024 + 1 }, photoTooLargeMessage],
])("refusePhotoFile(%j)", (file, refusal) => {
  expect(refusePhotoFile(file)).toBe(refusal);
});

describe("a tray", () => {
  test("takes ten photos, refuses more, and sends two at a time", async () => {
    const tray = new PhotoTray("d", []);
    const files = Array.from({ length: 11 }, (_, index) => picture(`${index}.jpg`));
    expect(tray.add(files)).toEqual(["Cada anúncio leva até 10 fotos."]);
    expect(names(tray)).toHaveLength(10);
    await vi.waitFor(() => expect(started).toEqual(["0.jpg", "1.jpg"]));
    expect(tray.getSnapshot()).toMatchObject({ ready: 0, pending: 10, failed: 0 });
  });

  test("refuses what is no photo by name, and takes the rest", () => {
    const tray = new PhotoTray("d", []);
    const note = new File(["x"], "nota.txt", { type: "text/plain" });
    expect(tray.add([note, picture("a.jpg")])).toEqual([`nota.txt: ${notAnImageMessage}`]);
    expect(names(tray)).toEqual(["a.jpg"]);
  });

  test("lets the next one go when one is paused or removed", async () => {
    const tray = new PhotoTray("d", []);
    tray.add(["a", "b", "c", "d"].map(picture));
    await vi.waitFor(() => expect(started).toHaveLength(2));
    const [first, second] = tray.getSnapshot().photos;
    tray.pause(first?.key ?? "");
    await vi.waitFor(() => expect(started).toEqual(["a", "b", "c"]));
    tray.remove(second?.key ?? "");
    await vi.waitFor(() => expect(started).toEqual(["a", "b", "c", "d"]));
    expect(names(tray)).toEqual(["a", "c", "d"]);
  });

  test("moves photos, and not beyond the ends", () => {
    const tray = new PhotoTray("d", [stored("a"), stored("b"), stored("c")]);
    const ids = () => tray.getSnapshot().photos.map(({ id }) => id);
    tray.move("c", -1);
    expect(ids()).toEqual(["a", "c", "b"]);
    tray.move("a", -1);
    tray.move("b", 1);
    expect(ids()).toEqual(["a", "c", "b"]);
  });

  test("shows stored photos from the server, and drops removed ones there", () => {
    const tray = new PhotoTray("d", [stored("a")]);
    expect(tray.getSnapshot()).toMatchObject({
      ready: 1,
      photos: [{ id: "a", state: "success", src: "/fotos/imoveis/u/images/0/a/300.jpg" }],
    });
    tray.remove("a");
    expect(fetch).toHaveBeenCalledWith("/envios/a", expect.objectContaining({ method: "DELETE" }));
  });

  test("makes a photo the cover", () => {
    const tray = new PhotoTray("d", [stored("a"), stored("b"), stored("c")]);
    tray.lead("c");
    expect(tray.getSnapshot().photos.map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  test("leaves published photos to the server until the form is saved", () => {
    const published = [stored("a")];
    const tray = new PhotoTray("d", [...published, stored("b")], { published });
    tray.remove("a");
    expect(fetch).not.toHaveBeenCalled();
    tray.remove("b");
    expect(fetch).toHaveBeenCalledOnce();
    expect(tray.getSnapshot().photos).toEqual([]);
  });
});

describe("a tray whose page is loaded anew", () => {
  const record = (...uploads: { id: string; name: string }[]) =>
    sessionStorage.setItem(
      "mardeminas.rascunho.novo",
      JSON.stringify({ draft: "before", uploads }),
    );

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

  test("goes on with the form it was", async () => {
    record({ id: "ready", name: "a" }, { id: "open", name: "b" }, { id: "gone", name: "c" });
    const published = [stored("p")];
    const tray = new PhotoTray("now", published, { published, memory: "novo" });
    tray.enter();
    expect(tray.draft).toBe("before");
    tray.add([picture("d")]);
    await vi.waitFor(() => expect(tray.getSnapshot().interrupted).toEqual(["b"]));
    expect(tray.getSnapshot().photos.map(({ id, name }) => id ?? name)).toEqual([
      "p",
      "ready",
      "d",
    ]);
    expect(JSON.parse(sessionStorage.getItem("mardeminas.rascunho.novo") ?? "")).toEqual({
      draft: "before",
      uploads: [
        { id: "ready", name: "a" },
        { id: "open", name: "b" },
      ],
    });
  });

  test("a file chosen again takes the place of its interrupted upload", async () => {
    record({ id: "open", name: "b" });
    const tray = new PhotoTray("now", [], { memory: "novo" });
    tray.enter();
    await vi.waitFor(() => expect(tray.getSnapshot().interrupted).toEqual(["b"]));
    tray.add([picture("b")]);
    expect(tray.getSnapshot().interrupted).toEqual([]);
  });

  test("interrupted uploads leave room for ten photos", async () => {
    record({ id: "open", name: "b" });
    const tray = new PhotoTray("now", [], { memory: "novo" });
    tray.enter();
    await vi.waitFor(() => expect(tray.getSnapshot().interrupted).toEqual(["b"]));
    tray.add(Array.from({ length: 10 }, (_, index) => picture(`${index}.jpg`)));
    expect(tray.getSnapshot().interrupted).toEqual([]);
    expect(fetch).toHaveBeenCalledWith(
      "/envios/open",
      expect.objectContaining({ method: "DELETE" }),
    );
  });

  test("a form that was left is begun anew", async () => {
    record({ id: "ready", name: "a" });
    const left = new PhotoTray("now", [], { memory: "novo" });
    left.enter();
    left.leave();
    await vi.waitFor(() => expect(sessionStorage.getItem("mardeminas.rascunho.novo")).toBeNull());
    const tray = new PhotoTray("new", [], { memory: "novo" });
    tray.enter();
    expect(tray.draft).toBe("new");
  });
});
