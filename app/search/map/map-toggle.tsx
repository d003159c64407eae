import { useRef, useState } from "react";
import viewStyles from "../../listings/list/view-toggle.module.css";
import { Icon } from "../../ui/icon.tsx";

export interface MapToggleProps {
  /** The search's query, with "?" unless it is empty. */
  search: string;
}

/** Shows the results on the region's drawing, in the element `mapId`; loads both when it is first opened. */
export function MapToggle({ search }: MapToggleProps) {
  const [isOpen, setIsOpen] = useState(false);
  const latest = useRef(0);
  async function turn() {
    latest.current += 1;
    const turned = latest.current;
    setIsOpen(!isOpen);
    try {
      const { showMap, hideMap } = await import("./show-map.ts");
      if (isOpen) hideMap();
      else await showMap(search, () => turned === latest.current);
    } catch {
      setIsOpen(false);
    }
  }
  return (
    <button
      type="button"
      className={`link ${viewStyles.view}`}
      aria-pressed={isOpen}
      onClick={turn}
    >
      <Icon name="map" />
      <span>Ver no desenho</span>
    </button>
  );
}
