import type { SceneName } from "../ui/pictures/scene-names.ts";

/** What the card of an article shows (spec §3). */
export interface ArticleSummary {
  id: number;
  slug: string;
  title: string;
  description: string;
  image: SceneName;
  alt: string;
  /** The day it appeared: as read (dd/mm/yyyy), and as `YYYY-MM-DD`. */
  date: { written: string; civil: string };
}

/** An article, as its page shows it. */
export interface Article extends ArticleSummary {
  /** The text as HTML. */
  html: string;
  /** How long it takes to read, in minutes. */
  minutes: number;
}
