import { Icon } from "../icon.tsx";
import { Link } from "../link.tsx";
import styles from "./help-link.module.css";
import type { HelpAddress } from "./help-topics.ts";

export interface HelpLinkProps {
  to: HelpAddress;
  /** Begins with "Ajuda", so that the link is known everywhere. */
  children: string;
}

/** A link to the help from where its question arises. A topic or section that doesn't exist is a type error. */
export function HelpLink({ to, children }: HelpLinkProps) {
  return (
    <Link className={`${styles.help} link small`} to={`/ajuda/${to}`}>
      <Icon name="info" />
      {children}
    </Link>
  );
}
