import type { RenderedPage } from "../card/rendered-cards.server.tsx";

const storageName = "mais-anuncios";

/** History entries whose pages survive a reload. */
const maxEntries = 5;

/** Added pages by history entry, the most recently extended last. */
let pagesByEntry: Map<string, readonly RenderedPage[]> | null = null;

/** Pages added to the list of a history entry, also before the last reload in this tab. */
export function readAddedPages(entry: string): readonly RenderedPage[] {
  return remembered().get(entry) ?? [];
}

/** Returns all of the entry's added pages. */
export function addPage(entry: string, page: RenderedPage): readonly RenderedPage[] {
  const known = readAddedPages(entry);
  if (known.includes(page)) return known;
  const pages = [...known, page];
  remembered().delete(entry);
  remembered().set(entry, pages);
  return pages;
}

function remembered(): Map<string, readonly RenderedPage[]> {
  if (pagesByEntry) return pagesByEntry;
  const known = new Map(readStored());
  pagesByEntry = known;
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(storageName, JSON.stringify([...known].slice(-maxEntries)));
    } catch {
      // Full or forbidden storage only costs the list its added pages.
      sessionStorage.removeItem(storageName);
    }
  });
  return known;
}

function readStored(): [string, readonly RenderedPage[]][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? "[]");
  } catch {
    return [];
  }
}
