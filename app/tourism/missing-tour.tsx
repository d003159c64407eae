import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { Notice, NoticePage } from "../ui/feedback/notice.tsx";
import { Link } from "../ui/link.tsx";

export interface MissingTourPageProps {
  error: unknown;
  title: string;
  /** To all articles or places. */
  link: { to: string; text: string };
  children: ReactNode;
}

/** Rethrows any other error than 404. */
export function MissingTourPage({ error, title, link, children }: MissingTourPageProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <NoticePage>
      <Notice
        wide
        level={1}
        picture="vazio-placa"
        title={title}
        action={
          <Link className="btn" to={link.to}>
            {link.text}
          </Link>
        }
      >
        {children}
      </Notice>
    </NoticePage>
  );
}
