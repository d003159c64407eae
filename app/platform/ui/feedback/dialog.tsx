import type { ReactNode } from "react";
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

/** Buttons of a dialog. The first gets the focus, so it must not be the one that deletes. */
export function Answers({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}
