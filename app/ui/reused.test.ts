import { createElement } from "react";
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

test("reused content has the HTML that hydration expects, and is rendered once", () => {
  const reuse = keepHtml();
  const renderReusing = (name: string) =>
    renderToString(createElement(ReuseContext, { value: reuse }, greet(name)));
  for (const name of ["Ana", "Zé <b>", "Ana", "Zé <b>"]) {
    expect(renderReusing(name)).toBe(renderToString(greet(name)));
  }
  rendered = 0;
  renderReusing("Ana");
  renderReusing("Zé <b>");
  expect(rendered).toBe(0);
});
