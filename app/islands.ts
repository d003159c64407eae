import type { ComponentType } from "react";

/** The components of `Island`, by name. */
const components: Record<string, () => Promise<unknown>> = {
  dates: () => import("./domain/calendar/date-choice/date-choice.tsx").then((it) => it.DateChoice),
  editor: () => import("./owner/editor/listing-form.tsx").then((it) => it.ListingForm),
  nights: () => import("./owner/calendar/marked-nights.tsx").then((it) => it.MarkedNights),
  stay: () => import("./public/listing-page/page/stay-part.tsx").then((it) => it.StayPart),
  search: () => import("./public/search/form/search-form.tsx").then((it) => it.SearchForm),
};

/** A module of its own: in the entry, every page would preload what islands need. */
export async function wakeIsland(island: HTMLElement, leave: () => void): Promise<void> {
  const [{ hydrateIsland }, component] = await Promise.all([
    import("./platform/web/islands/hydrate-island.tsx"),
    components[island.dataset.island ?? ""]?.(),
  ]);
  await hydrateIsland(island, component as ComponentType<object>, leave);
}
