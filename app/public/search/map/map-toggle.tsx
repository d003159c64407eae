import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./map-toggle.module.css";

/** Shows the results on the region's drawing, in the element `mapId` (`watch-map.ts`). */
export function MapToggle() {
  return (
    <button
      type="button"
      className={`link ${styles.view}`}
      data-map-toggle
      aria-pressed={false}
      suppressHydrationWarning
    >
      <Icon name="map" />
      Mapa
    </button>
  );
}
