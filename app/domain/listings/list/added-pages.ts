const storageName = "mais-anuncios";

/** History entries whose pages survive a reload. */
const maxEntries = 5;

/** A page of a list that was added to the one shown. */
export interface AddedPage {
  /** The added page's cards. */
  html: string;
  /** Query of the page after it; null after the last one. */
  next: string | null;
}

interface AddedPages {
  pages: readonly AddedPage[];
  /** Scroll position when the page was left. */
  y: number;
}

type Entries = Map<string, AddedPages>;

/** Added pages by history entry, the most recently extended last. */
let remembered: Entries | null = null;

/** Reads the pages added to this history entry's list, even before a reload of this tab. */
export function readAdded(): AddedPages {
  return entries().get(history.state?.key) ?? { pages: [], y: 0 };
}

export function noteAdded(page: AddedPage): void {
  const { pages } = readAdded();
  const { key = Math.random().toString(32).slice(2) } = history.state ?? {};
  history.replaceState({ ...history.state, key }, "");
  entries().delete(key);
  entries().set(key, { pages: [...pages, page], y: 0 });
}

function entries(): Entries {
  if (remembered) return remembered;
  const known: Entries = new Map(readStored());
  remembered = known;
  addEventListener("pagehide", () => {
    const here = known.get(history.state?.key);
    if (here) here.y = scrollY;
    try {
      sessionStorage.setItem(storageName, JSON.stringify([...known].slice(-maxEntries)));
    } catch {
      // Full or forbidden storage only costs the list its added pages.
      sessionStorage.removeItem(storageName);
    }
  });
  return known;
}

function readStored(): [string, AddedPages][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? "[]");
  } catch {
    return [];
  }
}
