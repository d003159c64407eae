import { today } from "../../../../domain/calendar/civil-date.ts";
import { renderCards } from "../../../../domain/listings/card/rendered-cards.server.tsx";
import type { PageHandle } from "../../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../../platform/web/site.server.ts";
import { requireLandingPage } from "../landing-loader.server.ts";
import { landingMeta } from "../landing-meta.ts";
import { Landing } from "../landing-page.tsx";
import { MissingLandingPage } from "../missing-landing.tsx";
import type { Route } from "./+types/selection.ts";

export const handle = {
  publicPage: async () => (await import("../cached-landing.ts")).selectionPage,
} satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const page = await requireLandingPage(db, params.lugar, params.recorte);
  return { page, cards: renderCards(page.listings, { siteUrl }), day: today() };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return landingMeta(args, args.loaderData?.page);
}

export default function SelectionRoute({ loaderData }: Route.ComponentProps) {
  return <Landing {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingLandingPage error={error} />;
}
