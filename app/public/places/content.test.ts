import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type SceneName, sceneWidths } from "../../platform/ui/pictures/scene-names.ts";
import { countWords } from "../../platform/ui/prose/markdown.server.ts";
import { readArticle } from "./blog/articles.server.ts";
import { readPlace } from "./spots/places.server.ts";

const pictures = new URL("../../../public/ilustracoes/", import.meta.url);

function readFiles(folder: "spots" | "blog") {
  const content = new URL(`./${folder}/content/`, import.meta.url);
  return readdirSync(content).map((name) => {
    const text = readFileSync(new URL(name, content), "utf8");
    return { name, text, words: countWords(text.replace(/^---[\s\S]*?\n---\n/, "")) };
  });
}

function expectPicture(name: SceneName) {
  expect(existsSync(new URL(`${name}-compartilhar.jpg`, pictures)), name).toBe(true);
  for (const width of sceneWidths) {
    for (const ending of ["avif", "webp"]) {
      expect(existsSync(new URL(`${name}-${width}.${ending}`, pictures)), name).toBe(true);
    }
  }
}

const placeFiles = readFiles("spots");
const articleFiles = readFiles("blog");
const addresses = new Set([
  ...["/", "/search", "/posts/create", "/dashboard", "/plans", "/comofunciona", "/contato"],
  ...["/about", "/onde-visitar", "/blog", "/termos-e-condicoes"],
  ...placeFiles.map(({ name, text }) => `/detalhes/${readPlace(name, text).id}`),
  ...articleFiles.map(({ name, text }) => `/blog/${readArticle(name, text).slug}`),
]);

function expectLinksToLead(text: string) {
  for (const [, address = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
    if (address.startsWith("/")) expect(addresses).toContain(address.split("?")[0]);
    else expect(address).toMatch(/^https:\/\//);
  }
}

describe("places", () => {
  test("have the ids 1 to 6", () => {
    const ids = placeFiles.map(({ name, text }) => readPlace(name, text).id);
    expect(ids.sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test.each(placeFiles)("$name is complete", ({ name, text, words }) => {
    const place = readPlace(name, text);
    expectPicture(place.imagem);
    expect(words).toBeGreaterThanOrEqual(120);
    expect(words).toBeLessThanOrEqual(250);
    expectLinksToLead(text);
  });
});

describe("articles", () => {
  test("have the ids 1 to 6, and unique addresses", () => {
    const articles = articleFiles.map(({ name, text }) => readArticle(name, text));
    expect(articles.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(articles.map(({ slug }) => slug)).size).toBe(6);
  });

  test.each(articleFiles)("$name is complete", ({ name, text, words }) => {
    const article = readArticle(name, text);
    expectPicture(article.image);
    expect(words).toBeGreaterThanOrEqual(400);
    expect(Number.isNaN(Date.parse(article.date.civil))).toBe(false);
    expectLinksToLead(text);
  });
});

describe("a malformed text", () => {
  const { name, text } = placeFiles[0] ?? { name: "", text: "" };

  test.each([
    ["an unknown key", text.replace("id: 1", "id: 1\ncor: azul"), /cor/],
    ["a missing key", text.replace(/^resumo: .*\n/m, ""), /resumo/],
    ["a key given twice", text.replace("id: 1", "id: 1\nid: 1"), /twice/],
    ["an unknown picture", text.replace("imagem: canion", "imagem: praia"), /imagem/],
    ["an id beyond six", text.replace("id: 1", "id: 7"), /id/],
    ["no lines at its head", text.replace("---\n", ""), /---/],
  ])("with %s is refused, and the error names the file", (_what, changed, reason) => {
    expect(() => readPlace(name, changed)).toThrow(name);
    expect(() => readPlace(name, changed)).toThrow(reason);
  });
});
