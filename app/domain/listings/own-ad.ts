import type { PausedBy } from "../accounts/visibility/pause.ts";
import type { FeedNight } from "../calendar/taken-nights.server.ts";

/** Nights and pause of an ad, which only its owner sees. */
export interface OwnAd {
  uid: string;
  /** Nights that the owner marked, from today on. */
  marked: readonly string[];
  feedNights: readonly FeedNight[];
  /** Null while visitors can see it. */
  pausedBy: PausedBy | null;
}
