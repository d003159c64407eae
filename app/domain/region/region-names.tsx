import { locationReferences } from "./gazetteer.ts";
import { type Location, locationOptions } from "./locations.ts";
import styles from "./region-map.module.css";

interface Label {
  x: number;
  /** Baseline of the last line. */
  y: number;
  anchor: "start" | "middle" | "end";
  lines?: readonly string[];
}

/** Where a name has room beside its dot, in units of the drawing. */
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

export interface RegionNamesProps {
  names?: readonly Location[] | undefined;
  /** Lower edge of what is shown. */
  bottom: number;
}

export function RegionNames({ names = locationOptions, bottom }: RegionNamesProps) {
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
