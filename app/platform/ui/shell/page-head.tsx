import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import styles from "./page-head.module.css";

export interface PageHeadProps {
  title: string;
  lead?: ReactNode;
  back?: { to: string; text: string };
  children?: ReactNode;
  className?: string;
}

export function PageHead({ title, lead, back, children, className = "" }: PageHeadProps) {
  return (
    <header className={`${styles.head} ${className}`}>
      {back && (
        <Link className={styles.back} to={back.to}>
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

export function Page({ className = "", children }: PageProps) {
  return <div className={`wrap ${styles.page} ${className}`}>{children}</div>;
}
