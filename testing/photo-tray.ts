import { vi } from "vitest";
import type { Photo } from "../app/domain/photos/photo.ts";
import type { PhotoTray } from "../app/owner/editor/photos/photo-tray.ts";
import { FakeStorage } from "./fake-tus.ts";
import { samplePhoto } from "./listing.ts";

/** Gives a photo tray the parts of a browser that it uses; the server answers 200 to everything. */
export function stubTrayBrowser(): void {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response()),
  );
}

export function picture(name: string): File {
  return new File(["x"], name, { type: "image/jpeg" });
}

export function stored(id: string): Photo {
  return samplePhoto({
    id,
    key: `imoveis/u/images/0/${id}`,
    width: 300,
    height: 200,
    widths: [300],
  });
}

/** Lists the URLs of the photos that the server was asked to delete. */
export function deleted(): string[] {
  const calls = vi.mocked(fetch).mock.calls.filter(([, init]) => init?.method === "DELETE");
  return calls.map(([url]) => String(url));
}

export const namesIn = (tray: PhotoTray) => tray.getSnapshot().photos.map(({ name }) => name);
