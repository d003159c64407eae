import { data, isRouteErrorResponse } from "react-router";
import { Availability } from "../../calendar/availability.tsx";
import { today } from "../../calendar/civil-date.ts";
import type { Db } from "../../db/client.server.ts";
import { isUuid } from "../../db/uuid.ts";
import { Gallery } from "../../gallery/gallery.tsx";
import { sharedPhoto } from "../../photos/photo.ts";
import type { PageHandle } from "../../site/route-pattern.ts";
import { siteContext } from "../../site/site.server.ts";
import { pageMeta } from "../../ui/shell/page-meta.ts";
import { listingTag } from "../listing-tags.ts";
import { findDeletedListing, findListing } from "../listings.server.ts";
import { ContactBar, ContactBox } from "../page/contact-box.tsx";
import { DeletedListing } from "../page/deleted-listing.tsx";
import { describeListing, nameWithPlace } from "../page/link-preview.ts";
import { Leisure, ListingHead, Property } from "../page/listing-facts.tsx";
import { describeToMachines } from "../page/structured-data.ts";
import type { Route } from "./+types/listing.ts";
import styles from "./listing.module.css";

export const handle = {
  publicPage: {
    dependsOn: ({ id = "" }) => (isUuid(id) ? [listingTag(id)] : null),
  },
} satisfies PageHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const listing = await findListing(db, params.id);
  if (!listing) throw await missing(db, params.id);
  return { listing, siteUrl, today: today() };
}

/** 410 for a deleted listing, with links to its neighbours; otherwise 404. */
async function missing(db: Db, id: string) {
  const deleted = await findDeletedListing(db, id);
  return deleted ? data(deleted, { status: 410 }) : data(null, { status: 404 });
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  if (!args.loaderData) return [];
  const { listing, siteUrl: site } = args.loaderData;
  const title = nameWithPlace(listing);
  const cover = listing.photos[0];
  return pageMeta(args, {
    title,
    description: describeListing(listing),
    address: `/posts/${listing.id}`,
    image: cover && sharedPhoto(cover, cover.alt || title),
    structuredData: describeToMachines(site, listing),
  });
}

export default function ListingRoute({ loaderData }: Route.ComponentProps) {
  const { listing, siteUrl: site, today: day } = loaderData;
  return (
    <>
      <Gallery key={listing.id} photos={listing.photos} />
      <div className={`wrap ${styles.page}`}>
        <div className={styles.main}>
          <ListingHead listing={listing} siteUrl={site} />
          <Leisure listing={listing} />
          <section aria-labelledby="datas">
            <h2 id="datas">Disponibilidade</h2>
            <Availability
              key={listing.id}
              unavailableDays={listing.unavailableDays}
              updatedAt={listing.datesUpdatedAt}
              today={day}
            />
          </section>
          <Property listing={listing} />
        </div>
        <ContactBox listing={listing} siteUrl={site} />
      </div>
      <ContactBar listing={listing} siteUrl={site} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 410) throw error;
  return <DeletedListing localizacao={error.data.localizacao} />;
}
