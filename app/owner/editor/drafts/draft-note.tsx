import { formatCivilDate } from "../../../domain/calendar/civil-date.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { discardName, draftPath } from "./draft-names.ts";
import styles from "./draft-note.module.css";

export interface DraftNoteProps {
  /** Civil date. */
  savedOn: string;
  /** Resolves once nothing more will be saved, which would bring the draft back. */
  onDiscard: () => Promise<void>;
}

/** Says that a form continues a saved draft, and discards the draft once confirmed. */
export function DraftNote({ savedOn, onDiscard }: DraftNoteProps) {
  return (
    <div className={`note ${styles.note}`}>
      <Icon name="rotate-cw" />
      <p>
        <b>Você já tinha começado este anúncio.</b> Guardado em {formatCivilDate(savedOn)}.
      </p>
      <details className={styles.discard}>
        <summary>Descartar</summary>
        <form
          method="post"
          action={draftPath}
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            void onDiscard().then(() => form.submit());
          }}
        >
          <input type="hidden" name={discardName} value="sim" />
          <p>Apagar o que você escreveu e as fotos?</p>
          <button type="submit" className="btn btn--earth">
            Apagar este anúncio
          </button>
        </form>
      </details>
    </div>
  );
}
