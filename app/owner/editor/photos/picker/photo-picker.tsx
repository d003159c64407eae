import { type DragEvent, useEffect, useRef, useState } from "react";
import { maxPhotosPerListing } from "../../../../domain/photos/photo.ts";
import { showToast } from "../../../../platform/ui/feedback/toast.ts";
import { FieldError } from "../../../../platform/ui/forms/field.tsx";
import { Icon } from "../../../../platform/ui/icon.tsx";
import type { PhotoTray } from "../photo-tray.ts";
import styles from "./photo-picker.module.css";
import { usePhotoDrag } from "./photo-picker-drag.ts";
import {
  useAnnouncement,
  useFailureToasts,
  useFocusAfter,
  useTray,
} from "./photo-picker-feedback.ts";
import { PhotoTile } from "./photo-tile.tsx";

export interface PhotoPickerProps {
  tray: PhotoTray;
  error?: string;
}

/** Uploads files as soon as they are chosen; without script they are sent with the form. */
export function PhotoPicker({ tray, error }: PhotoPickerProps) {
  const { photos } = useTray(tray);
  const [refusals, setRefusals] = useState<string[]>([]);
  const refused = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals.length > 0) refused.current?.scrollIntoView({ block: "center" });
  }, [refusals]);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const said = useAnnouncement(tray);
  useFailureToasts(tray);
  const focusLater = useFocusAfter(list, photos);
  const lifted = usePhotoDrag(list, tray);

  async function take(files: readonly File[]) {
    setRefusals(await tray.add(files));
  }

  function takeFromInput() {
    if (!input.current?.files?.length) return;
    const files = [...input.current.files];
    // If it kept the files, the form would send them again.
    input.current.value = "";
    void take(files);
  }

  // Files may have been chosen, or restored by the browser, before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    tray.enter();
    takeFromInput();
    return () => tray.leave();
  }, [tray]);

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  }

  const tiles = photos.map((photo, index) => (
    <PhotoTile
      key={photo.key}
      photo={photo}
      number={index + 1}
      isLast={index === photos.length - 1}
      isLifted={photo.key === lifted}
      tray={tray}
      onRemove={() => {
        focusLater({ index, at: "remove" });
        setRefusals([]);
        tray.remove(photo.key);
      }}
      onMove={(by) => {
        focusLater({ key: photo.key, by });
        tray.move(photo.key, by);
      }}
      onTurn={async () => {
        focusLater({ index, at: "turn" });
        const failure = await tray.turn(photo.key);
        if (failure) showToast({ kind: "error", text: failure });
      }}
      onLead={() => {
        focusLater({ index, at: "lead" });
        tray.lead(photo.key);
      }}
    />
  ));

  return (
    <div className={styles.photos}>
      <ul
        className={styles.tiles}
        ref={list}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {tiles}
        <li className={styles.add} data-field>
          <label htmlFor="images">
            <Icon name="image-plus" />
            <b>Adicionar fotos</b>
            <span className="small soft">
              {photos.length} de {maxPhotosPerListing}
            </span>
          </label>
          <input
            className="visually-hidden"
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
      <FieldError id="images" message={error} />
      <div role="alert" className={styles.refusals} ref={refused}>
        {refusals.map((refusal, index) => (
          <FieldError key={refusal} id={`images-refused-${index}`} message={refusal} />
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
}
