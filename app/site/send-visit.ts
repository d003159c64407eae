import { visitPath } from "./visit-mark.ts";

/** Reports what a `data-count` stands for. The server decides whether it counts. */
export function sendVisit(mark: string | undefined): void {
  if (mark) navigator.sendBeacon(visitPath, mark);
}
