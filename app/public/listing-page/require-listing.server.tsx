import { renderToStaticMarkup } from "react-dom/server";
import { data, type RouterContextProvider } from "react-router";
import { currentUser } from "../../domain/accounts/session-context.server.ts";
import type { Pause } from "../../domain/accounts/visibility/pause.ts";
import { today } from "../../domain/calendar/civil-date.ts";
import { readStay } from "../../domain/calendar/read-stay.ts";
import { findHiddenListing } from "../../domain/listings/hidden-listings.server.ts";
import { maxPeople, readPeople } from "../../domain/listings/inquiry.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { findListing, findOwnPausedListing } from "../../domain/listings/listings.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { listOtherHouses, renderOtherHouses } from "./lost/other-houses.server.tsx";
import { listRecent } from "./lost/recent-listings.server.ts";
import { WaysOn } from "./lost/ways-on.tsx";
import { findSimilarListings } from "./similar/find-similar.server.ts";
import { moreAddress, SimilarListings, type SmallListing } from "./similar/small-listings.tsx";
import { readInquiry } from "./stay-inquiry.ts";

/**
 * Finds a listing to show; only its owner gets a paused one. Throws {@link missingListing}, whose ways on keep the
 * dates and people of the query.
 */
export async function requireListing(
  context: Readonly<RouterContextProvider>,
  id: string,
  query: URLSearchParams,
): Promise<{ listing: Listing; pause: Pause | null }> {
  const { db } = context.get(siteContext);
  const user = currentUser(context);
  const listing = await findListing(db, id);
  if (listing) return { listing, pause: null };
  const own = user && (await findOwnPausedListing(db, user.uid, id));
  if (!own) throw await missingListing(context, id, query);
  return own;
}

/**
 * Returns the error to throw, with ways on as HTML: 410 if it is deleted, 404 if paused or unknown.
 */
export async function missingListing(
  context: Readonly<RouterContextProvider>,
  id: string,
  query: URLSearchParams,
) {
  const { db } = context.get(siteContext);
  const day = today();
  const inquiry = {
    stay: readStay(query, day).stay,
    people: readPeople(readInquiry(query).pessoas, maxPeople).people,
  };
  const hidden = await findHiddenListing(db, id);
  const renderWaysOn = (recent: SmallListing[]) =>
    renderToStaticMarkup(<WaysOn today={day} recent={recent} inquiry={inquiry} />);
  if (!hidden) return data({ waysOn: renderWaysOn(await listRecent(db)) }, { status: 404 });
  const { localizacao, absence, isDeleted } = hidden;
  const others = await listOtherHouses(context, hidden);
  const found = await findSimilarListings(context, hidden, inquiry, others);
  const similar = found ? renderToStaticMarkup(<SimilarListings {...found} />) : "";
  const waysOn = renderWaysOn(similar || others.length > 0 ? [] : await listRecent(db));
  return data(
    {
      hidden: {
        localizacao,
        absence,
        others: renderOtherHouses(others, inquiry),
        similar,
        more: moreAddress(localizacao, inquiry),
      },
      waysOn,
    },
    { status: isDeleted ? 410 : 404 },
  );
}
