import type { ReactNode } from "react";
import { locationReferences, type RegionPoint, regionSize, unitsPerKm } from "./gazetteer.ts";
import { type Location, locationOptions } from "./locations.ts";
import drawing from "./region.svg?url";
import styles from "./region-map.module.css";

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

interface Label {
  x: number;
  /** Baseline of the last line. */
  y: number;
  anchor: "start" | "middle" | "end";
  lines?: readonly string[];
}

/** Positions of the names beside their dots, in units of the drawing. */
const labels: Readonly<Record<Location, Label>> = {
  "Escarpas do Lago": { x: 792, y: 456, anchor: "end" },
  Capitólio: { x: 628, y: 258, anchor: "start" },
  "Serra da Canastra": { x: 52, y: 202, anchor: "start" },
  "São João Batista do Glória": {
    x: 122,
    y: 480,
    anchor: "middle",
    lines: ["São João Batista", "do Glória"],
  },
  "Ponta do Sol": { x: 446, y: 388, anchor: "start" },
  Funil: { x: 258, y: 690, anchor: "end" },
  Turvo: { x: 318, y: 348, anchor: "end" },
  Dique: { x: 540, y: 324, anchor: "end" },
  Guapé: { x: 792, y: 680, anchor: "end" },
  Piumhi: { x: 686, y: 142, anchor: "start" },
};

const lineHeight = 28;

interface RegionNamesProps {
  names?: readonly Location[] | undefined;
  /** Lower edge of what is shown. */
  bottom: number;
}

function RegionNames({ names = locationOptions, bottom }: RegionNamesProps) {
  const shown = names.filter((name) => labels[name].y < bottom);
  return shown.map((name) => {
    const { x, y, anchor, lines = [name] } = labels[name];
    const { point } = locationReferences[name];
    return (
      <g key={name}>
        <circle className={styles.town} cx={point.x} cy={point.y} r="7" />
        {lines.map((line, index) => (
          <text
            key={line}
            className={styles.name}
            x={x}
            y={y - (lines.length - 1 - index) * lineHeight}
            textAnchor={anchor}
          >
            {line}
          </text>
        ))}
      </g>
    );
  });
}
