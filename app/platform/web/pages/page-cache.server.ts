import { LRUCache } from "lru-cache";
import type { FinishedPage } from "./finished-page.server.ts";
import type { RequestedPage } from "./route-table.server.ts";

interface PageCacheFigures {
  hits: number;
  renders: number;
  joined: number;
  pages: number;
  bytes: number;
}

export interface PageCache {
  /** Null if the page is missing or out of date. */
  find: (key: string) => FinishedPage | null;
  /**
   * Renders a page that `find` doesn't have; concurrent requests share one rendering, which may add
   * tags that the page depends on.
   */
  load: (
    key: string,
    page: Pick<RequestedPage, "dependsOn" | "isUnbounded">,
    render: (dependOn: (tags: readonly string[]) => void) => Promise<FinishedPage>,
  ) => Promise<FinishedPage>;
  drop: (tags: readonly string[]) => void;
  dropAll: () => void;
  setListening: (isListening: boolean) => void;
  figures: () => PageCacheFigures;
}

interface Rendering {
  dependsOn: readonly string[];
  /** Number of the last change before its rendering began. */
  begun: number;
}

interface CachedPage extends Rendering {
  page: FinishedPage;
}

/** Share of the memory for unbounded pages. */
const unboundedShare = 1 / 4;
/** Latest requests for unbounded pages that are remembered. */
const maxRequestsRemembered = 10_000;

/** Tags whose last change is remembered; beyond it everything is dropped. */
const maxTags = 50_000;

/**
 * Creates a least-recently-used cache of `maxBytes`. Unbounded pages never displace others and are
 * kept only from their second request on, so that made-up addresses displace nothing. Changes are
 * numbered: a page is valid while none of its tags changed after its rendering began. When the
 * value of `readPeriod` changes, so may all pages.
 */
export function createPageCache(maxBytes: number, readPeriod: () => string): PageCache {
  const bounded = createStore(maxBytes * (1 - unboundedShare));
  const unbounded = createStore(maxBytes * unboundedShare);
  const askedBefore = new LRUCache<string, true>({ max: maxRequestsRemembered });
  const underWay = new Map<string, Rendering & { result: Promise<FinishedPage> }>();
  const changedAt = new Map<string, number>();
  let changes = 0;
  let allChangedAt = 0;
  let isListening = false;
  let period = readPeriod();
  const counts = { hits: 0, renders: 0, joined: 0 };

  function isCurrent({ begun, dependsOn }: Rendering): boolean {
    if (begun < allChangedAt) return false;
    return dependsOn.every((tag) => (changedAt.get(tag) ?? 0) <= begun);
  }

  function endPeriod(): void {
    const now = readPeriod();
    if (now === period) return;
    period = now;
    dropAll();
  }

  function dropAll(): void {
    allChangedAt = ++changes;
    changedAt.clear();
    bounded.clear();
    unbounded.clear();
  }

  function add(key: string, isUnbounded: boolean, page: CachedPage): void {
    if (!isUnbounded) bounded.set(key, page);
    else if (askedBefore.has(key)) unbounded.set(key, page);
    else askedBefore.set(key, true);
  }

  function find(key: string): FinishedPage | null {
    endPeriod();
    const found = bounded.get(key) ?? unbounded.get(key);
    if (!found) return null;
    if (!isCurrent(found)) {
      bounded.delete(key);
      unbounded.delete(key);
      return null;
    }
    counts.hits++;
    return found.page;
  }

  return {
    find,
    async load(key, { dependsOn: known, isUnbounded }, render) {
      endPeriod();
      const running = underWay.get(key);
      if (running && isCurrent(running)) {
        counts.joined++;
        return running.result;
      }
      counts.renders++;
      const begun = changes;
      const dependsOn = [...known];
      const result = render((tags) => dependsOn.push(...tags));
      const mine = { dependsOn, begun, result };
      underWay.set(key, mine);
      try {
        const page = await result;
        if (isListening && page.isCacheable && isCurrent(mine)) {
          add(key, isUnbounded, { page, dependsOn, begun });
        }
        return page;
      } finally {
        if (underWay.get(key) === mine) underWay.delete(key);
      }
    },
    drop(tags) {
      if (changedAt.size > maxTags) return dropAll();
      changes++;
      for (const tag of tags) changedAt.set(tag, changes);
    },
    dropAll,
    setListening(listens) {
      isListening = listens;
      dropAll();
    },
    figures: () => ({
      ...counts,
      pages: bounded.size + unbounded.size,
      bytes: bounded.calculatedSize + unbounded.calculatedSize,
    }),
  };
}

function createStore(maxBytes: number): LRUCache<string, CachedPage> {
  return new LRUCache({
    maxSize: Math.floor(maxBytes),
    sizeCalculation: ({ page }, key) => page.bytes + key.length,
  });
}
