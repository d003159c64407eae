import type { ComponentType } from "react";

/** The components of `Island`, by name. */
const components: Record<string, () => Promise<unknown>> = {
  listing: () => import("./listing-page/listing-page.tsx").then((it) => it.ListingPage),
  search: () => import("./search/form/search-form.tsx").then((it) => it.SearchForm),
};

/** Not part of the entry, which would have to name all files that this needs. */
export async function wakeIsland(island: HTMLElement, leave: () => void): Promise<void> {
  const load = components[island.dataset.island ?? ""];
  const [{ wake }, component] = await Promise.all([
    import("./delivery/hydration/wake-island.tsx"),
    load?.(),
  ]);
  await wake(island, component as ComponentType<object>, leave);
}
