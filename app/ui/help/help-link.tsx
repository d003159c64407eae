import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import styles from "./help-link.module.css";
import type { HelpAddress } from "./help-topics.ts";

export interface HelpLinkProps {
  to: HelpAddress;
  /** Begins with "Ajuda", so that the link is known everywhere. */
  children: string;
  /** Set inside forms, so that following the link loses nothing typed. */
  opensTab?: boolean;
}

/** A link to the help from where its question arises. A topic or section that doesn't exist is a type error. */
export function HelpLink({ to, children, opensTab = false }: HelpLinkProps) {
  return (
    <Link
      className={`${styles.help} link small`}
      to={`/ajuda/${to}`}
      {...(opensTab && { target: "_blank", rel: "noopener" })}
    >
      <Icon name="info" />
      {children}
      {opensTab && <span className="visually-hidden"> (abre em outra aba)</span>}
    </Link>
  );
}
