import type { ReactNode } from "react";
import styles from "./copy-button.module.css";
import { Icon } from "./icon.tsx";

export interface CopyButtonProps {
  text: string;
  /** Says that the text was copied, or how to do it by hand. */
  said: { done: string; failed: string };
  className: string;
  children: ReactNode;
}

/** Served by watch-controls.ts; not shown without script. */
export function CopyButton({ text, said, className, children }: CopyButtonProps) {
  return (
    <button
      type="button"
      className={`${className} ${styles.copy}`}
      data-copy={text}
      data-copied={said.done}
      data-uncopied={said.failed}
    >
      <Icon name="copy" />
      {children}
    </button>
  );
}
