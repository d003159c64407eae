import {
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { FieldError } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { dismissToast, showProgressToast, showToast } from "../ui/toast.tsx";
import { maxPhotosPerListing } from "./photo.ts";
import { usePhotoDrag } from "./photo-picker-drag.ts";
import type { PhotoTray, TrayPhoto, TraySnapshot } from "./photo-tray.ts";
import "./photo-picker.css";

export interface PhotoPickerProps {
  tray: PhotoTray;
  /** What is wrong with the photos as a whole. */
  error?: string;
}

/**
 * The photos of a listing being written. Files are sent as soon as they are chosen; each finished
 * photo is a hidden field `foto` with its id, in order. Without script the file field sends the
 * files with the form.
 */
export function PhotoPicker({ tray, error }: PhotoPickerProps) {
  const { photos, interrupted, lost } = useTray(tray);
  const [refusals, setRefusals] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const said = useAnnouncement(tray);
  useUploadToasts(tray);
  const focusLater = useFocusAfter(list, photos);
  const lifted = usePhotoDrag(list, tray);

  function take(files: Iterable<File>) {
    setRefusals(tray.add(files));
  }

  function takeFromInput() {
    if (!input.current?.files?.length) return;
    const files = [...input.current.files];
    // The files go on their own way now; left here, they would be sent again with the form.
    input.current.value = "";
    take(files);
  }

  // Files may have been chosen, or brought back by the browser, before the script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes alive
  useEffect(() => {
    tray.enter();
    takeFromInput();
    return () => tray.leave();
  }, [tray]);

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  }

  return (
    <div className="photos">
      <ul className="shots" ref={list} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.key}
            photo={photo}
            number={index + 1}
            isLast={index === photos.length - 1}
            isLifted={photo.key === lifted}
            tray={tray}
            onRemove={() => {
              focusLater({ index, at: ".remove" });
              tray.remove(photo.key);
            }}
            onMove={(by) => {
              focusLater({ key: photo.key, by });
              tray.move(photo.key, by);
            }}
            onLead={() => {
              focusLater({ index, at: ".lead-off" });
              tray.lead(photo.key);
            }}
          />
        ))}
        <li className="add">
          <label htmlFor="images">
            <Icon name="image-plus" />
            <b>Adicionar fotos</b>
            <span className="small soft">
              {photos.length} de {maxPhotosPerListing}
            </span>
          </label>
          <input
            className="hide"
            type="file"
            id="images"
            name="images"
            accept="image/*"
            multiple
            ref={input}
            onChange={takeFromInput}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "images-error" : undefined}
          />
        </li>
      </ul>
      {interrupted.length > 0 && (
        <p className="note" role="status">
          <Icon name="info" />
          <span>{interruptedText(interrupted)}</span>
        </p>
      )}
      {lost.length > 0 && (
        <p className="note" role="status">
          <Icon name="info" />
          <span>{lostText(lost)}</span>
        </p>
      )}
      <FieldError id="images" message={error} />
      <div role="alert" className="refusals">
        {refusals.map((refusal, index) => (
          <FieldError key={refusal} id={`images-refused-${index}`} message={refusal} />
        ))}
      </div>
      <p role="status" className="hide">
        {said}
      </p>
    </div>
  );
}

function interruptedText(names: string[]): string {
  const list = new Intl.ListFormat("pt-BR").format(names);
  return names.length === 1
    ? `O envio de ${list} parou no meio. Escolha a foto de novo e ele continua de onde estava.`
    : `O envio de ${list} parou no meio. Escolha as fotos de novo e ele continua de onde estava.`;
}

function lostText(names: string[]): string {
  const list = new Intl.ListFormat("pt-BR").format(names);
  return names.length === 1
    ? `${list} não ficou guardada. Escolha a foto de novo.`
    : `${list} não ficaram guardadas. Escolha as fotos de novo.`;
}

/** The photos in a tray now. */
export function useTray(tray: PhotoTray): TraySnapshot {
  return useSyncExternalStore(tray.subscribe, tray.getSnapshot, tray.getSnapshot);
}

interface PhotoTileProps {
  photo: TrayPhoto;
  /** Its place, from 1. */
  number: number;
  isLast: boolean;
  /** It is in the air, being dragged. */
  isLifted: boolean;
  tray: PhotoTray;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
  onLead: () => void;
}

function PhotoTile(props: PhotoTileProps) {
  const { photo, number, isLast, isLifted, tray, onRemove, onMove, onLead } = props;
  const { key, state, progress, error } = photo;
  const percent = Math.floor(progress * 100);
  const isSending = state === "running" && progress < 1;
  const looks = { running: "", paused: "still", success: "done", error: "fail", canceled: "" };
  return (
    <li
      className={`shot ${looks[state]} ${isLifted ? "lifted" : ""}`}
      style={state === "success" ? undefined : { "--p": percent }}
      data-photo={key}
    >
      <div className="pic">
        <Thumbnail photo={photo} />
        {(state === "paused" || (isSending && photo.isStarted)) && (
          <>
            <progress className="hide" max={100} value={percent} aria-label={`Foto ${number}`} />
            <b className="pc" aria-hidden="true">
              {percent}%
            </b>
          </>
        )}
        {number === 1 && state !== "error" && <span className="tag">Capa</span>}
      </div>
      <div className="row">
        <p>
          <span className="hide">Foto {number}: </span>
          {state === "success" && <Icon name="check" className="ok" />}
          {error?.message ?? statusText(photo)}
        </p>
        {state === "success" && number > 1 && (
          <Mini label={`Mover foto ${number} para antes`} onClick={() => onMove(-1)}>
            <Icon name="arrow-left" />
          </Mini>
        )}
        {state === "success" && !isLast && (
          <Mini
            className="later"
            label={`Mover foto ${number} para depois`}
            onClick={() => onMove(1)}
          >
            <Icon name="arrow-right" />
          </Mini>
        )}
        {isSending && (
          <Mini label={`Pausar foto ${number}`} onClick={() => tray.pause(key)}>
            <Icon name="pause" />
          </Mini>
        )}
        {state === "paused" && (
          <Mini label={`Continuar foto ${number}`} onClick={() => tray.resume(key)}>
            <Icon name="play" />
          </Mini>
        )}
        {state === "error" && (
          <Mini label={`Tentar de novo a foto ${number}`} onClick={() => tray.retry(key)}>
            <Icon name="rotate-cw" />
          </Mini>
        )}
        <RemoveButton state={state} number={number} onClick={onRemove} />
      </div>
      {state === "success" && number > 1 && (
        <button
          type="button"
          className="lead-off link small"
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

function statusText({ state, progress, isStarted }: TrayPhoto): string {
  if (state === "success") return "Pronta";
  if (state === "paused") return "Pausada";
  if (!isStarted) return "Na fila";
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
    <Mini className="remove" label={`${verb} foto ${number}`} onClick={onClick}>
      <Icon name={icon} />
    </Mini>
  );
}

interface MiniProps {
  label: string;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

function Mini({ label, className = "", onClick, children }: MiniProps) {
  return (
    <button
      type="button"
      className={`mini ${className}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** The photo itself; HEIC and the like, which many browsers cannot show, once the server has it. */
function Thumbnail({ photo }: { photo: TrayPhoto }) {
  const [broken, setBroken] = useState<string | null>(null);
  const src = photo.src === broken ? photo.fallbackSrc : photo.src;
  if (!src || src === broken) {
    return (
      <div className="blank">
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

/** A toast that tells how each photo comes along (spec §7), and one for each that failed. */
function useUploadToasts(tray: PhotoTray): void {
  const { photos } = useTray(tray);
  const failed = useRef(new Set<string>());
  const id = `fotos-${tray.draft}`;
  useEffect(() => {
    const index = photos.findIndex(({ state, isStarted }) => state === "running" && isStarted);
    const photo = photos[index];
    if (!photo) {
      dismissToast(id);
      return;
    }
    const place = `foto ${index + 1} de ${photos.length}`;
    const percent = Math.floor(photo.progress * 100);
    showProgressToast(id, {
      text: photo.progress < 1 ? `Enviando ${place}, ${percent}%` : `Preparando ${place}`,
      progress: photo.progress,
    });
  }, [id, photos]);
  useEffect(() => {
    for (const { key, error } of photos) {
      if (!error) failed.current.delete(key);
      else if (!failed.current.has(key) && error.kind !== "canceled") {
        failed.current.add(key);
        showToast({ kind: "error", text: error.message });
      }
    }
  }, [photos]);
  useEffect(() => () => dismissToast(id), [id]);
}

/** What to say when photos come, become ready, change place or go. */
function useAnnouncement(tray: PhotoTray): string {
  const { photos, ready } = useTray(tray);
  const before = useRef({ keys: photos.map(({ key }) => key), ready });
  const [said, setSaid] = useState("");
  useEffect(() => {
    const keys = photos.map(({ key }) => key);
    const old = before.current;
    before.current = { keys, ready };
    if (keys.length > old.keys.length) {
      const count = keys.length - old.keys.length;
      setSaid(count === 1 ? "1 foto a caminho." : `${count} fotos a caminho.`);
    } else if (keys.length < old.keys.length) {
      setSaid(`Foto ${old.keys.findIndex((key, i) => key !== keys[i]) + 1} removida.`);
    } else if (ready > old.ready) {
      setSaid(`${ready} de ${keys.length} fotos prontas.`);
    } else if (keys.some((key, i) => key !== old.keys[i])) {
      setSaid(keys[0] === old.keys[0] ? "Foto movida." : "A capa mudou.");
    }
  }, [photos, ready]);
  return said;
}

type FocusWish = { index: number; at: ".remove" | ".lead-off" } | { key: string; by: -1 | 1 };

/** Keeps the focus among the photos when the focused button goes away or moves. */
function useFocusAfter(
  list: RefObject<HTMLUListElement | null>,
  photos: TrayPhoto[],
): (wish: FocusWish) => void {
  const wish = useRef<FocusWish | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the photos have changed
  useLayoutEffect(() => {
    const wanted = wish.current;
    wish.current = null;
    if (!wanted || !list.current) return;
    const tiles = list.current.querySelectorAll<HTMLElement>("[data-photo]");
    if ("index" in wanted) {
      const next = tiles[Math.min(wanted.index, tiles.length - 1)];
      const target = next?.querySelector<HTMLElement>(wanted.at);
      (target ?? list.current.querySelector<HTMLElement>("input[type=file]"))?.focus();
      return;
    }
    const moved = [...tiles].find((tile) => tile.dataset.photo === wanted.key);
    const all = [...(moved?.querySelectorAll<HTMLElement>("button") ?? [])];
    const buttons = all.filter((button) => button.offsetParent !== null);
    const same = buttons.find((button) =>
      button.getAttribute("aria-label")?.endsWith(wanted.by < 0 ? "para antes" : "para depois"),
    );
    (same ?? buttons[0])?.focus();
  }, [photos]);
  return (next) => {
    wish.current = next;
  };
}
