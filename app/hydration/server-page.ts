import type { Root } from "react-dom/client";
import { showNoscript } from "./noscript.ts";

let serverPage: Element | null = null;

/** With what has been typed so far. Until {@link dropServerPage}, a crash puts it back. */
export function keepServerPage(): void {
  // In a document that loads nothing, which makes the copy ten times as fast.
  const unseen = document.implementation.createHTMLDocument();
  serverPage = unseen.importNode(document.documentElement, true);
}

export function dropServerPage(): void {
  serverPage = null;
}

/** Replaces React's page by the server's, to be used as without script. False if it isn't kept. */
export function restoreServerPage(root: Root): boolean {
  if (!serverPage) return false;
  root.unmount();
  document.documentElement.replaceWith(serverPage);
  showNoscript();
  return true;
}
