import type { ReactNode } from "react";
import styles from "./with-contents.module.css";

export interface WithContentsProps {
  label: string;
  parts: readonly { id: string; title: string }[];
  children: ReactNode;
}

/** A long text beside links to its parts. */
export function WithContents({ label, parts, children }: WithContentsProps) {
  return (
    <div className={styles.columns}>
      <nav aria-label={label}>
        <ol>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {children}
    </div>
  );
}
