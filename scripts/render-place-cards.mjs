// node scripts/render-place-cards.mjs: draws the cards for shared links to the places, in
// public/ilustracoes. Run after changing a place's name, location or picture, or how cards are drawn.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { placeCardFile, placeCardText } from "../app/places/spots/place-card.ts";
import { landmarks } from "../app/region/gazetteer.ts";
import { drawCard, readCardFonts } from "../app/share-cards/draw-card.server.ts";
import { readMarkdown } from "../app/ui/prose/markdown.server.ts";
import { root } from "./prepare.mjs";

const places = join(root, "app/places/spots/content");
const pictures = join(root, "public/ilustracoes");
const fields = z.object({
  id: z.coerce.number(),
  localizacao: z.string(),
  imagem: z.string(),
});

const fonts = await readCardFonts(root);
for (const name of await readdir(places)) {
  const { fields: place } = readMarkdown(name, await readFile(join(places, name), "utf8"), fields);
  const nome = landmarks.find(({ id }) => id === place.id).name;
  const scene = await readFile(join(pictures, `${place.imagem}-1092.webp`));
  const card = await drawCard(fonts, placeCardText({ ...place, nome }), [scene]);
  await writeFile(join(pictures, placeCardFile(place.id)), card);
  console.log(`${name}: ${Math.round(card.length / 1000)} kB`);
}
