/** What it takes to hydrate a page without another request. */
export interface HydrationData {
  context: Record<string, unknown>;
  /** Modules to run before those of the routes, in order. */
  before: string[];
  routes: Record<string, string[]>;
  /** Loader and action data in React Router's encoding. */
  data: string;
}

/**
 * Writes two lines of JSON: React Router's encoding is JSON itself, and would double its quotes as
 * a string in another.
 */
export function writeHydrationData({ data, ...rest }: HydrationData): string {
  return `${JSON.stringify(rest)}\n${data}`;
}

export function readHydrationData(text: string): HydrationData {
  const end = text.indexOf("\n");
  return { ...JSON.parse(text.slice(0, end)), data: text.slice(end + 1) };
}

export function loadModule(path: string): Promise<object> {
  // The URL is absolute, because Vite rewrites relative ones in development.
  return import(/* @vite-ignore */ new URL(path, location.origin).href);
}
