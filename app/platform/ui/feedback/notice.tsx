import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { Illustration, type IllustrationName } from "../pictures/illustration.tsx";
import { ErrorLine } from "./error-line.tsx";
import styles from "./notice.module.css";

export interface NoticeProps {
  picture?: IllustrationName;
  title: string;
  /** Level of the heading; 2 if the page has another title. */
  level?: 1 | 2 | 3;
  children?: ReactNode;
  error?: string;
  action?: ReactNode;
  wide?: boolean;
}

export function Notice({
  picture,
  title,
  level = 2,
  children,
  error,
  action,
  wide = false,
}: NoticeProps) {
  const Title = `h${level}` as const;
  const sizes = wide ? "(min-width: 60rem) 42rem, 100vw" : "(min-width: 60rem) 36rem, 100vw";
  const words = (
    <>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {error && (
        <ErrorLine className={styles.error} role="alert">
          {error}
        </ErrorLine>
      )}
      {action}
    </>
  );
  const illustration = picture && <Illustration name={picture} sizes={sizes} loading="eager" />;
  if (wide && illustration) return <WideFrame picture={illustration}>{words}</WideFrame>;
  return (
    <div className={styles.frame}>
      <div className={styles.words}>
        {illustration}
        {words}
      </div>
    </div>
  );
}

export function WideFrame({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className={`${styles.frame} ${styles.wide}`}>
      {picture}
      <div className={styles.words}>{children}</div>
    </div>
  );
}

export function NoticePage({ children }: { children: ReactNode }) {
  return <div className={`wrap ${styles.page}`}>{children}</div>;
}

export interface MissingPageProps {
  error: unknown;
  picture?: NoticeProps["picture"];
  title: string;
  action: ReactNode;
  children: ReactNode;
}

/** Rethrows any error other than a 404. */
export function MissingPage({ error, ...notice }: MissingPageProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <NoticePage>
      <Notice wide level={1} picture="vazio-placa" {...notice} />
    </NoticePage>
  );
}
