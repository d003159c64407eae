import { useLocation } from "react-router";
import { Link, type LinkProps } from "../link.tsx";

export interface NavLinkProps extends LinkProps {
  /** True to be inactive on the pages below it. */
  end?: boolean;
}

/** A link that says whether it leads to this page. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase();
  const isActive = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link {...rest} aria-current={isActive ? "page" : undefined} />;
}
