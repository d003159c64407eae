import { renderToStaticMarkup } from "react-dom/server";
import type { Listing } from "../../listing.ts";
import { Advice } from "./advice.server.tsx";
import { Details } from "./details.server.tsx";
import type { TrustSignals } from "./trust-signals.server.ts";

/**
 * The parts of a listing's page that need no script, as HTML, so that browsers load no code for them
 * (docs/decisions/010). The route module imports their stylesheets.
 */
export function renderStaticParts(listing: Listing, signals: TrustSignals, today: string) {
  return {
    details: renderToStaticMarkup(<Details listing={listing} today={today} />),
    advice: renderToStaticMarkup(<Advice listing={listing} {...signals} />),
  };
}
