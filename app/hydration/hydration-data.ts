/** Everything the browser needs to hydrate a rendered page without another request. */
export interface HydrationData {
  /** The server router's state for the browser's router. */
  context: Record<string, unknown>;
  /** Modules to run before the routes' own, in this order. */
  before: string[];
  /** The modules of each matched route, by route id. */
  routes: Record<string, string[]>;
  /** Data of loaders and actions, in the router's encoding. */
  data: string;
}

/** The `handle` of a route whose page is never hydrated. */
export interface StaticPageHandle {
  isStatic: true;
}

/** Id of the element that carries the page's {@link HydrationData}. */
export const hydrationDataId = "hydration-data";

/** Runs one of a page's modules in the browser. */
export function loadModule(path: string): Promise<object> {
  // An absolute URL, because Vite rewrites relative ones in development.
  return import(/* @vite-ignore */ new URL(path, location.origin).href);
}
