import styles from "./region-choice.module.css";
import mapStyles from "./region-map.module.css";

export const regionChoiceId = "escolha-no-mapa";

/** {@link renderRegionChoice} has rendered the HTML. */
export function RegionChoicePart({ html }: { html: string }) {
  return (
    <section
      className={`${styles.choice} ${mapStyles.scope}`}
      aria-labelledby={regionChoiceId}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
