import { useContext } from "react";
import type { EntryContext } from "react-router";
import type { PageHandle } from "../public-page.ts";
import { type HydrationData, writeHydrationData } from "./hydration-data.ts";
import { hydrationDataId } from "./hydration-data-id.ts";
import { referToMarkup, ShownMarkupContext } from "./markup.tsx";

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
  const shown = useContext(ShownMarkupContext);
  return import.meta.env.SSR && shown === null;
}

/**
 * An empty data element, filled with {@link writePageData} once the page is rendered. Pages have no inline
 * code (docs/decisions/010).
 */
export function HydrationScript() {
  return useIsStaticPage() ? null : (
    <script
      type="text/plain"
      id={hydrationDataId}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: filled after React has rendered
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}

/** The markup right before the data in a rendered page. */
export const hydrationDataOpening = `id="${hydrationDataId}">`;

/** Writes the data of a page, except for the HTML that it has `shown`. */
export function writePageData({ data, ...rest }: HydrationData, shown: readonly string[]): string {
  const text = writeHydrationData({ ...rest, data: referToMarkup(data, shown) });
  // Without "<" no tag can end in it.
  return text.replaceAll("<", "\\u003c");
}
