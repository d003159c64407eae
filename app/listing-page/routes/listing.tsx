import { lazy, Suspense } from "react";
import { isRouteErrorResponse } from "react-router";
import { currentUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import { listHolidayDays } from "../../calendar/holidays.ts";
import { readStay } from "../../calendar/read-stay.ts";
import { StayCalendar } from "../../calendar/stay-calendar/stay-calendar.tsx";
import { useNewDay } from "../../calendar/use-new-day.ts";
import type { PageHandle } from "../../delivery/public-page.ts";
import { describeFreshness, staleCalendarAge } from "../../listings/freshness.ts";
import { describeTerms } from "../../prices/terms.ts";
import { siteContext } from "../../site/site.server.ts";
import { visitMark } from "../../site/visit-mark.ts";
import { listShownTestimonials } from "../../testimonials/shown/shown-testimonials.server.ts";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { ContactBar, ContactBox } from "../contact-box.tsx";
import { Gallery } from "../gallery/gallery.tsx";
import { describeListing, nameWithPlace, sharedImage } from "../link-preview.ts";
import { ListingHead } from "../listing-facts.tsx";
import waysStyles from "../lost/ways-on.module.css";
import { findOwnAd } from "../own/own-ad.server.ts";
import { missingListing, requireListing } from "../require-listing.server.tsx";
import { renderSimilar } from "../similar/similar-listings.server.tsx";
import { forBrowser } from "../static/browser-listing.ts";
import { StaticPart } from "../static/static-part.tsx";
import { renderStaticParts } from "../static/static-parts.server.tsx";
import { findTrustSignals } from "../static/trust-signals.server.ts";
import { StayForm } from "../stay-form.tsx";
import { checkInquiry, readInquiry } from "../stay-inquiry.ts";
import { StayStatus } from "../stay-status.tsx";
import { describeToMachines } from "../structured-data.ts";
import { useStayInquiry } from "../use-stay-inquiry.ts";
import type { Route } from "./+types/listing.ts";
import styles from "./listing.module.css";

async function loadMissingListing() {
  return { default: (await import("../missing-listing.tsx")).MissingListing };
}

/**
 * Loaded on demand, since few see it and every page of a listing would load it. The server doesn't
 * wait while it renders (docs/decisions/030).
 */
const MissingListing = import.meta.env.SSR
  ? (await loadMissingListing()).default
  : lazy(loadMissingListing);

async function loadOwnAdBar() {
  return { default: (await import("../own/own-ad-bar.tsx")).OwnAdBar };
}

/** Loaded for the ad's owner alone. */
const OwnAdBar = import.meta.env.SSR ? (await loadOwnAdBar()).default : lazy(loadOwnAdBar);

export const handle = {
  publicPage: async () => (await import("../public-page.ts")).publicPage,
} satisfies PageHandle;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const { listing, pause } = await requireListing(context, params.id, url.searchParams);
  const day = today();
  const signals = await findTrustSignals(db, listing.id, day);
  if (!signals) throw await missingListing(context, params.id, url.searchParams);
  const inquiry = readInquiry(url.searchParams);
  const checked = checkInquiry(inquiry, listing, day);
  const staleAge = staleCalendarAge(listing, day);
  // The stay may be one that this listing is not free on.
  const asked = { stay: readStay(url.searchParams, day).stay, people: checked.people };
  return {
    listing: forBrowser(listing),
    own: await findOwnAd(db, currentUser(context), listing.id, { day, pause }),
    siteUrl,
    today: day,
    asked: { inquiry, checked },
    // The page is described here, so that the browser needn't load the code for it.
    title: nameWithPlace(listing),
    description: describeListing(listing),
    image: sharedImage(listing),
    structuredData: describeToMachines(siteUrl, listing),
    terms: describeTerms(listing, day),
    freshness: describeFreshness(listing, day),
    isStale: staleAge !== null,
    holidays: listHolidayDays(day),
    advertiser: {
      since: signals.since,
      total: signals.total,
      answerTime: signals.answerTime,
    },
    receivesQuestions: signals.receivesQuestions && !pause,
    checked: signals.checked,
    parts: renderStaticParts(listing, signals, {
      siteUrl,
      today: day,
      pause,
      staleAge,
      testimonials: await listShownTestimonials(db, listing.id),
    }),
    similar: await renderSimilar(context, listing, asked, signals.others),
    count: pause ? undefined : visitMark("visita", listing.id),
  };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return [];
  const { listing, title, description, image, structuredData } = args.loaderData;
  return pageMeta(args, {
    title,
    description,
    address: `/posts/${listing.id}`,
    image,
    structuredData,
    unlisted: args.loaderData.parts.pause !== null,
  });
}

export default function ListingRoute({ loaderData }: Route.ComponentProps) {
  return <ListingPage key={loaderData.listing.id} {...loaderData} />;
}

function ListingPage(props: Route.ComponentProps["loaderData"]) {
  const {
    listing,
    own,
    siteUrl,
    today,
    asked,
    terms,
    freshness,
    isStale,
    holidays,
    advertiser,
    receivesQuestions,
    checked,
    parts,
    similar,
  } = props;
  useNewDay(today);
  const choice = useStayInquiry(listing, asked, today);
  const contact = { listing, siteUrl, question: choice.question };
  // The link keeps the dates and people of the ad's address.
  const askAddress = receivesQuestions ? choice.address.replace(listing.id, "$&/perguntar") : null;
  return (
    <>
      {own && (
        <Suspense>
          <div className={`wrap ${styles.own}`}>
            <OwnAdBar own={own} id={listing.id} asked={choice} siteUrl={siteUrl} today={today} />
          </div>
        </Suspense>
      )}
      <Gallery photos={listing.photos} />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.intro}>
          <StaticPart part="trail" html={parts.trail} className={styles.trail} />
          {parts.pause && <StaticPart part="pause" html={parts.pause} />}
          <ListingHead listing={listing} url={siteUrl + choice.address} checked={checked}>
            <StaticPart part="facts" html={parts.facts} />
          </ListingHead>
        </div>
        {/* The box sticks within this element, and so never covers what follows at full width. */}
        <div className={styles.aside}>
          <ContactBox
            {...contact}
            {...advertiser}
            terms={terms}
            askAddress={askAddress}
            freshness={freshness}
          >
            <StayForm listing={listing} choice={choice} today={today} />
          </ContactBox>
        </div>
        <div className={styles.main}>
          {parts.leisure && <StaticPart part="leisure" html={parts.leisure} />}
          <section aria-labelledby="datas">
            <h2 id="datas">Disponibilidade</h2>
            <StayStatus listing={listing} choice={choice} />
            <StayCalendar
              unavailableDays={listing.unavailableDays}
              freshness={freshness}
              openWord={isStale ? "pergunte" : "livre"}
              today={today}
              legend={<StaticPart part="legend" html={parts.legend} />}
              chosen={choice.chosen}
              holidays={new Map(holidays)}
              onPick={choice.pick}
            />
          </section>
          <StaticPart part="details" html={parts.details} />
          {parts.testimonials && <StaticPart part="testimonials" html={parts.testimonials} />}
        </div>
        <StaticPart part="advice" html={parts.advice} />
        <StaticPart part="where" html={parts.where} />
        <StaticPart part="paper" html={parts.paper} className={styles.paper} />
        <StaticPart part="similar" html={similar} className={styles.paperless} />
      </div>
      {!own && <ContactBar {...contact} summary={choice.summary} />}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || !error.data?.waysOn) throw error;
  return (
    <div className={waysStyles.scope}>
      <MissingListing {...error.data} />
    </div>
  );
}
