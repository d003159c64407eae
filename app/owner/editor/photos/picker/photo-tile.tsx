import { type ReactNode, useState } from "react";
import { Icon } from "../../../../platform/ui/icon.tsx";
import type { PhotoTray, TrayPhoto } from "../photo-tray.ts";
import styles from "./photo-picker.module.css";

export interface PhotoTileProps {
  photo: TrayPhoto;
  number: number;
  isLast: boolean;
  isLifted: boolean;
  tray: PhotoTray;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
  onLead: () => void;
  onTurn: () => void;
}

export function PhotoTile(props: PhotoTileProps) {
  const { photo, number, isLast, isLifted, tray, onRemove, onMove, onLead, onTurn } = props;
  const { key, state, progress, error } = photo;
  const percent = Math.floor(progress * 100);
  const isSending = state === "running" && progress < 1;
  const looks = {
    running: "",
    paused: styles.paused,
    success: styles.done,
    error: styles.failed,
    canceled: "",
  };
  return (
    <li
      className={`${styles.tile} ${looks[state]} ${isLifted ? styles.lifted : ""}`}
      style={state === "success" ? undefined : { "--p": percent }}
      data-photo={key}
    >
      <div className={styles.picture} data-handle>
        <Thumbnail photo={photo} />
        {(state === "paused" || (isSending && photo.isStarted)) && (
          <>
            <progress
              className="visually-hidden"
              max={100}
              value={percent || undefined}
              aria-label={`Foto ${number}`}
            />
            {percent > 0 && (
              <b className={styles.percent} aria-hidden="true">
                {percent}%
              </b>
            )}
          </>
        )}
        {number === 1 && state !== "error" && <span className={styles.tag}>Capa</span>}
      </div>
      <div className={styles.row}>
        <p>
          <span className="visually-hidden">
            Foto {number}
            {photo.name && `, ${photo.name}`}:{" "}
          </span>
          {state === "success" && <Icon name="check-bold" className={styles.ok} />}
          {error?.message ?? statusText(photo)}
        </p>
        {state === "success" && number > 1 && (
          <TileButton label={`Mover foto ${number} para antes`} onClick={() => onMove(-1)}>
            <Icon name="arrow-left" />
          </TileButton>
        )}
        {state === "success" && !isLast && (
          <TileButton
            className={styles.later}
            label={`Mover foto ${number} para depois`}
            onClick={() => onMove(1)}
          >
            <Icon name="arrow-right" />
          </TileButton>
        )}
        {isSending && (
          <TileButton label={`Pausar foto ${number}`} onClick={() => tray.pause(key)}>
            <Icon name="pause" />
          </TileButton>
        )}
        {state === "paused" && (
          <TileButton label={`Continuar foto ${number}`} onClick={() => tray.resume(key)}>
            <Icon name="play" />
          </TileButton>
        )}
        {state === "error" && (
          <TileButton label={`Tentar de novo a foto ${number}`} onClick={() => tray.retry(key)}>
            <Icon name="rotate-cw" />
          </TileButton>
        )}
        <RemoveButton state={state} number={number} onClick={onRemove} />
      </div>
      {state === "success" && (
        <TileButton
          className={styles.turn}
          action="turn"
          label={`Girar foto ${number}`}
          onClick={onTurn}
        >
          <Icon name="rotate-cw-square" />
        </TileButton>
      )}
      {state === "success" && number > 1 && (
        <button
          type="button"
          className={`${styles.lead} link small`}
          data-action="lead"
          aria-label={`Usar como capa a foto ${number}`}
          onClick={onLead}
        >
          Usar como capa
        </button>
      )}
      {photo.id && <input type="hidden" name="foto" value={photo.id} />}
    </li>
  );
}

function statusText({ state, progress, isStarted, isOffline }: TrayPhoto): string {
  if (state === "success") return "Pronta";
  if (state === "paused") return "Pausada";
  if (!isStarted) return "Na fila";
  if (isOffline) return "Sem internet";
  return progress < 1 ? "Enviando" : "Preparando";
}

interface RemoveButtonProps {
  state: TrayPhoto["state"];
  number: number;
  onClick: () => void;
}

function RemoveButton({ state, number, onClick }: RemoveButtonProps) {
  const verb = state === "success" ? "Excluir" : state === "error" ? "Remover" : "Cancelar";
  const icon = state === "success" ? "trash" : "x";
  return (
    <TileButton action="remove" label={`${verb} foto ${number}`} onClick={onClick}>
      <Icon name={icon} />
    </TileButton>
  );
}

interface TileButtonProps {
  label: string;
  className?: string;
  action?: "remove" | "turn";
  onClick: () => void;
  children: ReactNode;
}

function TileButton({ label, className = "", action, onClick, children }: TileButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      data-action={action}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** A format that the browser can't show, such as HEIC, appears once the photo is stored. */
function Thumbnail({ photo }: { photo: TrayPhoto }) {
  const [broken, setBroken] = useState<string | null>(null);
  const src = photo.src === broken ? photo.fallbackSrc : photo.src;
  if (!src || src === broken) {
    return (
      <div className={styles.blank}>
        <Icon name="image-off" />
        <span>{photo.name}</span>
      </div>
    );
  }
  return (
    <img
      src={src}
      width={400}
      height={300}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  );
}
