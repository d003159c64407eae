import type { ComponentProps, ComponentType } from "react";
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from "react-router";

export interface LinkProps extends Omit<ComponentProps<"a">, "href" | "ref"> {
  /** Absolute path, with its query. */
  to: string;
  prefetch?: "intent";
  viewTransition?: boolean;
}

export interface NavLinkProps extends Omit<LinkProps, "className"> {
  /** True to be inactive on the pages below it. */
  end?: boolean;
}

/**
 * React Router's link, without the mark for discovering routes, which are all known. On the server it is the
 * same anchor without the router's hooks, which do nothing there but cost a fifth of the time to render a
 * page.
 */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? ServerLink : BrowserLink;

export const NavLink: ComponentType<NavLinkProps> = import.meta.env.SSR
  ? ServerNavLink
  : BrowserNavLink;

function BrowserLink(props: LinkProps) {
  return <RouterLink {...props} discover="none" reloadDocument={isDocument(props)} />;
}

function BrowserNavLink(props: NavLinkProps) {
  // Otherwise every link would have a class; styles use aria-current.
  return (
    <RouterNavLink
      {...props}
      className={noClass}
      discover="none"
      reloadDocument={isDocument(props)}
    />
  );
}

/** Its script starts with the document. */
const isDocument = ({ to }: { to: string }) => to === "/guardados";

const noClass = () => undefined;

function ServerLink({ to, prefetch: _prefetch, viewTransition: _transition, ...rest }: LinkProps) {
  return <a {...rest} href={to} />;
}

function ServerNavLink({ end = false, ...rest }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase();
  const isActive = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <ServerLink {...rest} aria-current={isActive ? "page" : undefined} />;
}
