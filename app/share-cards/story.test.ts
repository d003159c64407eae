import sharp, { type Region } from "sharp";
import { expect, test } from "vitest";
import { makeVariedCards } from "../../testing/varied-cards.ts";
import { drawStory, readCardFonts } from "./draw-card.server.ts";

const fonts = await readCardFonts(process.cwd());
const varied = await makeVariedCards();

/** Apps cover so many px below with their own controls. */
const covered = 240;

/** The widest, the tallest, the busiest and the emptiest. */
const extremes = ["120 letters", "the highest prices", "a long word", "noise", "the least"];

test.each(varied.filter(({ about }) => extremes.includes(about)))(
  "a story with $about fills a phone's screen, with nothing to read where apps cover it",
  async ({ text, photos }) => {
    const bytes = await drawStory(fonts, text, photos);
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 1080, height: 1920 });
    expect(bytes.length).toBeLessThan(300_000);
    const below = { left: 0, top: 1920 - covered + 10, width: 560, height: covered - 10 };
    // Plain water: letters are bright.
    expect((await brightnessOf(bytes, below)).max).toBeLessThan(110);
    for (const left of [0, 1060]) {
      const edge = { left, top: 1010, width: 20, height: 430 };
      expect((await brightnessOf(bytes, edge)).min, "text touches the edge").toBeGreaterThan(200);
    }
  },
);

async function brightnessOf(bytes: Buffer, box: Region): Promise<{ min: number; max: number }> {
  // Statistics are of the input, whatever is done to it.
  const part = await sharp(bytes).extract(box).greyscale().png().toBuffer();
  const [channel] = (await sharp(part).stats()).channels;
  if (!channel) throw new Error("a picture without channels");
  return channel;
}
