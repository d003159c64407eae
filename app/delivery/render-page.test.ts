import { createElement, use } from "react";
import { expect, test } from "vitest";
import { HydrationBoundary } from "./hydration/boundary.tsx";
import { renderPage } from "./render-page.server.tsx";

test("a boundary is rendered with React's hydration markers", () => {
  const page = createElement(HydrationBoundary, null, createElement("p", null, "Olá"));
  expect(renderPage(page)).toBe("<!--$--><p>Olá</p><!--/$-->");
});

test("an error within a boundary fails the page", () => {
  function Failing(): never {
    throw new Error("no photos");
  }
  const page = createElement(HydrationBoundary, null, createElement(Failing));
  expect(() => renderPage(page)).toThrow("no photos");
});

test("suspending within a boundary fails the page", () => {
  const never = new Promise<string>(() => undefined);
  function Waiting() {
    return use(never);
  }
  const page = createElement(HydrationBoundary, null, createElement(Waiting));
  expect(() => renderPage(page)).toThrow("suspended");
});
