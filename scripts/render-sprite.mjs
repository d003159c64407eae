// Writes app/platform/ui/sprite: icons.svg, a column of the icons in app/platform/ui/icon-names.ts, and icons.css, which says
// where each of them is in it. Run after changing the names, on Node 24.
import { writeFile } from "node:fs/promises";
import { iconNames } from "../app/platform/ui/icon-names.ts";

/** Drawn in the style of Lucide, which has no brand icons. */
const whatsapp = `<path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719"/><g transform="translate(6.55 6.55) scale(.455)" stroke-width="3.4"><path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384"/></g>`;

/** Changes to Lucide's icon by the ending of the name, from the longest to none. */
const kinds = [
  ["-fine-filled", ' stroke-width="1.4" fill="#000"'],
  ["-fine", ' stroke-width="1.4"'],
  ["-filled", ' fill="#000"'],
  ["-bold", ' stroke-width="2.5"'],
  ["-heavy", ' stroke-width="3.5"'],
  ["", ""],
];

/** One more than the per cent of `mask-position`: the first icon is at 0 %, the second at 1 %. */
const cells = 101;
const size = 24;

async function draw(name) {
  if (name === "whatsapp") return whatsapp;
  const { __iconData } = await import(`lucide-react/icons/${name}`);
  return __iconData.node
    .map(([tag, { key: _, ...attributes }]) => {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
      return `<${tag}${written.join("")}/>`;
    })
    .join("");
}

if (iconNames.length > cells) throw new Error(`There is room for ${cells} icons`);
const icons = await Promise.all(
  iconNames.map(async (name, index) => {
    const [ending, attributes] = kinds.find(([end]) => name.endsWith(end));
    const drawing = await draw(name.slice(0, name.length - ending.length));
    return `<g transform="translate(0 ${index * size})"${attributes}>${drawing}</g>`;
  }),
);
const height = size * cells;
await writeFile(
  new URL("../app/platform/ui/sprite/icons.svg", import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${height}" viewBox="0 0 ${size} ${height}" preserveAspectRatio="none" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">\n<title>Ícones</title>\n<!-- Lucide (lucide.dev), ISC licence -->\n${icons.join("\n")}\n</svg>\n`,
);
const places = iconNames.map((name, index) => `  .i-${name} {\n    --icon: ${index}%;\n  }\n`);
await writeFile(
  new URL("../app/platform/ui/sprite/icons.css", import.meta.url),
  `/* Made by scripts/render-sprite.mjs */\n@layer ui {\n${places.join("")}}\n`,
);
