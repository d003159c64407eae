import { onClick } from "../../../platform/ui/on-click.ts";
import { listingAround } from "../../../platform/web/listing-around.ts";
import { visitPath } from "../../../platform/web/visit-beacon.ts";

declare global {
  interface Document {
    /** Undefined where pages are never prerendered. */
    prerendering?: boolean;
  }
}

/** Pages restored from the back-forward cache keep their scripts, and so are not counted again. */
export function countVisits(): void {
  const count = () => sendVisit(document.documentElement.dataset.count);
  if (document.prerendering) {
    document.addEventListener("prerenderingchange", count, { once: true });
  } else count();
  onClick("a[data-count]", (link) => sendVisit(beaconTextOf(link)));
}

/** The server decides whether it counts. */
function sendVisit(text: string | undefined): void {
  if (text) navigator.sendBeacon(visitPath, text);
}

/** Links of a card, or an ad's page, say only the kind. */
function beaconTextOf(link: HTMLElement): string {
  const { count = "" } = link.dataset;
  return count.includes(" ") ? count : `${count} ${listingAround(link)}`;
}
