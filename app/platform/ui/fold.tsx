import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import styles from "./fold.module.css";
import { Icon } from "./icon.tsx";

export interface FoldProps {
  /** Browsers open the fold if it is the target of the page's address. */
  id?: string;
  summary: ReactNode;
  /** The fold holds an error, or the answer to a form. */
  isOpen: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A `<details>` row. Once an error has opened it, it stays open while the error is being corrected. */
export function Fold({ id, summary, isOpen, className = "", children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(isOpen);
  useLayoutEffect(() => {
    if (isOpen && fold.current) fold.current.open = true;
  }, [isOpen]);
  return (
    <details className={`${styles.fold} ${className}`} open={isOpenAtFirst} ref={fold}>
      <summary>
        {summary}
        <Icon name="chevron-down" />
      </summary>
      <div id={id}>{children}</div>
    </details>
  );
}
