import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makeVariedCards } from "../../testing/varied-cards.ts";
import type { CardText } from "./card.ts";
import { drawCard, readCardFonts } from "./draw-card.server.ts";
import { Typeface } from "./typeface.server.ts";

const fonts = await readCardFonts(process.cwd());
const varied = await makeVariedCards();

/**
 * Requirements of the apps that show cards. WhatsApp: at least 300 px wide, at most four times as
 * wide as high, and reliably shown up to 300 kB. Facebook: 1200 × 630 px for the large preview, at least
 * 200 × 200, ratio 1.91:1, at most 8 MB. X's summary_large_image: 300 × 157 to 4096 × 4096 px, at most
 * 5 MB, JPEG, PNG, WebP or GIF. The address is absolute, https, and no redirect
 * (share-cards.server.test.ts).
 */
const maxBytes = 300_000;

const paper: Pixel = [243, 241, 231];
const water: Pixel = [12, 74, 80];

test.each(varied)(
  "a card with $about meets the apps' requirements, with its text 40 px from the edge",
  async ({ text, photos }) => {
    const bytes = await drawCard(fonts, text, photos);

    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(maxBytes);

    const drawn = await pixelsOf(bytes);
    for (let y = 0; y < height; y++) {
      // The shore is blurred by compression.
      if (Math.abs(y - 455) < 16) continue;
      // The glints on the water are decoration, and no brighter than this.
      const [ground, tolerance] = y < 455 ? [paper, 20] : [water, 60];
      for (const x of [1162, 1175, 1190]) {
        expect(distance(drawn(x, y), ground as Pixel), `${x}, ${y}`).toBeLessThan(
          tolerance as number,
        );
      }
    }
  },
);

const usual: CardText = {
  place: "Turvo",
  title: "Rancho",
  detail: null,
  figures: [{ amount: "R$\u00a0950", label: "Noite" }],
};

test("the same content always gives the same bytes", async () => {
  const [card] = varied;
  const draw = () => drawCard(fonts, card?.text ?? usual, card?.photos ?? []);
  expect((await draw()).equals(await draw())).toBe(true);
});

test("a photo taller than wide stands at full height, any other above the water", async () => {
  const bottomLeft = async (width: number, height: number) => {
    const photo = await sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
      .jpeg()
      .toBuffer();
    return (await pixelsOf(await drawCard(fonts, usual, [photo])))(20, 610);
  };
  expect(distance(await bottomLeft(600, 800), [255, 0, 0])).toBeLessThan(20);
  expect(distance(await bottomLeft(800, 600), water)).toBeLessThan(20);
  expect(distance(await bottomLeft(700, 700), water)).toBeLessThan(20);
});

test("one price leaves the other's place empty", async () => {
  const one = await pixelsOf(await drawCard(fonts, usual, []));
  let bright = 0;
  for (let x = 420; x < 880; x++) for (let y = 460; y < 625; y++) if (one(x, y)[0] > 150) bright++;
  expect(bright).toBe(0);
});

describe("the fonts", () => {
  test("draw the title: another font gives another picture", async () => {
    const others = { display: fonts.text, text: fonts.display };
    const [ours, swapped] = await Promise.all([
      drawCard(fonts, usual, []),
      drawCard(others, usual, []),
    ]);
    expect(ours.equals(swapped)).toBe(false);
  });

  test("draw the outlines of their own file, never a font of the machine", async () => {
    const style = { face: fonts.display, size: 65, color: "#000000" };
    const svg = fonts.display.draw("Rancho", style, 0, 0);
    expect(svg).not.toContain("<text");
    expect(svg.match(/<path/g)).toHaveLength(6);
    // e2e/ad.test.ts compares this width with that of the pages' font.
    expect(fonts.display.measure("Rancho", { ...style, size: 1000 })).toBeCloseTo(3397, 0);
  });

  test("a missing file is an error, not another font", async () => {
    await expect(readCardFonts("/nowhere")).rejects.toThrow("ENOENT");
    expect(() => new Typeface(Buffer.from("not a font"))).toThrow("not a font of Latin letters");
  });

  test.each([
    ["Rancho d’Água", "Rancho d’Água"],
    ["🏡 𝓡𝓪𝓷𝓬𝓱𝓸 do Zé 🌊", "Rancho do Zé"],
    ["Őrség  ﬁm\n\tdo dia", "Orség fim do dia"],
    ["Жизнь", ""],
  ])("%s is written %s", (text, expected) => {
    expect(fonts.display.readable(text)).toBe(expected);
  });
});

type Pixel = [number, number, number];

async function pixelsOf(bytes: Buffer): Promise<(x: number, y: number) => Pixel> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return (x, y) => {
    const at = (y * info.width + x) * info.channels;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };
}

function distance(one: Pixel, other: Pixel): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}
