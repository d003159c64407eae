import { LRUCache } from "lru-cache";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/**
 * Returns a function that renders a component and reuses its HTML for equal props, on whatever pages. Nothing else may
 * decide the result.
 */
export function cacheMarkup<Props extends object>(
  Component: ComponentType<Props>,
  maxCached: number,
): (props: Props) => string {
  const cached = new LRUCache<string, string>({ max: maxCached });
  return (props) => {
    const key = JSON.stringify(props);
    const known = cached.get(key);
    // A hot reload may have changed a component.
    if (known !== undefined && import.meta.env.MODE !== "development") return known;
    const html = renderToStaticMarkup(createElement(Component, props));
    cached.set(key, html);
    return html;
  };
}
