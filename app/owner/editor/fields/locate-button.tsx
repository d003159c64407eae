import { useEffect, useRef, useState } from "react";
import type { Position } from "../../../domain/region/position.ts";
import { scrollIntoView } from "../../../platform/ui/forms/scroll-into-view.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { type Located, locate } from "./locate.ts";
import styles from "./position-field.module.css";

export interface LocateButtonProps {
  /** The position in the field. */
  shown: Position | null;
  onLocate: (position: Position) => void;
}

/** Takes the phone's position; only the tap asks for it. Browsers offer it in secure contexts alone. */
export function LocateButton({ shown, onLocate }: LocateButtonProps) {
  const [result, setResult] = useState<Located | "waiting" | null>(null);
  const left = useRef<AbortController | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => () => left.current?.abort(), []);
  useEffect(() => {
    if (result && result !== "waiting") scrollIntoView(status.current);
  }, [result]);
  if (!window.isSecureContext || !("geolocation" in navigator)) return null;
  const isWaiting = result === "waiting";
  const isReplaced = result !== null && !isWaiting && result.ok && !isSame(result.position, shown);

  async function ask() {
    if (isWaiting) return;
    setResult("waiting");
    left.current = new AbortController();
    const located = await locate(navigator.geolocation, left.current.signal);
    if (!located) return;
    setResult(located);
    if (located.ok) onLocate(located.position);
  }

  return (
    <div className={styles.locate}>
      <button type="button" className="btn btn--line" onClick={ask} aria-busy={isWaiting}>
        <Icon name="map-pin" />
        Estou na casa agora
      </button>
      <p className="small soft" role="status" ref={status}>
        {describe(isReplaced ? null : result)}
      </p>
    </div>
  );
}

function isSame(one: Position, other: Position | null): boolean {
  return one.latitude === other?.latitude && one.longitude === other.longitude;
}

function describe(result: Located | "waiting" | null): string {
  if (result === null) return "";
  if (result === "waiting") return "Procurando onde você está…";
  if (!result.ok) return result.message;
  return `Pronto, a casa está marcada no desenho, com erro de até ${Math.max(1, Math.ceil(result.accuracy))} m.`;
}
