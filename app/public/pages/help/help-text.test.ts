import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { helpTopicNames, helpTopics } from "../../../platform/ui/help/help-topics.ts";
import { readTopic, writeTopic } from "./help-text.server.ts";
import sizes from "./screens.json" with { type: "json" };

const app = join(import.meta.dirname, "..", "..", "..");
const pictures = join(app, "..", "public", "ilustracoes", "ajuda");

const sites = [true, false].flatMap((takesPix) =>
  [true, false].map((hasWhatsapp) => ({ takesPix, hasWhatsapp })),
);

test.each(helpTopicNames)("the help on %s has its sections, on every kind of site", (topic) => {
  for (const site of sites) {
    const { sections, intro } = readTopic(topic, site);
    expect(sections.map(({ id }) => id)).toEqual(helpTopics[topic]);
    for (const html of [intro, ...sections.map((section) => section.html)]) {
      expect(html).not.toMatch(/\{\{|\*\*|!\[/);
    }
  }
});

test("only a site that takes Pix explains how to pay with it", () => {
  const paying = (takesPix: boolean) => writeTopic("planos", { takesPix, hasWhatsapp: true });
  expect(paying(true)).toContain("**Copiar código**");
  expect(paying(false)).not.toContain("Gerar código Pix");
});

test("the help has the sections that are declared, in their order, each with an anchor", () => {
  expect(Object.keys(helpTopics)).toHaveLength(
    readdirSync(join(import.meta.dirname, "content")).length,
  );
});

/** The code of all screens, one space wherever there is white space. */
function readScreens(): string {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^public\/pages\/help\//.test(file),
  );
  return files.map((file) => readFileSync(join(app, file), "utf8")).join("\n");
}

test("every bold word of the help appears on a screen, word for word", () => {
  const screens = readScreens().replace(/\s+/g, " ");
  const named = helpTopicNames.flatMap((topic) =>
    sites.flatMap((site) =>
      [...writeTopic(topic, site).matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => name),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const standsOnScreen = (name: string) =>
    [`>${name}`, `> ${name}`, `"${name}`, `“${name}”`, ` ${name} <`, `}${name}`, `\`${name}`].some(
      (text) => screens.includes(text),
    );
  expect([...new Set(named)].filter((name) => !standsOnScreen(name))).toEqual([]);
});

test("no price, limit or number of days is typed in a text", () => {
  const folder = join(import.meta.dirname, "content");
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text, file).not.toMatch(/R\$|\d+ (dia|mes|mês|ano|foto|letra|caracter|hora|anúncio)/);
  }
});

test("each picture is shown once, has its size, and together they stay below 600 kB", async () => {
  const shown = helpTopicNames.flatMap((topic) =>
    readTopic(topic, { takesPix: true, hasWhatsapp: true }).sections.flatMap(
      ({ screen }) => screen ?? [],
    ),
  );
  const files = readdirSync(pictures).sort();
  expect(shown.map(({ src }) => src.split("/").at(-1)).sort()).toEqual(files);
  expect(Object.keys(sizes).map((name) => `${name}.webp`)).toEqual(files);
  for (const { src, width, height, alt } of shown) {
    const file = join(pictures, src.split("/").at(-1) ?? "");
    expect(await sharp(file).metadata(), src).toMatchObject({
      format: "webp",
      width: 2 * width,
      height: 2 * height,
    });
    expect(alt.length, src).toBeGreaterThan(15);
  }
  const bytes = files.reduce((sum, file) => sum + statSync(join(pictures, file)).size, 0);
  expect(bytes).toBeLessThan(600_000);
});
