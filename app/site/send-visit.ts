import { visitPath } from "./visit-mark.ts";

/** Sends a visit; `mark` is a `data-count`. The server decides whether it counts. */
export function sendVisit(mark: string | undefined): void {
  if (mark) navigator.sendBeacon(visitPath, mark);
}
