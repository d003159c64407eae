import sharp from "sharp";
import { expect, test } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import type { CardText } from "./card.ts";
import { drawCard, readCardFonts } from "./draw-card.server.ts";

const fonts = await readCardFonts(process.cwd());

/**
 * Requirements of the apps that show cards. WhatsApp: at least 300 px wide, at most four times as
 * wide as high, and reliably shown up to 300 kB. Facebook: 1200 × 630 px for the large preview, at least
 * 200 × 200, ratio 1.91:1, at most 8 MB. X's summary_large_image: 300 × 157 to 4096 × 4096 px, at most
 * 5 MB, JPEG, PNG, WebP or GIF.
 */
const maxBytes = 300_000;

const cards: [about: string, text: CardText, photos: number][] = [
  [
    "120 letters and the highest prices",
    {
      place: "São João Batista do Glória",
      title: "Rancho da Família Tavares com píer, lancha, fogão a lenha ".repeat(3).slice(0, 120),
      detail: { icon: "users", before: "até", number: "999", after: "pessoas" },
      figures: [
        { amount: "R$\u00a09.999.999,50", label: "Noite" },
        { amount: "R$\u00a09.999.999,50", label: "Final de Semana" },
      ],
    },
    1,
  ],
  [
    "the least",
    {
      place: "Dique",
      title: "Flat",
      detail: null,
      figures: [{ amount: "R$\u00a01", label: "Final de Semana" }],
    },
    0,
  ],
];

test.each(cards)("a card with %s meets the apps' requirements", async (_, text, photos) => {
  const bytes = await drawCard(fonts, text, Array(photos).fill(await makeJpeg(800, 600)));
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(maxBytes);
});

test("the fonts draw the outlines of their own file, never a font of the machine", () => {
  const style = { face: fonts.display, size: 65, color: "#000000" };
  const svg = fonts.display.draw("Rancho", style, 0, 0);
  expect(svg).not.toContain("<text");
  expect(svg.match(/<path/g)).toHaveLength(6);
  // e2e/ad.test.ts compares this width with that of the pages' font.
  expect(fonts.display.measure("Rancho", { ...style, size: 1000 })).toBeCloseTo(3397, 0);
});

test.each([
  ["🏡 𝓡𝓪𝓷𝓬𝓱𝓸 do Zé 🌊", "Rancho do Zé"],
  ["Őrség  ﬁm\n\tdo dia", "Orség fim do dia"],
  ["Жизнь", ""],
])("%s is written %s", (text, expected) => {
  expect(fonts.display.readable(text)).toBe(expected);
});
