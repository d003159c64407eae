import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import styles from "./error-line.module.css";

export interface ErrorLineProps {
  id?: string;
  role?: "alert";
  /** Says what became of a form: a document that shows it leads there. */
  isReadFirst?: boolean;
  className?: string;
  children: ReactNode;
}

export function ErrorLine({ id, role, isReadFirst, className = "", children }: ErrorLineProps) {
  return (
    <p
      className={`${styles.error} ${className}`}
      id={id}
      role={role}
      tabIndex={isReadFirst ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: where it is set, nothing else is read first
      autoFocus={isReadFirst}
    >
      <Icon name="circle-exclamation-point" />
      <span>{children}</span>
    </p>
  );
}
