import { createElement, Fragment } from "react";
import { expect, test } from "vitest";
import { cacheMarkup } from "./cached-markup.server.ts";

test("a component is rendered once for equal props, and again when its HTML was dropped", () => {
  const rendered: string[] = [];
  const greet = cacheMarkup(({ name }: { name: string }) => {
    rendered.push(name);
    return createElement(Fragment, null, "Oi, ", createElement("b", null, name));
  }, 2);
  expect(greet({ name: "Ana" })).toBe("Oi, <b>Ana</b>");
  expect(greet({ name: "Zé <b>" })).toBe("Oi, <b>Zé &lt;b&gt;</b>");
  expect(greet({ name: "Ana" })).toBe("Oi, <b>Ana</b>");
  expect(rendered).toEqual(["Ana", "Zé <b>"]);
  greet({ name: "Bia" });
  greet({ name: "Zé <b>" });
  expect(rendered).toEqual(["Ana", "Zé <b>", "Bia", "Zé <b>"]);
});
