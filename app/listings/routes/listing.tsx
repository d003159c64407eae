import { data } from "react-router";
import { dbContext } from "../../db/client.server.ts";
import { siteUrl } from "../../db/site.server.ts";
import { type Photo, photoUrl } from "../../photos/photo.ts";
import { Availability } from "../availability.tsx";
import { today } from "../civil-date.ts";
import { ContactBar, ContactBox } from "../contact-box.tsx";
import { Gallery } from "../gallery.tsx";
import type { Listing } from "../listing.ts";
import { Leisure, ListingHead, Property } from "../listing-facts.tsx";
import { findListing } from "../listings.server.ts";
import { formatReais } from "../money.ts";
import type { Route } from "./+types/listing.ts";
import "../listing-page.css";

export async function loader({ params, context }: Route.LoaderArgs) {
  const listing = await findListing(context.get(dbContext), params.id);
  if (!listing) throw data(null, { status: 404 });
  return { listing, siteUrl: siteUrl(context), today: today() };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { listing, siteUrl: site } = loaderData;
  const title = `${listing.title} · ${listing.localizacao} · Mar de Minas`;
  const description = summary(listing);
  const cover = listing.photos[0];
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: `${site}/posts/${listing.id}` },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "pt_BR" },
    { property: "og:site_name", content: "Mar de Minas" },
    { property: "og:title", content: `${listing.title}, em ${listing.localizacao}` },
    { property: "og:description", content: description },
    { property: "og:url", content: `${site}/posts/${listing.id}` },
    ...(cover ? [{ property: "og:image", content: site + sharedImage(cover) }] : []),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Link previews take JPEG, and drop large files. */
function sharedImage(photo: Photo): string {
  const width = photo.widths.findLast((kept) => kept <= 1600) ?? photo.width;
  return photoUrl(photo, width, "jpg");
}

/** What a shared link says of a listing: price and size first, then its own words. */
function summary(listing: Listing): string {
  const parts = [
    listing.valorDiaria && `${formatReais(listing.valorDiaria)} a noite`,
    listing.quantidadeMaximaPessoas && `até ${listing.quantidadeMaximaPessoas} pessoas`,
    listing.lazer.length > 0 && listing.lazer.join(", ").toLowerCase(),
  ].filter(Boolean);
  const text = `${parts.join(" · ")}. ${listing.body.replace(/\s+/g, " ")}`.replace(/^\. /, "");
  return text.length > 200 ? `${text.slice(0, 199).trimEnd()}…` : text;
}

export default function ListingRoute({ loaderData }: Route.ComponentProps) {
  const { listing, siteUrl: site, today: day } = loaderData;
  return (
    <>
      <Gallery key={listing.id} photos={listing.photos} />
      <div className="wrap ad-page">
        <div className="main">
          <ListingHead listing={listing} />
          <Leisure names={listing.lazer} />
          <section aria-labelledby="datas">
            <h2 id="datas">Disponibilidade</h2>
            <Availability key={listing.id} unavailableDays={listing.unavailableDays} today={day} />
          </section>
          <Property listing={listing} />
        </div>
        <ContactBox listing={listing} siteUrl={site} />
      </div>
      <ContactBar listing={listing} siteUrl={site} />
    </>
  );
}
