import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { locationOptions, locationPath } from "../../../domain/region/locations.ts";
import { sceneWidths } from "../../../platform/ui/pictures/scene-names.ts";
import { countWords } from "../../../platform/ui/prose/markdown.server.ts";
import { slugOf } from "../../../platform/ui/slug.ts";
import { readLocationText } from "./location-texts.server.ts";

const root = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const pictures = readdirSync(new URL("public/ilustracoes/", root));

const files = readdirSync(new URL("./content/", import.meta.url)).map((name) => {
  const text = read(`app/public/places/landing/content/${name}`);
  return { name, text, body: text.replace(/^---[\s\S]*?\n---\n/, "") };
});

test("every location has a text, in a file named like its address", () => {
  const found = files.map(({ name, text }) => {
    const { lugar, slug } = readLocationText(name, text);
    expect(name).toBe(`${slug}.md`);
    return lugar;
  });
  expect(found.sort()).toEqual([...locationOptions].sort());
});

test.each(files)("$name introduces the place in 80 words or more of its own", (file) => {
  const { slug, imagem, artigos } = readLocationText(file.name, file.text);
  expect(countWords(file.body)).toBeGreaterThanOrEqual(80);
  expect(new Set(artigos).size).toBe(artigos.length);
  for (const width of sceneWidths) expect(pictures).toContain(`${imagem}-${width}.avif`);
  const sentences = file.body.split(/[.:;]\s/).filter((sentence) => sentence.length > 30);
  const elsewhere = files.filter((other) => other !== file).map(({ body }) => body);
  for (const sentence of sentences) {
    expect(
      elsewhere.some((body) => body.includes(sentence)),
      `${slug}: ${sentence}`,
    ).toBe(false);
  }
});

test("a text without its place, or with a malformed line, is refused with the file's name", () => {
  const text = files[0]?.text ?? "";
  for (const broken of [text.replace(/^lugar: .*$/m, "lugar: Atlântida"), text.slice(4)]) {
    expect(() => readLocationText("lugar.md", broken)).toThrow("lugar.md");
  }
});

test("the sentences listed for checking are those of the texts", () => {
  const rows = read("docs/a-conferir.md").matchAll(/^\| (?!lugar|-)([^|]+) \| ([^|]+) \|/gm);
  const quoted = [...rows];
  expect(quoted.length).toBeGreaterThan(10);
  for (const [, place = "", sentence = ""] of quoted) {
    const own = files.find(({ name }) => name === `${slugOf(place)}.md`)?.body ?? "";
    expect(own.includes(sentence), sentence).toBe(true);
  }
});

test("a location's address is lower case, without accents and spaces", () => {
  const name = "São João Batista do Glória";
  expect(locationPath(name)).toBe("/alugar/sao-joao-batista-do-gloria");
  expect(locationPath("Guapé", "com-piscina")).toBe("/alugar/guape/com-piscina");
});
