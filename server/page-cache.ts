import { LRUCache } from "lru-cache";
import type { FinishedPage } from "./finished-page.ts";
import type { RequestedPage } from "./public-pages.ts";

/** How requests for public pages were answered since the start, and what is held. */
interface PageCacheFigures {
  /** From memory. */
  hits: number;
  /** Rendered for this request. */
  renders: number;
  /** By a rendering that was already under way. */
  joined: number;
  /** Pages held, and their bytes. */
  pages: number;
  bytes: number;
}

/** Finished pages of visitors without a session. */
export interface PageCache {
  /** The page under this key; a missing one is rendered once for all who wait for it. */
  load: (
    key: string,
    page: Pick<RequestedPage, "dependsOn" | "isUnbounded">,
    render: () => Promise<FinishedPage>,
  ) => Promise<FinishedPage>;
  /** What bears one of these tags is no longer true. */
  drop: (tags: readonly string[]) => void;
  /** Nothing is known to be true any longer. */
  dropAll: () => void;
  /** While it does not hear of changes it keeps nothing. */
  setHearing: (isHearing: boolean) => void;
  figures: () => PageCacheFigures;
}

/** What decides whether a page is still true. */
interface Basis {
  dependsOn: readonly string[];
  /** The moment, counted in changes, before its rendering began. */
  begun: number;
}

interface KeptPage extends Basis {
  page: FinishedPage;
}

/** The share of the memory that pages of which there are endlessly many have to themselves. */
const unboundedShare = 1 / 4;
/** Of the latest requests for such pages, so many are remembered. */
const mostRequestsRemembered = 10_000;

/** Tags whose last change is remembered one by one; beyond it all that was kept goes at once. */
const mostTags = 50_000;

/**
 * A page cache of so many bytes at most; the pages longest not asked for go first. Pages of which
 * there are endlessly many never displace others, and are kept from the second request on: made-up
 * addresses, each asked for once, displace nothing. Every change has a number; a page is true while none of its tags changed after its rendering began. So a page
 * that was being rendered during a change is never kept.
 */
export function createPageCache(maxBytes: number): PageCache {
  const bounded = createStore(maxBytes * (1 - unboundedShare));
  const unbounded = createStore(maxBytes * unboundedShare);
  const askedBefore = new LRUCache<string, true>({ max: mostRequestsRemembered });
  const underWay = new Map<string, Basis & { result: Promise<FinishedPage> }>();
  const changedAt = new Map<string, number>();
  let changes = 0;
  let allChangedAt = 0;
  let isHearing = false;
  const counts = { hits: 0, renders: 0, joined: 0 };

  function isTrue({ begun, dependsOn }: Basis): boolean {
    if (begun < allChangedAt) return false;
    return dependsOn.every((tag) => (changedAt.get(tag) ?? 0) <= begun);
  }

  function dropAll(): void {
    allChangedAt = ++changes;
    changedAt.clear();
    bounded.clear();
    unbounded.clear();
  }

  function keep(key: string, isUnbounded: boolean, page: KeptPage): void {
    if (!isUnbounded) bounded.set(key, page);
    else if (askedBefore.has(key)) unbounded.set(key, page);
    else askedBefore.set(key, true);
  }

  function find(key: string): FinishedPage | null {
    const found = bounded.get(key) ?? unbounded.get(key);
    if (!found) return null;
    if (!isTrue(found)) {
      bounded.delete(key);
      unbounded.delete(key);
      return null;
    }
    counts.hits++;
    return found.page;
  }

  return {
    async load(key, { dependsOn, isUnbounded }, render) {
      const found = find(key);
      if (found) return found;
      const running = underWay.get(key);
      if (running && isTrue(running)) {
        counts.joined++;
        return running.result;
      }
      counts.renders++;
      const begun = changes;
      const result = render();
      const mine = { dependsOn, begun, result };
      underWay.set(key, mine);
      try {
        const page = await result;
        if (isHearing && page.mayBeKept && isTrue(mine)) {
          keep(key, isUnbounded, { page, dependsOn, begun });
        }
        return page;
      } finally {
        if (underWay.get(key) === mine) underWay.delete(key);
      }
    },
    drop(tags) {
      if (changedAt.size > mostTags) return dropAll();
      changes++;
      for (const tag of tags) changedAt.set(tag, changes);
    },
    dropAll,
    setHearing(hears) {
      isHearing = hears;
      dropAll();
    },
    figures: () => ({
      ...counts,
      pages: bounded.size + unbounded.size,
      bytes: bounded.calculatedSize + unbounded.calculatedSize,
    }),
  };
}

function createStore(maxBytes: number): LRUCache<string, KeptPage> {
  return new LRUCache({
    maxSize: Math.floor(maxBytes),
    sizeCalculation: ({ page }, key) => page.bytes + key.length,
  });
}
