import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import { RegionChoice, type RegionChoiceProps } from "./region-choice.tsx";

/** HTML by props, which seldom change: rendering it takes as long as several cards. */
const rendered = new LRUCache<string, string>({ max: 20 });

export function renderRegionChoice(props: RegionChoiceProps): string {
  const key = JSON.stringify(props);
  const known = rendered.get(key);
  if (known) return known;
  const html = renderToStaticMarkup(<RegionChoice {...props} />);
  rendered.set(key, html);
  return html;
}
