import { useEffect, useRef, useState } from "react";
import { type Photo, photoUrl } from "../../photos/photo.ts";
import { ChoiceTile } from "../../ui/forms/choice-tile.tsx";
import { Icon } from "../../ui/icon.tsx";
import { countOf } from "../../ui/words.ts";
import type { PhotoTray } from "../photo-tray.ts";
import { CopyTask } from "../task/copy-task.ts";
import styles from "./photo-picker.module.css";

/** The checkbox of browsers without script, whose form the server copies the photos into. */
export const copyPhotosName = "copiarFotos";

export interface CopyPhotosProps {
  tray: PhotoTray;
  title: string;
  photos: readonly Photo[];
}

/** Copies another ad's photos into the form as soon as it is ticked, and takes them out again. */
export function CopyPhotos({ tray, title, photos }: CopyPhotosProps) {
  const box = useRef<HTMLInputElement>(null);
  const copies = useRef<string[]>([]);
  const [isLive, setIsLive] = useState(false);
  // The box may have been ticked before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    setIsLive(true);
    copyIfTicked();
  }, []);

  function copyIfTicked() {
    if (!box.current?.checked) {
      tray.forgetLeftOut(photos.map(({ id }) => id));
      for (const key of copies.current.splice(0)) tray.remove(key);
    } else if (copies.current.length === 0) {
      for (const [index, photo] of photos.entries()) {
        const { id, widths } = photo;
        const name = `foto ${index + 1} de ${title}`;
        const draw = () => photoUrl(photo, widths[0], "jpg");
        const begin = () => {
          copies.current.push(tray.begin(new CopyTask(id, tray.draftId), name, draw()));
        };
        tray.offer({ id, name, draw, begin });
      }
    }
  }

  if (photos.length === 0) return null;
  return (
    <div className={styles.copies}>
      <ChoiceTile
        type="checkbox"
        // With script the form has the copies themselves.
        name={isLive ? "" : copyPhotosName}
        defaultChecked={false}
        ref={box}
        onChange={copyIfTicked}
      >
        <Icon name="copy" />
        Copiar também as fotos
      </ChoiceTile>
      <p className="small soft">
        {`${countOf(photos.length, "foto")} de “${title}”. ${photos.length === 1 ? "Ela vem" : "Elas vêm"} como cópia: tire ou mude a ordem à vontade, o outro anúncio não muda.`}
      </p>
    </div>
  );
}
