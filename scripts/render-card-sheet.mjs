// node scripts/render-card-sheet.mjs: draws the cards of 30 varied ads side by side, in
// docs/share-cards.webp. Run after changing how cards are drawn, and look at the result.
import { join } from "node:path";
import sharp from "sharp";
import { drawCard, readCardFonts } from "../app/share-cards/draw-card.server.ts";
import { makeVariedCards } from "../testing/varied-cards.ts";
import { root } from "./prepare.mjs";

const columns = 3;
const width = 600;
const height = 315;
const gap = 12;

const fonts = await readCardFonts(root);
const cards = await Promise.all(
  (await makeVariedCards()).map(async ({ about, text, photos }) => {
    const bytes = await drawCard(fonts, text, photos);
    console.log(`${about}: ${Math.round(bytes.length / 1000)} kB`);
    return sharp(bytes).resize({ width, height }).toBuffer();
  }),
);
const rows = Math.ceil(cards.length / columns);
const target = join(root, "docs", "share-cards.webp");
await sharp({
  create: {
    width: gap + columns * (width + gap),
    height: gap + rows * (height + gap),
    channels: 3,
    background: "#75827a",
  },
})
  .composite(
    cards.map((input, index) => ({
      input,
      left: gap + (index % columns) * (width + gap),
      top: gap + Math.floor(index / columns) * (height + gap),
    })),
  )
  .webp({ quality: 80 })
  .toFile(target);
console.log(target);
