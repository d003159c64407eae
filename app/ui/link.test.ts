import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter, Link as RouterLink, NavLink as RouterNavLink } from "react-router";
import { expect, test } from "vitest";
import { Link, type LinkProps, NavLink, type NavLinkProps } from "./link.tsx";

function renderAt(path: string, children: ReactNode): string {
  return renderToStaticMarkup(createElement(MemoryRouter, { initialEntries: [path] }, children));
}

const links: LinkProps[] = [
  { to: "/", children: "Início" },
  { to: "/search?q=500&lazer=Sala+de+jogos", className: "btn", children: "Até R$ 500" },
  { to: "/posts/1", prefetch: "intent", viewTransition: true, title: "Rancho", children: "Ver" },
];

test.each(links)("a link to $to has the same HTML as React Router's", (props) => {
  const expected = createElement(RouterLink, { ...props, discover: "none" });
  expect(renderAt("/search", createElement(Link, props))).toBe(renderAt("/search", expected));
});

const navLinks: [string, NavLinkProps][] = [
  ["/blog", { to: "/blog", children: "Blog" }],
  ["/Blog", { to: "/blog", children: "Blog" }],
  ["/blog/canyons", { to: "/blog", children: "Blog" }],
  ["/blogs", { to: "/blog", children: "Blog" }],
  ["/", { to: "/", end: true, children: "Início" }],
  ["/blog", { to: "/", end: true, prefetch: "intent", children: "Início" }],
];

test.each(navLinks)(
  "at %s, a navigation link has the same HTML as React Router's but for its class",
  (at, props) => {
    const className = () => undefined;
    const expected = createElement(RouterNavLink, { ...props, className, discover: "none" });
    expect(renderAt(at, createElement(NavLink, props))).toBe(renderAt(at, expected));
  },
);
