import { vi } from "vitest";
import type { Photo } from "../app/photos/photo.ts";
import type { PhotoTray } from "../app/uploads/photo-tray.ts";

/** Gives a photo tray the parts of a browser that it uses; the server answers 200 to everything. */
export function stubTrayBrowser(): void {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response()),
  );
}

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

export function picture(name: string): File {
  return new File(["x"], name, { type: "image/jpeg" });
}

export function stored(id: string): Photo {
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

/** Lists the URLs of the photos that the server was asked to delete. */
export function deleted(): string[] {
  const calls = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === "DELETE");
  return calls.map(([url]) => String(url));
}

export const namesIn = (tray: PhotoTray) => tray.getSnapshot().photos.map(({ name }) => name);
