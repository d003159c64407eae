interface RouteManifest {
  version: string;
  routes: Record<string, { module: string; imports?: string[] } | undefined>;
}

declare global {
  interface Window {
    __reactRouterManifest?: RouteManifest;
  }
}

/**
 * Fetches a route's code while the browser is idle. Without it, the router answers a click made
 * offline by reloading the current page.
 */
export function preloadRoute(id: string): void {
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  whenIdle(() => {
    const route = window.__reactRouterManifest?.routes[id];
    if (!route) return;
    for (const path of [route.module, ...(route.imports ?? [])]) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = path;
      document.head.append(link);
    }
  });
}
