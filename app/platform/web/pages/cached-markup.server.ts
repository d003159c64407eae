import { LRUCache } from "lru-cache";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/**
 * Returns a function that renders a component and reuses its HTML for equal props, on whatever pages. Nothing else may
 * decide the result.
 */
export function keepMarkup<Props extends object>(
  Component: ComponentType<Props>,
  maxKept: number,
): (props: Props) => string {
  const kept = new LRUCache<string, string>({ max: maxKept });
  return (props) => {
    const key = JSON.stringify(props);
    const known = kept.get(key);
    // A hot reload may have changed a component.
    if (known !== undefined && import.meta.env.MODE !== "development") return known;
    const html = renderToStaticMarkup(createElement(Component, props));
    kept.set(key, html);
    return html;
  };
}
