import type { ComponentType } from "react";
import { loadModule, readHydrationData } from "./delivery/hydration/hydration-data.ts";
import { hydrationDataId } from "./delivery/hydration/hydration-data-id.ts";

/** The components of `Island`, by name. */
const components: Record<string, () => Promise<unknown>> = {
  dates: () => import("./calendar/date-choice/date-choice.tsx").then((it) => it.DateChoice),
  editor: () => import("./owner/editor/listing-form.tsx").then((it) => it.ListingForm),
  nights: () => import("./owner/calendar/marked-nights.tsx").then((it) => it.MarkedNights),
  listing: () => import("./listing-page/page/listing-page.tsx").then((it) => it.ListingPage),
  search: () => import("./search/form/search-form.tsx").then((it) => it.SearchForm),
};

/** Not part of the entry, which would have to name all files that this needs. */
export async function wakePage(leave: () => void): Promise<void> {
  const data = readHydrationData(document.getElementById(hydrationDataId)?.textContent ?? "");
  // Fetch all modules in parallel instead of discovering each import in turn.
  for (const path of [...data.before, ...Object.values(data.routes).flat()]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = path;
    document.head.append(link);
  }
  // Hot reload only works for a React that starts after its runtime.
  if (import.meta.env.DEV) await loadModule(data.before[0] ?? "");
  const { hydrate } = await import("./delivery/hydration/hydrate.tsx");
  await hydrate(data, leave);
}

export async function wakeIsland(island: HTMLElement, leave: () => void): Promise<void> {
  const load = components[island.dataset.island ?? ""];
  if (!load) return;
  const [{ hydrateIsland }, component] = await Promise.all([
    import("./delivery/hydration/hydrate-island.tsx"),
    load(),
  ]);
  await hydrateIsland(island, component as ComponentType<object>, leave);
}
