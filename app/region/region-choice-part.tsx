import { Markup } from "../delivery/hydration/markup.tsx";
import styles from "./region-choice.module.css";
import mapStyles from "./region-map.module.css";

export const regionChoiceId = "escolha-no-mapa";

/** {@link renderRegionChoice} has rendered the HTML, so that browsers load no code for it. */
export function RegionChoicePart({ html }: { html: string }) {
  return (
    <Markup
      as="section"
      html={html}
      className={`${styles.choice} ${mapStyles.scope}`}
      aria-labelledby={regionChoiceId}
    />
  );
}
