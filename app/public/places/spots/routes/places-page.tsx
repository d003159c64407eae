import { Page, PageHead } from "../../../../platform/ui/shell/page-head.tsx";
import { pageMeta } from "../../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { PlaceCard, TourList } from "../../tour-card.tsx";
import { listPlaces } from "../places.server.ts";
import type { Route } from "./+types/places-page.ts";

export const handle = {
  publicPage: { inSitemap: true },
} satisfies PageHandle;

export function loader() {
  return { places: listPlaces() };
}

const lead =
  "Cânions, mirantes e cachoeiras em volta do Lago de Furnas e na Serra da Canastra, com o jeito de chegar e o cuidado de ir.";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, { title: "Onde visitar", description: lead });
}

export default function PlacesRoute({ loaderData: { places } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead title="Onde visitar" lead={lead} />
      <TourList>
        {places.map((place, index) => (
          <PlaceCard key={place.id} place={place} first={index === 0} />
        ))}
      </TourList>
    </Page>
  );
}
