interface PendingLocation {
  pathname: string;
  search: string;
  hash: string;
}

declare global {
  interface Window {
    __reactRouterDataRouter?: { state: { navigation: { location?: PendingLocation } } };
  }
}

/** Loads the document that the router is navigating to; false if it isn't. */
export function loadPendingFully(): boolean {
  const next = window.__reactRouterDataRouter?.state.navigation.location;
  if (next) loadFully(next.pathname + next.search + next.hash);
  return next !== undefined;
}

function loadFully(path: string): void {
  const { href } = new URL(path, location.href);
  if (withoutHash(href) === withoutHash(location.href)) {
    // Assigning an address that differs only by its fragment loads nothing.
    history.replaceState(history.state, "", href);
    location.reload();
  } else location.assign(href);
}

function withoutHash(href: string): string {
  return href.replace(/#.*$/, "");
}

/**
 * After a crash, loads the page again, or the one the visitor was going to. A page that crashes again is
 * loaded once more and not hydrated (`entry.client.ts`).
 */
export function recoverFromCrash(): void {
  history.replaceState({ ...history.state, crashes: (history.state?.crashes ?? 0) + 1 }, "");
  if (!loadPendingFully()) location.reload();
}
