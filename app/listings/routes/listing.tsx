import { isRouteErrorResponse } from "react-router";
import { today } from "../../calendar/civil-date.ts";

import { StayCalendar } from "../../calendar/stay-calendar.tsx";
import { Gallery } from "../../gallery/gallery.tsx";
import { sharedPhoto } from "../../photos/photo.ts";
import { comingSeasons, SeasonTable } from "../../prices/season-table.tsx";
import type { PageHandle } from "../../site/route-pattern.ts";
import { siteContext } from "../../site/site.server.ts";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { findListing } from "../listings.server.ts";
import { ContactBar, ContactBox } from "../page/contact-box.tsx";
import { DeletedListing } from "../page/deleted-listing.tsx";
import { describeFreshness } from "../page/freshness.ts";
import { describeListing, nameWithPlace } from "../page/link-preview.ts";
import { Leisure, ListingHead, Property } from "../page/listing-facts.tsx";
import { missingListing } from "../page/missing-listing.server.ts";
import { StayForm } from "../page/stay-form.tsx";
import { checkInquiry, readInquiry } from "../page/stay-inquiry.ts";
import { StayStatus } from "../page/stay-status.tsx";
import { describeToMachines } from "../page/structured-data.ts";
import { useStayInquiry } from "../page/use-stay-inquiry.ts";
import type { Route } from "./+types/listing.ts";
import styles from "./listing.module.css";

export const handle = {
  publicPage: async () => (await import("../page/public-page.ts")).publicPage,
} satisfies PageHandle;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const listing = await findListing(db, params.id);
  if (!listing) throw await missingListing(db, params.id);
  const day = today();
  const inquiry = readInquiry(url.searchParams);
  return {
    listing,
    siteUrl,
    today: day,
    asked: { inquiry, checked: checkInquiry(inquiry, listing, day) },
    // Described here, so that the browser needn't load the code for it.
    title: nameWithPlace(listing),
    description: describeListing(listing),
    structuredData: describeToMachines(siteUrl, listing),
    freshness: describeFreshness(listing, day),
  };
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return [];
  const { listing, title, description, structuredData } = args.loaderData;
  const cover = listing.photos[0];
  return pageMeta(args, {
    title,
    description,
    address: `/posts/${listing.id}`,
    image: cover && sharedPhoto(cover, cover.alt || title),
    structuredData,
  });
}

export default function ListingRoute({ loaderData }: Route.ComponentProps) {
  return <ListingPage key={loaderData.listing.id} {...loaderData} />;
}

function ListingPage(props: Route.ComponentProps["loaderData"]) {
  const { listing, siteUrl, today, asked, freshness } = props;
  const choice = useStayInquiry(listing, asked, today);
  const contact = { listing, siteUrl, question: choice.question };
  return (
    <>
      <Gallery photos={listing.photos} />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.main}>
          <ListingHead listing={listing} url={siteUrl + choice.address} />
          <Leisure listing={listing} />
          <section aria-labelledby="datas">
            <h2 id="datas">Disponibilidade</h2>
            <StayStatus listing={listing} choice={choice} />
            <StayCalendar
              unavailableDays={listing.unavailableDays}
              freshness={freshness}
              today={today}
              chosen={choice.chosen}
              onPick={choice.pick}
            />
          </section>
          {comingSeasons(listing.seasons, today).length > 0 && (
            <section aria-labelledby="temporadas">
              <h2 id="temporadas">Preços por temporada</h2>
              <SeasonTable seasons={listing.seasons} today={today} />
            </section>
          )}
          <Property listing={listing} />
        </div>
        <ContactBox {...contact}>
          <StayForm listing={listing} choice={choice} today={today} />
        </ContactBox>
      </div>
      <ContactBar {...contact} today={today} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 410) throw error;
  return <DeletedListing localizacao={error.data.localizacao} />;
}
