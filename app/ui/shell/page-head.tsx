import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../icon.tsx";
import styles from "./page-head.module.css";

export interface PageHeadProps {
  title: string;
  /** What the page is about, in a sentence or two. */
  lead?: ReactNode;
  /** The page this one belongs to. */
  back?: { to: string; text: string };
  /** What stands below the lead. */
  children?: ReactNode;
  className?: string;
}

/** How a page of text begins: the way back, the title, the lead. */
export function PageHead({ title, lead, back, children, className = "" }: PageHeadProps) {
  return (
    <header className={`${styles.head} ${className}`}>
      {back && (
        <Link className={styles.back} to={back.to} prefetch="intent" viewTransition>
          <Icon name="arrow-left" />
          {back.text}
        </Link>
      )}
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </header>
  );
}

export interface PageProps {
  className?: string;
  children: ReactNode;
}

/** A page of text: its head, and its parts well apart. */
export function Page({ className = "", children }: PageProps) {
  return <div className={`wrap ${styles.page} ${className}`}>{children}</div>;
}
