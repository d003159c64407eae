import mapStyles from "../../../domain/region/region-map.module.css";
import styles from "./results-map.module.css";
import { mapId } from "./show-map.ts";

/** The place for the drawing of the results. React never touches what is in it. */
export function MapSlot() {
  return (
    <section
      id={mapId}
      className={`${styles.map} ${mapStyles.scope}`}
      aria-label="Resultados no desenho da região"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: filled by script with the server's HTML
      dangerouslySetInnerHTML={{ __html: "" }}
      suppressHydrationWarning
    />
  );
}
