import { cacheMarkup } from "../../../platform/web/pages/cached-markup.server.ts";
import type { Photo } from "../../photos/photo.ts";
import type { Inquiry } from "../inquiry.ts";
import { isToAsk } from "../list/to-ask.ts";
import type { ListingSummary } from "../listing.ts";
import type { ListingsPage } from "../listings.server.ts";
import { CardContents } from "./listing-card.tsx";

/** A card of which browsers get only the HTML. */
export interface RenderedCard {
  id: string;
  /** The contents of its article. */
  html: string;
  isToAsk: boolean;
}

export interface RenderedPage {
  cards: RenderedCard[];
  /** The first card's first photo, if it is to be preloaded. */
  lead: Photo | null;
  next: string | null;
}

/** A card takes about 4 kB. */
const renderContents = cacheMarkup(CardContents, 800);

interface CardOptions {
  siteUrl: string;
  inquiry?: Inquiry;
  /** True if the first card is in view when the page opens. */
  startsWithList?: boolean;
}

export function renderCards(
  listings: readonly ListingSummary[],
  { siteUrl, inquiry, startsWithList = false }: CardOptions,
): RenderedCard[] {
  return listings.map((listing, index) => ({
    id: listing.id,
    html: renderContents({ listing, siteUrl, inquiry, first: startsWithList && index === 0 }),
    isToAsk: isToAsk(listing),
  }));
}

export function renderListPage(
  { listings, next }: ListingsPage,
  options: CardOptions,
): RenderedPage {
  const lead = options.startsWithList ? (listings[0]?.photos[0] ?? null) : null;
  return { cards: renderCards(listings, options), lead, next };
}
