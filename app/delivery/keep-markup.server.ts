import { LRUCache } from "lru-cache";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/**
 * Returns a function that renders and reuses what it rendered for equal props, on whatever pages. Nothing
 * else may decide the result.
 */
export function keepRendered<Props extends object, Result extends NonNullable<unknown>>(
  render: (props: Props) => Result,
  maxKept: number,
): (props: Props) => Result {
  const kept = new LRUCache<string, Result>({ max: maxKept });
  return (props) => {
    const key = JSON.stringify(props);
    const known = kept.get(key);
    // A hot reload may have changed a component.
    if (known !== undefined && import.meta.env.MODE !== "development") return known;
    const result = render(props);
    kept.set(key, result);
    return result;
  };
}

/** {@link keepRendered} for the HTML of a component. */
export function keepMarkup<Props extends object>(
  Component: ComponentType<Props>,
  maxKept: number,
): (props: Props) => string {
  return keepRendered((props) => renderToStaticMarkup(createElement(Component, props)), maxKept);
}
