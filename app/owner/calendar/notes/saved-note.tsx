import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { endOfWindow } from "../../../calendar/night-window.ts";
import { nightsOf, type Stay } from "../../../calendar/stays.ts";
import type { FormOutcome } from "../../../site/forms/form-outcome.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { SavedChange } from "../saving/night-change.ts";
import { describeChange, describeFree } from "../saving/saving-words.ts";
import styles from "./notes.module.css";

export interface SavedNoteProps {
  stay: Stay;
  /** Nights that are marked, or taken by a feed. */
  taken: readonly string[];
  today: string;
}

/** A note takes no nights: says which of its stay anyone can still ask for, and offers to mark them. */
export function SavedNote({ stay, taken, today }: SavedNoteProps) {
  const { Form, data, state } = useFetcher<FormOutcome<{ saved?: SavedChange }>>();
  const note = useRef<HTMLDivElement>(null);
  const end = endOfWindow(today);
  const free = nightsOf(stay).filter(
    (night) => night >= today && night < end && !taken.includes(night),
  );
  const marked = data?.done?.saved?.mark ?? [];
  const isMarked = free.length === 0 && marked.length > 0;
  const isSending = state !== "idle";
  // The button pressed is below the list, and so may the note be out of sight.
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a clean-up.
    note.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div
      className={`note ${free.length > 0 ? "note--earth" : "note--leaf"} ${styles.saved}`}
      role="status"
      ref={note}
    >
      <p>
        <b>Anotação salva.</b>{" "}
        {free.length > 0 && `${describeFree(free)}. Outro hóspede pode pedir.`}
        {isMarked && `${describeChange(marked, true)}.`}
      </p>
      {(free.length > 0 || isMarked) && (
        <Form method="post">
          <input type="hidden" name="intent" value="noites" />
          <button
            type="submit"
            name={isMarked ? "liberar" : "marcar"}
            value={(isMarked ? marked : free).join(",")}
            className="btn btn--line"
            disabled={isSending}
          >
            <Icon name={isMarked ? "undo-2" : "calendar-check"} />
            {isMarked ? "Desfazer" : "Marcar como ocupado"}
          </button>
        </Form>
      )}
    </div>
  );
}
