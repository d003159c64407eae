import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import styles from "./dialog.module.css";

export interface DialogProps {
  labelledBy: string;
  describedBy?: string;
  isHeld?: boolean;
  /** Called on Escape, on a tap outside, and by a form with method "dialog". */
  onClose: () => void;
  children: ReactNode;
}

/** Open while rendered; the browser traps the focus. Without script it is part of the page. */
export function Dialog({
  labelledBy,
  describedBy,
  isHeld = false,
  onClose,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Escape closes at once, but whoever asks again before the page has followed stays at the question's address
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.matches(":modal")) return;
    dialog.open = false;
    dialog.showModal();
    // The browser scrolls to the button that it focuses, past the question where the dialog is taller than the window.
    dialog.scrollTop = 0;
  }, [key]);
  useLayoutEffect(() => () => element.current?.close(), []);
  return (
    <dialog
      open
      className={styles.dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      ref={element}
      onClose={() => {
        if (!element.current?.open) onClose();
      }}
      onCancel={(event) => {
        if (isHeld) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (event.key === "Tab") keepFocus(event, event.currentTarget);
      }}
      onClick={(event) => {
        if (event.target === element.current && !isHeld) element.current.close();
      }}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}

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
