import seasonStyles from "../../prices/season-table.module.css";
import mapStyles from "../../region/region-map.module.css";
import testimonialStyles from "../../testimonials/shown/shown-testimonials.module.css";
import cardStyles from "../../testimonials/testimonial-card.module.css";
import trailStyles from "../../ui/shell/trail.module.css";
import factStyles from "../listing-facts.module.css";
import similarStyles from "../similar/small-listings.module.css";
import adviceStyles from "./advice.module.css";
import type { renderStaticParts } from "./static-parts.server.tsx";
import whereStyles from "./whereabouts.module.css";

type PartName = keyof ReturnType<typeof renderStaticParts> | "similar";

/** The stylesheets of what only the server renders, which would otherwise be left out of the build. */
const stylesOf: Partial<Record<PartName, string>> = {
  trail: trailStyles.scope,
  facts: factStyles.facts,
  details: seasonStyles.scope,
  testimonials: `${testimonialStyles.scope} ${cardStyles.scope}`,
  advice: adviceStyles.scope,
  where: `${whereStyles.scope} ${mapStyles.scope}`,
  similar: similarStyles.scope,
};

export interface StaticPartProps {
  part: PartName;
  html: string;
  className?: string;
}

export function StaticPart({ part, html, className = "" }: StaticPartProps) {
  return (
    <div
      className={`${stylesOf[part] ?? ""} ${className}`.trim() || undefined}
      data-asked={part === "similar" || undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
