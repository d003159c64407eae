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

/** Says why a form was refused as a whole, if it was. The document that answers the form leads there. */
export function ErrorNote({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: whoever sent the form reads first why it was refused
    <p className="note note--earth" role="alert" tabIndex={-1} autoFocus>
      <Icon name="circle-exclamation-point" />
      <b>{children}</b>
    </p>
  );
}
