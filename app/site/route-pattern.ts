import type { PublicPage } from "./public-page.ts";

export type BuildRoutes = Record<
  string,
  { path?: string; parentId?: string; index?: boolean; module?: object } | undefined
>;

/** Null for layouts and the catch-all route. */
export function routePattern(routes: BuildRoutes, id: string): string | null {
  const leaf = Object.hasOwn(routes, id) ? routes[id] : undefined;
  if (!leaf || leaf.path === "*" || (leaf.path === undefined && !leaf.index) || !leaf.parentId)
    return null;
  const parts: string[] = [];
  for (let route: BuildRoutes[string] = leaf; route; route = routes[route.parentId ?? ""]) {
    if (route.path) parts.unshift(route.path);
  }
  return `/${parts.join("/")}`;
}

export interface PageHandle {
  /** As a function, it keeps the code it needs out of the browser. */
  publicPage?: PublicPage | (() => Promise<PublicPage>);
  /** Its form may contain photos, from browsers without script. */
  takesPhotos?: true;
  /** Of a layout: its pages are not for everyone. */
  isGuarded?: true;
}

export function listPages(routes: BuildRoutes): (PageHandle & { pattern: string })[] {
  return Object.entries(routes).flatMap(([id, route]) => {
    const pattern = routePattern(routes, id);
    const { handle } = (route?.module ?? {}) as { handle?: PageHandle };
    return pattern ? [{ ...handle, pattern }] : [];
  });
}

/** Patterns of the pages below a layout that declares `isGuarded`. */
export function listGuarded(routes: BuildRoutes): string[] {
  const isGuarded = (id: string | undefined): boolean => {
    const route = routes[id ?? ""];
    if (!route) return false;
    const { handle } = (route.module ?? {}) as { handle?: PageHandle };
    return handle?.isGuarded ?? isGuarded(route.parentId);
  };
  return Object.keys(routes).flatMap((id) => {
    const pattern = isGuarded(id) ? routePattern(routes, id) : null;
    return pattern ? [pattern] : [];
  });
}
