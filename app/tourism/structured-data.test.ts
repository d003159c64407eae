import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { structuredDataErrors } from "../../testing/structured-data.ts";
import { sharedScene } from "../ui/pictures/scene.tsx";
import { sceneNames } from "../ui/pictures/scene-names.ts";
import { listArticles } from "./articles.server.ts";
import { findPlace, listPlaces } from "./places.server.ts";
import { describeArticle, describePlace } from "./structured-data.ts";

const site = "https://mardeminas.com.br";

test("every article and every place has valid schema.org data", () => {
  const articles = listArticles().map((article) => describeArticle(site, article));
  const places = listPlaces()
    .map(({ id }) => findPlace(String(id)))
    .filter((place) => place !== null)
    .map((place) => describePlace(site, place));
  expect(articles).toHaveLength(6);
  expect(places).toHaveLength(6);
  expect([...articles, ...places].flatMap(structuredDataErrors)).toEqual([]);
});

test("every drawing can be shared", () => {
  for (const name of sceneNames) {
    const { path } = sharedScene(name, "");
    expect(existsSync(new URL(`../../public${path}`, import.meta.url)), path).toBe(true);
  }
});
