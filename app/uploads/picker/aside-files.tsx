import { maxPhotosPerListing, tooManyPhotosMessage } from "../../photos/photo-limits.ts";
import { Icon } from "../../ui/icon.tsx";
import { countOf, enumerate } from "../../ui/words.ts";
import type { AsideFile, LeftOutPhoto } from "../tray-photo.ts";
import styles from "./aside-files.module.css";

interface FileNoteProps {
  sentence: string;
  files: readonly AsideFile[];
}

/** A sentence about chosen files, with their pictures where this browser has them. */
export function FileNote({ sentence, files }: FileNoteProps) {
  return (
    <div className={`note ${styles.note}`} role="status">
      <Icon name="info" />
      <div>
        <p>{sentence}</p>
        {files.some(({ src }) => src) && (
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={file.name}>
                <Look {...file} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

export interface LeftOutProps {
  files: readonly LeftOutPhoto[];
  hasRoom: boolean;
  onInclude: (key: string) => void;
  onForget: () => void;
}

/** More names than this would bury what to do about them; each stands below its picture, too. */
const maxNamed = 3;

/** The photos beyond the tenth, each of which can take the place of a photo that is removed. */
export function LeftOut({ files, hasRoom, onInclude, onForget }: LeftOutProps) {
  if (files.length === 0) return null;
  const count = files.length;
  const names = enumerate(files.map(({ name }) => name));
  return (
    <div className={`note ${styles.note}`}>
      <Icon name="info" />
      <div>
        <p>
          {tooManyPhotosMessage}{" "}
          <b>
            {count === 1 ? "Ficou" : "Ficaram"} de fora
            {count > maxNamed ? ` ${countOf(count, "foto")}` : `: ${names}`}.
          </b>{" "}
          {hasRoom
            ? "Agora há lugar: toque em “Incluir”."
            : `Para trocar, exclua uma das ${maxPhotosPerListing}: a outra entra no lugar com um toque.`}
        </p>
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.key}>
              <Look {...file} />
              {hasRoom && (
                <button
                  type="button"
                  className="btn btn--line"
                  aria-label={`Incluir ${file.name}`}
                  onClick={() => onInclude(file.key)}
                >
                  Incluir
                </button>
              )}
            </li>
          ))}
        </ul>
        <button type="button" className={`link small ${styles.forget}`} onClick={onForget}>
          Está bom assim
        </button>
      </div>
    </div>
  );
}

function Look({ name, src }: AsideFile) {
  return (
    <>
      {src ? (
        <img src={src} alt="" width={96} height={72} decoding="async" />
      ) : (
        <span className={styles.blank}>
          <Icon name="image-off" />
        </span>
      )}
      <span className={styles.name}>{name}</span>
    </>
  );
}
