import { today } from "../../../calendar/civil-date.ts";
import type { PageHandle } from "../../../delivery/public-page.ts";
import { renderCards } from "../../../listings/card/rendered-cards.server.tsx";
import { siteContext } from "../../../site/site.server.ts";
import { requireLandingPage } from "../landing-loader.server.ts";
import { landingMeta } from "../landing-meta.ts";
import { Landing } from "../landing-page.tsx";
import { MissingLandingPage } from "../missing-landing.tsx";
import type { Route } from "./+types/location.ts";

export const handle = {
  publicPage: async () => (await import("../public-page.ts")).locationPage,
} satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const page = await requireLandingPage(db, params.lugar);
  return { page, cards: renderCards(page.listings, { siteUrl }), day: today() };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return landingMeta(args, args.loaderData?.page);
}

export default function LocationRoute({ loaderData }: Route.ComponentProps) {
  return <Landing {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingLandingPage error={error} />;
}
