// Writes app/ui/icons.svg, a sprite of the icons in app/ui/icon-names.ts, so that pages need no icon
// components. Run after changing the names, on Node 24.
import { writeFile } from "node:fs/promises";
import { iconNames } from "../app/ui/icon-names.ts";

/** Drawn in the style of Lucide, which has no brand icons. */
const whatsapp = `<path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719"/><g transform="translate(6.55 6.55) scale(.455)" stroke-width="3.4"><path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384"/></g>`;

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

const symbols = await Promise.all(
  iconNames.map(
    async (name) => `<symbol id="${name}" viewBox="0 0 24 24">${await draw(name)}</symbol>`,
  ),
);
await writeFile(
  new URL("../app/ui/icons.svg", import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Ícones</title>\n<!-- Lucide (lucide.dev), ISC licence -->\n${symbols.join("\n")}\n</svg>\n`,
);
