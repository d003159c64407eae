import { isRouteErrorResponse } from "react-router";
import { today } from "../../../domain/calendar/civil-date.ts";
import { listHolidayDays } from "../../../domain/calendar/holidays.ts";
import { readStay } from "../../../domain/calendar/read-stay.ts";
import { chatNumber } from "../../../domain/listings/card/greeting.ts";
import { describeFreshness, staleCalendarAge } from "../../../domain/listings/freshness.ts";
import { describeTerms } from "../../../domain/prices/seasons.ts";
import {
  listShownTestimonials,
  noTestimonials,
} from "../../../domain/testimonials/list-shown.server.ts";
import { pageMeta } from "../../../platform/ui/shell/page-meta.ts";
import type { PageHandle } from "../../../platform/web/pages/public-page.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { beaconText } from "../../../platform/web/visit-beacon.ts";
import {
  describeListing,
  describeToMachines,
  nameWithPlace,
  sharedImage,
} from "../listing-structured-data.ts";
import waysStyles from "../lost/ways-on.module.css";
import { MissingListing } from "../missing-listing.tsx";
import { ListingPage, type ListingPageProps } from "../page/listing-page.tsx";
import { missingListing, requireListing } from "../require-listing.server.tsx";
import { findSimilarListings } from "../similar/find-similar.server.ts";
import { forBrowser } from "../static/browser-listing.ts";
import { findTrustSignals } from "../static/trust-signals.server.ts";
import { answerInquiry, readInquiry } from "../stay-inquiry.ts";
import type { Route } from "./+types/ad-page.ts";

export const handle = {
  publicPage: async () => (await import("../cached-listing.ts")).publicPage,
} satisfies PageHandle;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const { listing, pause } = await requireListing(context, params.id, url.searchParams);
  const day = today();
  const signals = await findTrustSignals(db, listing.id, day);
  if (!signals) throw await missingListing(context, params.id, url.searchParams);
  const inquiry = readInquiry(url.searchParams);
  const answer = answerInquiry(inquiry, listing, day, siteUrl);
  // The stay may be one that this listing is not free on.
  const requested = { stay: readStay(url.searchParams, day).stay, people: answer.people };
  const page: ListingPageProps = {
    listing,
    signals: { checked: signals.checked, pixName: signals.pixName },
    pause,
    testimonials: signals.hasTestimonials
      ? await listShownTestimonials(db, listing.id)
      : noTestimonials,
    stay: {
      listing: forBrowser(listing),
      siteUrl,
      today: day,
      chat: chatNumber(listing),
      initial: { inquiry, answer },
      terms: describeTerms(listing, day),
      freshness: describeFreshness(listing, day),
      staleAge: staleCalendarAge(listing, day),
      holidays: listHolidayDays(day),
      others: signals.others.map(({ id, title }) => ({ id, title })),
      answerTime: signals.answerTime,
      receivesQuestions: signals.receivesQuestions && !pause,
    },
    similar: await findSimilarListings(context, listing, requested),
  };
  return {
    page,
    day,
    title: nameWithPlace(listing),
    description: describeListing(listing),
    image: sharedImage(listing),
    structuredData: describeToMachines(siteUrl, listing),
    count: pause ? undefined : beaconText("visita", listing.id),
  };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return [];
  const { page, title, description, image, structuredData } = args.loaderData;
  return pageMeta(args, {
    title,
    description,
    address: `/posts/${page.listing.id}`,
    image,
    structuredData,
    unlisted: page.pause !== null,
  });
}

export default function ListingRoute({ loaderData: { page } }: Route.ComponentProps) {
  return <ListingPage {...page} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || !error.data?.waysOn) throw error;
  return (
    <div className={waysStyles.scope}>
      <MissingListing {...error.data} />
    </div>
  );
}
