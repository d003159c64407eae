import { onClick } from "../../../platform/ui/on-click.ts";
import { listingAround } from "../../../platform/web/listing-around.ts";
import { visitPath } from "../../../platform/web/visit-mark.ts";

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
  onClick("a[data-count]", (link) => sendVisit(readMark(link)));
}

/** The server decides whether it counts. */
function sendVisit(mark: string | undefined): void {
  if (mark) navigator.sendBeacon(visitPath, mark);
}

/** Links of a card, or an ad's page, say only the kind. */
function readMark(link: HTMLElement): string {
  const { count = "" } = link.dataset;
  return count.includes(" ") ? count : `${count} ${listingAround(link)}`;
}
