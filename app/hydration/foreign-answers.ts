import { loadPendingFully } from "./full-load.ts";
import { missingModuleEvent, siteVersionHeader } from "./site-version.ts";

/**
 * Turns a navigation into a full load if its data or code doesn't come from this version of the site: a
 * captive portal or a proxy answers instead, or a new version has been deployed.
 */
export function distrustForeignAnswers(): void {
  const { fetch } = window;
  addEventListener(missingModuleEvent, () => loadPendingFully() || location.reload());
  // All data requests of React Router are calls of `fetch` with a URL.
  window.fetch = async (input, init) => {
    if (!(input instanceof URL && input.pathname.endsWith(".data"))) return fetch(input, init);
    const answer = await fetch(input, { ...init, redirect: "manual" });
    const isForm = (init?.method ?? "GET") !== "GET";
    if (isForeign(answer)) {
      // Forms keep what was typed (`sendForm`).
      if (isForm || !loadPendingFully()) throw new TypeError("not an answer of the site");
      return untilUnload();
    }
    if (isForm || !isOutdated(answer) || !loadPendingFully()) return answer;
    return untilUnload();
  };
}

/** The site redirects within its data, and explains its own refusals in plain text. */
function isForeign({ type, headers }: Response): boolean {
  if (type === "opaqueredirect") return true;
  return (
    !headers.has("X-Remix-Response") && !/^text\/plain/.test(headers.get("Content-Type") ?? "")
  );
}

function isOutdated({ headers }: Response): boolean {
  const version = headers.get(siteVersionHeader);
  return version !== null && version !== window.__reactRouterManifest?.version;
}

function untilUnload(): Promise<never> {
  return new Promise(() => undefined);
}
