/** Hydrates a page without another request. */
export interface HydrationData {
  context: Record<string, unknown>;
  /** Modules to run before those of the routes, in order. */
  before: string[];
  routes: Record<string, string[]>;
  /** Loader and action data in React Router's encoding. */
  data: string;
}

export interface StaticPageHandle {
  isStatic: true;
}

export const hydrationDataId = "hydration-data";

export function loadModule(path: string): Promise<object> {
  // Absolute, because Vite rewrites relative URLs in development.
  return import(/* @vite-ignore */ new URL(path, location.origin).href);
}
