import type { KeyboardEvent, ReactNode } from "react";
import styles from "./dialog.module.css";

export interface QuestionProps {
  labelledBy: string;
  describedBy?: string;
  /** Path of the page without the question. */
  closesTo: string;
  children: ReactNode;
}

/** A dialog that has an address of its own; made modal by open-dialog.ts. */
export function Question({ labelledBy, describedBy, closesTo, children }: QuestionProps) {
  return (
    <dialog
      open
      className={styles.dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-closes-to={closesTo}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}

export function keepFocus(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const controls = [
    ...dialog.querySelectorAll<HTMLElement>("a[href], button:enabled, input:enabled:not([hidden])"),
  ];
  const last = event.shiftKey ? controls[0] : controls.at(-1);
  if (controls.length === 0 || document.activeElement !== last) return;
  event.preventDefault();
  (event.shiftKey ? controls.at(-1) : controls[0])?.focus();
}

/** Buttons of a dialog. The first gets the focus, so it must not be the one that deletes. */
export function Answers({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}
