/** What the browser needs to take over a finished page, so that it answers without a new load. */
export interface HandOff {
  /** What the server's router tells the browser's. */
  context: Record<string, unknown>;
  /** Modules to be run before those of the routes, in this order. */
  before: string[];
  /** The modules of each route on the page, by its id. */
  routes: Record<string, string[]>;
  /** The loaders' and actions' data, in the router's encoding. */
  data: string;
}

/** A route's `handle` that says: nothing on this page waits for a script. */
export interface StillHandle {
  still: true;
}

/** The element of a page that carries its {@link HandOff}. */
export const handOffId = "hand-off";

/** Runs a module of the hand-off in the browser. */
export function loadModule(path: string): Promise<object> {
  // With its origin, the address is none that Vite changes in development.
  return import(/* @vite-ignore */ new URL(path, location.origin).href);
}
