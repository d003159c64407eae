import { createContext, createElement, Fragment, useContext } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { keepHtml } from "./reuse-html.server.ts";
import { ReuseContext, Reused } from "./reused.tsx";

let rendered = 0;

function Greeting({ name }: { name: string }) {
  rendered++;
  return createElement("b", null, "Oi, ", name);
}

function greet(name: string) {
  const children = createElement(Greeting, { name });
  const props = { className: "card", from: { name }, children };
  return createElement(Reused, props);
}

test("reused content has the HTML that hydration expects, and is not rendered again", () => {
  const reusable = keepHtml();
  const renderReusing = (name: string) => {
    const html = renderToString(createElement(ReuseContext, { value: reusable }, greet(name)));
    reusable.renderAdded();
    return html;
  };
  for (const name of ["Ana", "Zé <b>", "Ana", "Zé <b>"]) {
    expect(renderReusing(name)).toBe(renderToString(greet(name)));
  }
  rendered = 0;
  renderReusing("Ana");
  renderReusing("Zé <b>");
  expect(rendered).toBe(0);
});

test("content around reused parts keeps its context, also when they are new", () => {
  const Place = createContext("nowhere");
  const Where = () => useContext(Place);
  const reusable = keepHtml();
  const contents = createElement(Fragment, null, greet("Ana"), createElement(Where));
  const page = createElement(
    ReuseContext,
    { value: reusable },
    createElement(Place, { value: "Capitólio" }, contents),
  );
  for (const _ of ["new", "reused"]) {
    expect(renderToString(page)).toContain("Capitólio");
    reusable.renderAdded();
  }
});
