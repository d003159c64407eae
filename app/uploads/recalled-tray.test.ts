import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { patience } from "../../testing/patience.ts";
import { picture, stored, stubTrayBrowser } from "../../testing/photo-tray.ts";
import { PhotoTray } from "./photo-tray.ts";

// Files share modules, and another one may have imported these with the real client.
vi.hoisted(() => vi.resetModules());

vi.mock("tus-js-client", () => ({
  Upload: class {
    start() {}
    abort() {}
  },
  DetailedError: class extends Error {},
}));

beforeEach(() => {
  stubTrayBrowser();
});

afterEach(() => vi.unstubAllGlobals());

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
    tray.restart("next");
    expect([tray.draftId, ids()]).toEqual(["next", ["p", "q", "r"]]);
    expect(vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === "DELETE")).toEqual([]);
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
