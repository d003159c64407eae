import type { ComponentType } from "react";
import { loadPendingFully } from "./full-load.ts";
import { isReachable } from "./reachable.ts";
import { siteVersionHeader } from "./site-version.ts";

declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
    /** Called by React Router if it can't load a page's code (`vite.config.ts`). */
    replaceMissingModule: () => Promise<{ default: ComponentType }>;
  }
}

/**
 * Turns a navigation into a full load if its data or code doesn't come from this version of the site: a
 * captive portal or a proxy answers instead, or a new version has been deployed. If nobody
 * answers, `ErrorPage` stands for a page whose code is missing.
 */
export function distrustForeignAnswers(ErrorPage: ComponentType): void {
  const { fetch } = window;
  window.replaceMissingModule = async () => {
    if ((await isReachable()) && loadPendingFully()) await new Promise(() => undefined);
    // The router has the module from now on, and ignores one that fails if the page's data has come.
    return { default: ErrorPage };
  };
  // All data requests of React Router are calls of `fetch` with a URL.
  window.fetch = async (input, init) => {
    if (!(input instanceof URL && input.pathname.endsWith(".data"))) return fetch(input, init);
    const answer = await fetch(input, { ...init, redirect: "manual" });
    const foreign = isForeign(answer);
    const isForm = init?.method === "POST";
    if ((foreign || isOutdated(answer)) && !isForm && loadPendingFully()) {
      // Wait until the other document replaces this one.
      return new Promise(() => undefined);
    }
    // Act as if the connection were lost: forms keep what was typed (`sendForm`).
    if (foreign) throw new TypeError();
    return answer;
  };
}

/** The site explains its own refusals in plain text. Redirects, which it never uses here, have no headers. */
function isForeign({ headers }: Response): boolean {
  const type = headers.get("Content-Type") ?? "";
  return !headers.has("X-Remix-Response") && !type.startsWith("text/plain");
}

function isOutdated({ headers }: Response): boolean {
  const version = headers.get(siteVersionHeader);
  return version !== null && version !== window.__reactRouterManifest?.version;
}
