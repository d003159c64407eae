import { createContext, useContext } from "react";
import type { EntryContext } from "react-router";
import type { PageHandle } from "../public-page.ts";
import { type HydrationData, hydrationDataId, type writeHydrationData } from "./hydration-data.ts";

/** The page's {@link HydrationData}, as {@link writeHydrationData} writes it; null for a static page. */
export const HydrationContext = createContext<string | null>(null);

/** Null on static pages (docs/decisions/010), but not in development: hot reload needs modules. */
export async function prepareHydration(entry: EntryContext): Promise<HydrationData | null> {
  const ids = entry.staticHandlerContext.matches.map((match) => match.route.id);
  const isStatic = ids.some((id) => {
    const handle = entry.routeModules[id]?.handle as PageHandle | undefined;
    return handle?.isStatic;
  });
  if (isStatic && !import.meta.env.DEV) return null;
  const { manifest, serverHandoffString = "{}", serverHandoffStream } = entry;
  const routes: HydrationData["routes"] = {};
  for (const id of ids) {
    const route = manifest.routes[id];
    const modules = [route?.clientActionModule, route?.clientLoaderModule, route?.module];
    routes[id] = modules.filter((module) => module !== undefined);
  }
  return {
    context: JSON.parse(serverHandoffString),
    before: manifest.hmr ? [manifest.hmr.runtime, manifest.url] : [manifest.url],
    routes,
    data: await new Response(serverHandoffStream).text(),
  };
}

/** Always false in the browser. */
export function useIsStaticPage(): boolean {
  const text = useContext(HydrationContext);
  return import.meta.env.SSR && text === null;
}

/** A script of data, because pages have no inline code (docs/decisions/010). */
export function HydrationScript() {
  const text = useContext(HydrationContext);
  if (import.meta.env.SSR && text === null) return null;
  return (
    <script
      type="text/plain"
      id={hydrationDataId}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no "<", so no tag can end in it
      dangerouslySetInnerHTML={{
        __html: import.meta.env.SSR ? (text ?? "").replaceAll("<", "\\u003c") : "",
      }}
    />
  );
}
