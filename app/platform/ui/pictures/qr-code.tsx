import type { QrDrawing } from "./draw-qr-code.ts";
import styles from "./qr-code.module.css";

export interface QrCodeProps {
  drawing: QrDrawing;
  label: string;
}

/** Dark on white in either colour scheme: many scanners read no inverted codes. */
export function QrCode({ drawing: { size, path }, label }: QrCodeProps) {
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
