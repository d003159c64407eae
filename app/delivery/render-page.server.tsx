import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { BoundaryContext } from "./hydration/boundary.tsx";

/** React's marker for a boundary that failed on the server and is left to the browser. */
const failedBoundary = "<!--$!-->";

/** Throws if any part of the page throws or suspends, even within a boundary. */
export function renderPage(page: ReactNode): string {
  const html = renderToString(page);
  if (!html.includes(failedBoundary)) return html;
  return renderToString(<BoundaryContext value={false}>{page}</BoundaryContext>);
}
