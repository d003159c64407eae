import { renderToStaticMarkup } from "react-dom/server";
import { keepRendered } from "../../delivery/keep-markup.server.ts";
import type { Listing } from "../../listings/listing.ts";
import { locationPath } from "../../region/locations.ts";
import type { ShownTestimonials } from "../../testimonials/shown/shown-testimonials.server.ts";
import { TestimonialSection } from "../../testimonials/shown/shown-testimonials.tsx";
import { Trail } from "../../ui/shell/trail.tsx";
import type { Pause } from "../../visibility/pause.ts";
import { Advice } from "./advice.server.tsx";
import { Details } from "./details.server.tsx";
import { Facts } from "./facts.server.tsx";
import { Leisure } from "./leisure.server.tsx";
import { Paper } from "./paper.server.tsx";
import { PauseNote } from "./pause-note.server.tsx";
import type { TrustSignals } from "./trust-signals.server.ts";
import { Whereabouts } from "./whereabouts.server.tsx";

interface StaticPartsProps {
  listing: Listing;
  signals: TrustSignals;
  siteUrl: string;
  today: string;
  pause: Pause | null;
  testimonials: ShownTestimonials;
}

/**
 * HTML that is reused for other dates and people; {@link StaticPart} imports its stylesheets. An ad's parts take
 * about 25 kB.
 */
export const renderStaticParts = keepRendered(renderParts, 300);

function renderParts(props: StaticPartsProps) {
  const { listing, signals, siteUrl, today, pause, testimonials } = props;
  return {
    pause: pause && renderToStaticMarkup(<PauseNote pause={pause} />),
    trail: renderToStaticMarkup(
      <Trail
        steps={[
          { name: "Início", to: "/" },
          { name: listing.localizacao, to: locationPath(listing.localizacao) },
          { name: listing.title },
        ]}
      />,
    ),
    facts: renderToStaticMarkup(<Facts listing={listing} />),
    leisure: renderToStaticMarkup(<Leisure listing={listing} />),
    details: renderToStaticMarkup(<Details listing={listing} today={today} />),
    testimonials: renderToStaticMarkup(
      <TestimonialSection listing={listing} shown={testimonials} />,
    ),
    advice: renderToStaticMarkup(<Advice listing={listing} {...signals} />),
    paper: renderToStaticMarkup(
      <Paper address={`${siteUrl}/posts/${listing.id}`} id={listing.id} />,
    ),
    where: renderToStaticMarkup(<Whereabouts listing={listing} position={listing.position} />),
  };
}
