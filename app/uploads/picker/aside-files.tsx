import { Icon } from "../../ui/icon.tsx";
import type { AsideFile } from "../tray-photo.ts";
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
