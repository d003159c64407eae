import { createContext, useContext } from "react";
import type { EntryContext } from "react-router";
import { type HandOff, handOffId, type StillHandle } from "./hand-off.ts";

/** The hand-off of the page being rendered on the server, as JSON; null where the page is still. */
export const HandOffContext = createContext<string | null>(null);

/**
 * Gathers the hand-off of a page; null for a still one: every route on it but the root says so in
 * its `handle`, and its markup is all there is to it (docs/decisions/010). In development every
 * page is handed over, since hot reload works through its modules.
 */
export async function prepareHandOff(entry: EntryContext): Promise<HandOff | null> {
  const ids = entry.staticHandlerContext.matches.map((match) => match.route.id);
  if (!import.meta.env.DEV && ids.some((id) => isStill(entry.routeModules[id]?.handle)))
    return null;
  const { manifest, serverHandoffString = "{}", serverHandoffStream } = entry;
  const routes: HandOff["routes"] = {};
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

function isStill(handle: unknown): handle is StillHandle {
  return typeof handle === "object" && handle !== null && "still" in handle;
}

/** Whether the page being rendered stays as it is. Where a script renders, it does not. */
export function useIsStill(): boolean {
  return useContext(HandOffContext) === null && typeof document === "undefined";
}

/** The hand-off in the page, as data: no script of ours stands in a page (docs/decisions/010). */
export function HandedOff() {
  const json = useContext(HandOffContext);
  if (json === null && typeof document === "undefined") return null;
  return (
    <script
      type="application/json"
      id={handOffId}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can end
      dangerouslySetInnerHTML={{ __html: (json ?? "").replaceAll("<", "\\u003c") }}
    />
  );
}
