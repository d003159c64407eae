import { renderToStaticMarkup } from "react-dom/server";
import { StayLegend } from "../../calendar/stay-calendar/stay-legend.tsx";
import type { Listing } from "../../listings/listing.ts";
import type { Pause } from "../../visibility/pause.ts";
import { Advice } from "./advice.server.tsx";
import { Details } from "./details.server.tsx";
import { Facts } from "./facts.server.tsx";
import { Leisure } from "./leisure.server.tsx";
import { PauseNote } from "./pause-note.server.tsx";
import type { TrustSignals } from "./trust-signals.server.ts";
import { Whereabouts } from "./whereabouts.server.tsx";

/** HTML for which browsers load no code (docs/decisions/010). The route imports its stylesheets. */
export function renderStaticParts(
  listing: Listing,
  signals: TrustSignals,
  { today, pause, staleAge }: { today: string; pause: Pause | null; staleAge: string | null },
) {
  const { position, unavailableDays } = listing;
  return {
    pause: pause && renderToStaticMarkup(<PauseNote pause={pause} />),
    facts: renderToStaticMarkup(<Facts listing={listing} />),
    leisure: renderToStaticMarkup(<Leisure listing={listing} />),
    legend: renderToStaticMarkup(
      <StayLegend today={today} unavailableDays={unavailableDays} staleAge={staleAge} />,
    ),
    details: renderToStaticMarkup(<Details listing={listing} today={today} />),
    advice: renderToStaticMarkup(<Advice listing={listing} {...signals} />),
    where: position && renderToStaticMarkup(<Whereabouts listing={listing} position={position} />),
  };
}
