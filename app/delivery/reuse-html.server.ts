import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { ReusableHtml } from "./reused.tsx";

/** A card takes about 10 kB. */
const maxKept = 400;

export interface HtmlKeeper extends ReusableHtml {
  /** Renders what was added; call it after each page. */
  renderAdded: () => void;
}

/** Keeps HTML that, unlike static markup, has the marks between texts that hydration expects. */
export function keepHtml(): HtmlKeeper {
  const kept = new LRUCache<string, string>({ max: maxKept });
  const added = new Map<string, ReactElement>();
  return {
    find: (key) => kept.get(key),
    add: (key, element) => added.set(key, element),
    renderAdded() {
      for (const [key, element] of added) {
        added.delete(key);
        kept.set(key, renderToString(element));
      }
    },
  };
}
