import type { FormEvent } from "react";
import { Icon } from "../../platform/ui/icon.tsx";
import styles from "./owner-calendar.module.css";
import { describeChange, describePeriod } from "./saving/saving-words.ts";

/** A change that can be taken back. */
export interface Change {
  nights: readonly string[];
  marks: boolean;
  /** True for the nights that were taken before the change. */
  before: ReadonlyMap<string, boolean>;
}

export interface ChangeBarProps {
  change: Change;
  isUnsaved: boolean;
  /** The nights from one tapped day to another that can be changed together. */
  between: readonly string[];
  today: string;
  onPeriod: (marks: boolean) => void;
  onUndo: () => void;
}

/** Offers to undo the last change and, after two taps, to change all nights between them. */
export function ChangeBar({ change, isUnsaved, between, today, onPeriod, onUndo }: ChangeBarProps) {
  const { nights, marks, before } = change;
  const were = (taken: boolean) =>
    [...before].flatMap(([night, wasTaken]) => (wasTaken === taken ? [night] : [])).join(",");
  function undo(event: FormEvent) {
    event.preventDefault();
    onUndo();
  }
  return (
    <form method="post" className={styles.undo} onSubmit={undo}>
      <input type="hidden" name="intent" value="noites" />
      <input type="hidden" name="marcar" value={were(true)} />
      <input type="hidden" name="liberar" value={were(false)} />
      <Icon name="calendar-check" />
      <span role="status">{describeChange(nights, marks, today)}</span>
      {isUnsaved && <b>Ainda não salvo</b>}
      <button type="submit" className="btn">
        <Icon name="undo-2" />
        Desfazer
      </button>
      {between.length > 0 && (
        <fieldset className={styles.between}>
          <legend>{describePeriod(between, today)}</legend>
          <button type="button" className="btn" onClick={() => onPeriod(true)}>
            Ocupado
          </button>
          <button type="button" className="btn btn--line" onClick={() => onPeriod(false)}>
            Livre
          </button>
        </fieldset>
      )}
    </form>
  );
}
