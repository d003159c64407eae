import styles from "./region-drawing.module.css";

/** Coordinates of dots and labels. */
const towns = [
  { name: "Capitólio", x: 421, y: 262, dx: -4, dy: -14 },
  { name: "Piumhi", x: 476, y: 182, dx: 14, dy: 16 },
  { name: "São Roque de Minas", x: 252, y: 62, dx: 14, dy: 0 },
  { name: "São João Batista do Glória", x: 128, y: 262, dx: -104, dy: 26 },
  { name: "Passos", x: 92, y: 352, dx: -28, dy: 30 },
  { name: "Guapé", x: 518, y: 410, dx: 14, dy: 7 },
] as const;

export interface RegionDrawingProps {
  /** Of the pin, within 640 × 480. */
  point: { x: number; y: number };
  name: string;
}

/** The lake, the serra and the roads, not to scale, with a pin. */
export function RegionDrawing({ point, name }: RegionDrawingProps) {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 640 480"
      role="img"
      aria-label={`Desenho da região: onde fica ${name}`}
    >
      <g className={styles.hill} fill="none" strokeWidth="1.5">
        <path d="M-10 40c46-26 120-30 166 2s34 62-8 78-104 2-158 24M-10 62c40-18 96-22 134 4s26 40-8 52-78 2-126 18M-10 84c30-10 70-14 100 4s18 24-6 32-56 2-94 12" />
        <path d="M206 214c40-16 92-14 134 0M224 232c32-12 72-10 104 0M400 470c24-30 66-46 104-40s46 30 60 50M424 486c18-22 50-34 78-28" />
        <path d="M540 60c34-20 74-22 110-12M556 84c28-14 60-14 94-6M576 108c22-8 44-8 74-4" />
      </g>
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path
          className={styles.stream}
          strokeWidth="5"
          d="M70 84c30 2 56 8 82 14s60 34 100 32 92-34 150-40 150-30 250-58"
        />
        <path
          className={styles.stream}
          strokeWidth="9"
          d="M262 318c-34 8-62 18-96 16s-70-18-104-8-44 22-74 26"
        />
      </g>
      <path
        className={styles.lake}
        d="M258 308c6-10 20-10 30-6 8-8 6-20 10-34l8 2c0 14-2 24 4 34 18 6 34 2 46-8 10-10 14-26 32-30 16-2 20 12 34 16 26 8 40-12 62-22s34-2 56-16 44-44 104-50v36c-40 8-52 26-74 42s-46 14-62 30c12 18 40 18 58 36 16 14 44 14 78 22v30c-40-4-66-10-88-26s-36-34-62-34c-20 2-30 16-48 30s-18 36-34 58-30 32-36 68h-34c6-42 30-56 40-84s2-44-14-58-34-12-52-10-44 2-54-10c-4-6-6-10-4-16z"
      />
      <g className={styles.glint} fill="none" strokeWidth="2" strokeLinecap="round">
        <path d="M330 322h44M352 332h56M548 292h44M556 262h48M410 410h26M396 424h30M560 354h44" />
      </g>
      <g className={styles.road} fill="none" strokeWidth="5" strokeLinecap="round">
        <path d="M-10 392c44-6 70-26 102-40s98-20 150-30 54-34 84-44 62 4 95-16 40-58 55-80 90-54 170-86" />
        <path d="M476 182c-30-24-60-44-100-60s-84-34-124-60" />
      </g>
      <g>
        <text x="176" y="368">
          MG-050
        </text>
        <text className={styles.onLake} x="424" y="318">
          Furnas
        </text>
        <text x="20" y="172">
          Serra da Canastra
        </text>
        {towns.map(({ name: town, x, y, dx, dy }) => (
          <g key={town}>
            <circle className={styles.town} cx={x} cy={y} r="5" />
            <text x={x + dx} y={y + dy}>
              {town}
            </text>
          </g>
        ))}
        <g transform={`translate(${point.x} ${point.y})`}>
          <path
            className={styles.pin}
            strokeWidth="2.5"
            d="M0 0c-16-20-26-34-26-50a26 26 0 0 1 52 0c0 16-10 30-26 50z"
          />
          <circle className={styles.eye} cy="-51" r="9" />
        </g>
      </g>
    </svg>
  );
}
