import type { SceneName } from "../../../platform/ui/pictures/scene-names.ts";

/** An article's part on a card (spec §3). */
export interface ArticleSummary {
  id: number;
  slug: string;
  title: string;
  description: string;
  image: SceneName;
  alt: string;
  /** Date as displayed (dd/mm/yyyy), and as `YYYY-MM-DD`. */
  date: { written: string; civil: string };
}

export interface Article extends ArticleSummary {
  html: string;
  minutes: number;
}
