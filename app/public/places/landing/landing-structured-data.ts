import type { BreadcrumbList, ItemList, WithContext } from "schema-dts";
import { locationPath } from "../../../domain/region/locations.ts";
import type { StructuredData } from "../../../platform/ui/shell/page-meta.ts";
import type { LandingPage } from "./landing-pages.server.ts";
import { headingOf } from "./landing-words.ts";

const context = { "@context": "https://schema.org" } as const;

/** Describes the breadcrumbs, and the listings in the order shown. */
export function describeToMachines(siteUrl: string, page: LandingPage): StructuredData[] {
  const { text, selection, listings } = page;
  const steps = [
    { name: "Início", item: `${siteUrl}/` },
    { name: text.lugar, item: siteUrl + locationPath(text.lugar) },
    ...(selection
      ? [{ name: selection.words, item: siteUrl + locationPath(text.lugar, selection.slug) }]
      : []),
  ];
  const trail = {
    ...context,
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, index) => {
      return { "@type": "ListItem", position: index + 1, ...step } as const;
    }),
  } satisfies WithContext<BreadcrumbList>;
  if (listings.length === 0) return [trail];
  const shown = {
    ...context,
    "@type": "ItemList",
    name: headingOf(page),
    itemListElement: listings.map(({ id, title }, index) => {
      const url = `${siteUrl}/posts/${id}`;
      return { "@type": "ListItem", position: index + 1, name: title, url } as const;
    }),
  } satisfies WithContext<ItemList>;
  return [trail, shown];
}
