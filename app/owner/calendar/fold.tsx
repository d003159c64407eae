import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import styles from "./owner-calendar.module.css";

export interface FoldProps {
  /** Opens it where the page's address names it. */
  id: string;
  title: string;
  /** It holds an error, or the answer to a form. */
  isOpen: boolean;
  children: ReactNode;
}

export function Fold({ id, title, isOpen, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    if (hash !== `#${id}` || !fold.current || fold.current.open) return;
    fold.current.open = true;
    fold.current.scrollIntoView();
  }, [hash, key, id]);
  return (
    <details className={styles.fold} id={id} open={isOpen} ref={fold}>
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}
