import type { ReactNode } from "react";
import { type RegionPoint, regionSize, unitsPerKm } from "./gazetteer.ts";
import type { Location } from "./locations.ts";
import drawing from "./region.svg?url";
import styles from "./region-map.module.css";
import { RegionNames } from "./region-names.tsx";

/** All of the drawing, or its upper part: the serra and the lake's arms, without the south. */
type RegionView = "whole" | "north";

const views: Record<RegionView, { box: string; bottom: number }> = {
  whole: { box: `0 0 ${regionSize.width} ${regionSize.height}`, bottom: regionSize.height },
  north: { box: "0 40 800 600", bottom: 640 },
};

const scaleKm = 10;

export interface RegionMapProps {
  /** Description for screen readers. */
  label: string;
  view?: RegionView;
  /** The places to name; all of them if left out. */
  names?: readonly Location[];
  /** SVG elements above the drawing, in its units. Hidden from screen readers. */
  children?: ReactNode;
}

/**
 * The drawing is a file of its own, so that pages stay small. Its fragment chooses the colours: WebKit
 * ignores prefers-color-scheme in pictures.
 */
export function RegionMap({ label, view = "whole", names, children }: RegionMapProps) {
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
      <svg viewBox={views[view].box} aria-hidden="true">
        <text className={styles.lakeName} x="288" y="534">
          Lago de Furnas
        </text>
        <text className={styles.roadName} x="88" y="560">
          MG-050
        </text>
        <text className={styles.north} x="742" y="800">
          N
        </text>
        <g transform={`translate(28 ${views[view].bottom - 26})`}>
          <path className={styles.scale} d={`M0-10V0H${scaleKm * unitsPerKm}V-10`} />
          <text className={styles.name} y="-16">
            cerca de {scaleKm} km
          </text>
        </g>
        <RegionNames names={names} bottom={views[view].bottom} />
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
