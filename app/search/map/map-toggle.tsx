import viewStyles from "../../listings/list/view-toggle.module.css";
import { Icon } from "../../ui/icon.tsx";

/** Shows the results on the region's drawing, in the element `mapId` (`watch-map.ts`). */
export function MapToggle() {
  return (
    <button
      type="button"
      className={`link ${viewStyles.view}`}
      data-map-toggle
      aria-pressed={false}
      suppressHydrationWarning
    >
      <Icon name="map" />
      <span>Ver no desenho</span>
    </button>
  );
}
