import type { ReactNode } from "react";
import { type RegionPoint, regionSize } from "./gazetteer.ts";
import drawing from "./region.svg?url";
import styles from "./region-map.module.css";

/** All of the drawing, or its upper part: the serra and the lake's arms, without the south. */
type RegionView = "whole" | "north";

const viewBoxes: Record<RegionView, string> = {
  whole: `0 0 ${regionSize.width} ${regionSize.height}`,
  north: "0 40 800 600",
};

export interface RegionMapProps {
  /** Description for screen readers. */
  label: string;
  view?: RegionView;
  /** SVG elements above the drawing, in its units. Hidden from screen readers. */
  children?: ReactNode;
}

/**
 * The drawing is a file of its own, so that pages stay small. Its fragment chooses the colours: WebKit
 * ignores prefers-color-scheme in pictures.
 */
export function RegionMap({ label, view = "whole", children }: RegionMapProps) {
  return (
    <div className={styles.map} data-view={view}>
      <picture>
        <source media="(prefers-color-scheme: dark)" srcSet={`${drawing}#dark`} />
        <img
          src={drawing}
          alt={label}
          width={regionSize.width}
          height={regionSize.height}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <svg viewBox={viewBoxes[view]} aria-hidden="true">
        <text className={styles.lakeName} x="288" y="534">
          Lago de Furnas
        </text>
        <text className={styles.roadName} x="88" y="560">
          MG-050
        </text>
        <text className={styles.north} x="742" y="800">
          N
        </text>
        {children}
      </svg>
    </div>
  );
}

/** A pin whose tip is at the point. */
export function RegionPin({ x, y }: RegionPoint) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className={styles.pin} d="M0 0c-16-20-26-34-26-50a26 26 0 0 1 52 0c0 16-10 30-26 50z" />
      <circle className={styles.eye} cy="-51" r="9" />
    </g>
  );
}
