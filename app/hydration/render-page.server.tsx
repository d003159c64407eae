import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { BoundaryContext } from "./boundary.tsx";

/** What React writes instead of a boundary whose content failed, for the browser to try again. */
const failedBoundary = "<!--$!-->";

/** Throws what a part of the page throws, or if one suspends. */
export function renderPage(page: ReactNode): string {
  const html = renderToString(page);
  if (!html.includes(failedBoundary)) return html;
  return renderToString(<BoundaryContext value={false}>{page}</BoundaryContext>);
}
