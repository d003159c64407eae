import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { ReuseHtml } from "./reused.tsx";

/** A card takes about 10 kB. */
const mostKept = 400;

/** Unlike static markup, its HTML has the marks between texts that hydration expects. */
export function keepHtml(): ReuseHtml {
  const kept = new LRUCache<string, string>({ max: mostKept });
  return (key, element) => {
    const known = kept.get(key);
    if (known) return known;
    const html = renderToString(element);
    kept.set(key, html);
    return html;
  };
}
