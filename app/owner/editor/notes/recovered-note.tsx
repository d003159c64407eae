import { useEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { CurrentVersionLink } from "../listing-form-summary.tsx";
import styles from "./recovered-note.module.css";

/** What a form goes back to when its draft is discarded. */
type FormOrigin = "blank" | "model" | "listing";

const words = {
  blank: { discard: "Começar do zero", discarded: "O formulário está como no começo." },
  model: {
    discard: "Recomeçar pelo modelo",
    discarded: "O formulário voltou ao que veio do modelo.",
  },
  listing: {
    discard: "Descartar as mudanças não salvas",
    discarded: "Descartamos as mudanças não salvas.",
  },
} as const;

export interface RecoveredNoteProps {
  origin: FormOrigin;
  isRecovered: boolean;
  isRestarted: boolean;
  isChangedElsewhere: boolean;
  /** The listing, if it was changed after the draft was begun. */
  changedListing: string | null;
  onDiscard: () => void;
  /** Null once the new form has been changed. */
  onUndo: (() => void) | null;
}

export function RecoveredNote(props: RecoveredNoteProps) {
  const { origin, isRecovered, isRestarted, isChangedElsewhere, changedListing } = props;
  const { onDiscard, onUndo } = props;
  const note = useRef<HTMLDivElement>(null);
  // Screen readers announce text added to a status, not a new status.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  useEffect(() => {
    // The focused button is gone.
    if (isReady && isRestarted) note.current?.focus();
  }, [isReady, isRestarted]);
  return (
    <div role="status" ref={note} tabIndex={-1}>
      {isReady && isRecovered && (
        <div className={`note ${styles.recovered}`}>
          <Icon name="rotate-cw" />
          <p>
            <b>Recuperamos o que você tinha digitado.</b>
            {origin === "listing" && " O anúncio só muda quando você salvar."}
            {changedListing && (
              <>
                {" Depois disso o anúncio foi alterado em outra aba ou aparelho. "}
                <CurrentVersionLink listingId={changedListing} />
              </>
            )}
          </p>
          <button type="button" className={`link ${styles.restart}`} onClick={onDiscard}>
            {words[origin].discard}
          </button>
        </div>
      )}
      {isReady && isChangedElsewhere && (
        <div className={`note ${styles.recovered}`}>
          <Icon name="info" />
          <p>
            <b>Este formulário mudou em outra aba.</b> De cada campo fica guardado o que você
            escrever por último.
          </p>
          <button type="button" className="btn btn--line" onClick={() => location.reload()}>
            Ver como ficou
          </button>
        </div>
      )}
      {isReady && isRestarted && !isRecovered && (
        <div className={`note ${styles.recovered}`}>
          <Icon name="check" />
          <p>{words[origin].discarded}</p>
          {onUndo && (
            <button type="button" className="btn btn--line" onClick={onUndo}>
              Desfazer
            </button>
          )}
        </div>
      )}
    </div>
  );
}
