import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../icon.tsx";
import "./page-head.css";

export interface PageHeadProps {
  title: string;
  /** What the page is about, in a sentence or two. */
  lead?: ReactNode;
  /** The page this one belongs to. */
  back?: { to: string; text: string };
  /** What stands below the lead. */
  children?: ReactNode;
}

/** How a page of text begins: the way back, the title, the lead. */
export function PageHead({ title, lead, back, children }: PageHeadProps) {
  return (
    <header className="page-head">
      {back && (
        <Link className="back" to={back.to} prefetch="intent" viewTransition>
          <Icon name="arrow-left" />
          {back.text}
        </Link>
      )}
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </header>
  );
}
