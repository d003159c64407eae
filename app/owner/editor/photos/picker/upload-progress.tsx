import { useEffect, useState } from "react";
import { Level } from "../../../../platform/ui/feedback/level.tsx";
import { Icon } from "../../../../platform/ui/icon.tsx";
import type { PhotoTray } from "../photo-tray.ts";
import { useTray } from "./photo-picker-feedback.ts";
import styles from "./upload-progress.module.css";

/** The progress toast of spec §7, within the bar that holds it: elsewhere it would cover the form. */
export function UploadProgress({ tray }: { tray: PhotoTray }) {
  const { photos } = useTray(tray);
  const [isClosed, setIsClosed] = useState(false);
  const index = photos.findIndex(({ state, isStarted }) => state === "running" && isStarted);
  const photo = photos[index];
  const isRunning = photo !== undefined;
  useEffect(() => {
    if (!isRunning) setIsClosed(false);
  }, [isRunning]);
  if (!photo || isClosed) return null;
  const place = `foto ${index + 1} de ${photos.length}`;
  const percent = Math.floor(photo.progress * 100);
  const text = photo.isOffline
    ? "Sem internet: o envio continua sozinho quando ela voltar"
    : photo.progress === 1
      ? `Preparando ${place}`
      : percent > 0
        ? `Enviando ${place}, ${percent}%`
        : `Enviando ${place}`;
  return (
    <div className={styles.toast} role="status" data-progress-toast>
      <Icon name={photo.isOffline ? "info" : "image-plus"} />
      <p aria-live={photo.isOffline ? undefined : "off"}>{text}</p>
      <button
        type="button"
        className="icon-button"
        aria-label="Fechar"
        onClick={() => setIsClosed(true)}
      >
        <Icon name="x" />
      </button>
      <Level max={100} value={percent || undefined} aria-label={text} />
    </div>
  );
}
