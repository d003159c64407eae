/** Hydrates a page without another request. */
export interface HydrationData {
  /** The server router's state. */
  context: Record<string, unknown>;
  /** Modules to run before those of the routes, in order. */
  before: string[];
  /** Modules of the matched routes, by route id. */
  routes: Record<string, string[]>;
  /** Loader and action data in React Router's encoding. */
  data: string;
}

/** For a route whose page is never hydrated. */
export interface StaticPageHandle {
  isStatic: true;
}

export const hydrationDataId = "hydration-data";

export function loadModule(path: string): Promise<object> {
  // Absolute, because Vite rewrites relative URLs in development.
  return import(/* @vite-ignore */ new URL(path, location.origin).href);
}
