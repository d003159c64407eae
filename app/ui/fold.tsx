import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import styles from "./fold.module.css";
import { Icon } from "./icon.tsx";

export interface FoldProps {
  /** The page's address opens the fold by it. */
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
  const { hash, key } = useLocation();
  // Browsers open the fold around the target of an address, but only when they load the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    if (!id || hash !== `#${id}` || !fold.current || fold.current.open) return;
    fold.current.open = true;
    fold.current.scrollIntoView();
  }, [hash, key, id]);
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
