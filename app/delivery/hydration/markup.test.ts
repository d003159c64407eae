import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Markup, referToMarkup, ShownMarkupContext } from "./markup.tsx";

const map = '<b>"Capitólio"</b>\n';
const card = "<h3>Rancho &amp; píer</h3>";

function render(html: readonly string[], shown: string[] | null): string {
  const parts = html.map((each, key) => createElement(Markup, { key, html: each }));
  return renderToString(createElement(ShownMarkupContext, { value: shown }, parts));
}

test("shown HTML is named in the data, wherever it stands there, and other text stays", () => {
  const shown: string[] = [];
  const page = render([map, card], shown);
  const of = (index: number) => `data-html="html:${index}" translate="yes"`;
  expect(page).toBe(`<div ${of(0)}>${map}</div><div ${of(1)}>${card}</div>`);
  const data = JSON.stringify([card, "Capitólio", map, "<b>"]);
  expect(referToMarkup(data, shown)).toBe('["html:1","Capitólio","html:0","<b>"]');
});

test("HTML that is shown twice, not in the data or empty is left as it is", () => {
  const shown: string[] = [];
  render([card, card, map, ""], shown);
  expect(shown).toEqual([card, map]);
  expect(referToMarkup(JSON.stringify([card, ""]), shown)).toBe('["html:0",""]');
});

test("a page that is rendered again has the same marks", () => {
  const shown: string[] = [];
  expect(render([map, card], shown)).toBe(render([map, card], shown));
});

test("a page that is never hydrated has no marks", () => {
  expect(render([card], null)).toBe(`<div>${card}</div>`);
});
