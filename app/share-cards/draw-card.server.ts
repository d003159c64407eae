import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { encodeSharedJpeg } from "../photos/variants.server.ts";
import type { CardFigure, CardText } from "./card.ts";
import {
  type CardLayout,
  colors,
  glints,
  icon,
  mark,
  markRatio,
  rect,
  uprightLayout,
  wideLayout,
} from "./card-drawing.ts";
import { breakLines, shortenToFit, wordsFit } from "./text-lines.ts";
import { type TextStyle, Typeface } from "./typeface.server.ts";

export interface CardFonts {
  display: Typeface;
  text: Typeface;
}

export async function readCardFonts(programDir: string): Promise<CardFonts> {
  const read = (name: string) => readFile(join(programDir, "app/ui/fonts", `${name}.ttf`));
  return {
    display: new Typeface(await read("piazzolla-latin")),
    text: new Typeface(await read("atkinson-hyperlegible-next-latin"), { wght: 400 }),
  };
}

/**
 * Draws a JPEG of at most 300 kB; the same input always gives the same bytes. One photo fills its
 * place, up to four share it, and without any the place shows the brand.
 */
export async function drawCard(
  fonts: CardFonts,
  text: CardText,
  photos: Buffer[],
): Promise<Buffer> {
  return draw(fonts, await chooseLayout(photos), text, photos);
}

async function draw(
  fonts: CardFonts,
  layout: CardLayout,
  text: CardText,
  photos: Buffer[],
): Promise<Buffer> {
  const pictures = await layOutPhotos(layout, photos.slice(0, maxPhotos));
  const drawn = Buffer.from(drawText(fonts, layout, text, photos.length === 0));
  const { width, height } = layout.size;
  const { data, info } = await sharp({
    create: { width, height, channels: 3, background: colors.page },
  })
    .composite([...pictures, { input: drawn, left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encodeSharedJpeg({ pixels: data, width, height, channels: info.channels });
}

const maxPhotos = 4;

async function chooseLayout(photos: Buffer[]): Promise<CardLayout> {
  if (photos.length !== 1) return wideLayout;
  const { width, height } = await sharp(photos[0]).metadata();
  return width < height ? uprightLayout : wideLayout;
}

/** Space in px between photos that share a place. */
const gap = 6;

async function layOutPhotos({ photo: place }: CardLayout, photos: Buffer[]) {
  const columns = photos.length > 1 ? 2 : 1;
  const rows = photos.length > 2 ? 2 : 1;
  const width = Math.floor((place.width - gap * (columns - 1)) / columns);
  const height = Math.floor((place.height - gap * (rows - 1)) / rows);
  return Promise.all(
    photos.map(async (photo, index) => {
      // The first of three takes a whole column.
      const isTall = photos.length === 3 && index === 0;
      const slot = photos.length === 3 && index > 0 ? index * 2 - 1 : index;
      const input = await sharp(photo)
        .resize({ width, height: isTall ? place.height : height, fit: "cover" })
        .removeAlpha()
        .toBuffer();
      return {
        input,
        left: place.left + (slot % columns) * (width + gap),
        top: place.top + Math.floor(slot / columns) * (height + gap),
      };
    }),
  );
}

function drawText(fonts: CardFonts, layout: CardLayout, text: CardText, isBare: boolean): string {
  const { width, height } = layout.size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${
    isBare ? drawEmptyPlace(layout) : ""
  }${drawHeading(fonts, layout, text)}${drawWater(fonts, layout, text.figures)}</svg>`;
}

function drawEmptyPlace({ photo }: CardLayout): string {
  const width = photo.width / 2;
  const left = photo.left + (photo.width - width) / 2;
  const top = photo.top + (photo.height - width * markRatio) / 2;
  return rect(photo, colors.wash) + mark(colors.link, left, top, width);
}

/** Titles with more characters are set smaller, and those with a long word smaller still. */
const longTitle = 34;
const titleSizes = [64.8, 49.2, 42, 36];
const titleLines = 4;
const titleLeading = 1.06;
const lineSize = 30;
const lineHeight = 41;
const numberSize = 36;
const headingGap = 19;

interface Row {
  height: number;
  draw: (top: number) => string;
}

function drawHeading(fonts: CardFonts, layout: CardLayout, text: CardText): string {
  const rows = [
    placeRow(fonts, layout, text),
    titleRow(fonts, layout, text),
    detailRow(fonts, layout, text),
  ].filter((row) => row !== null);
  const gap = headingGap * layout.scale;
  const height = rows.reduce((sum, row) => sum + row.height + gap, -gap);
  let top = layout.text.top + (layout.text.height - height) / 2;
  return rows
    .map((row) => {
      const drawn = row.draw(top);
      top += row.height + gap;
      return drawn;
    })
    .join("");
}

function placeRow(fonts: CardFonts, layout: CardLayout, text: CardText): Row | null {
  const { text: box, scale } = layout;
  const style: TextStyle = { face: fonts.text, size: lineSize * scale, color: colors.soft };
  const indent = 43 * scale;
  const name = fitted(style, text.place, box.width - indent);
  if (name === "") return null;
  return {
    height: lineHeight * scale,
    draw: (top) =>
      icon("pin", colors.ochreInk, box.left, top + 3 * scale, 34 * scale) +
      style.face.draw(name, style, box.left + indent, top + 31 * scale),
  };
}

function titleRow(fonts: CardFonts, layout: CardLayout, text: CardText): Row | null {
  const { text: box, scale } = layout;
  const title = fonts.display.readable(text.title).replace(/[\s,;:–-]+$/, "");
  if (title === "") return null;
  const styles = titleSizes
    .slice([...title].length > longTitle ? 1 : 0)
    .map((size) => titleStyle(fonts, size * scale));
  const fits = (style: TextStyle) =>
    wordsFit(title, (part) => style.face.measure(part, style), box.width);
  const style = styles.find(fits) ?? titleStyle(fonts, 49.2 * scale);
  const lines = breakLines(title, (part) => style.face.measure(part, style), box.width, titleLines);
  const leading = style.size * titleLeading;
  return {
    height: lines.length * leading,
    draw: (top) =>
      lines
        .map((line, index) =>
          style.face.draw(line, style, box.left, top + leading * index + style.size * 0.86),
        )
        .join(""),
  };
}

function titleStyle({ display }: CardFonts, size: number): TextStyle {
  return { face: display, size, color: colors.ink, letterSpacing: -0.012, wordSpacing: 0.1 };
}

function detailRow(fonts: CardFonts, layout: CardLayout, { detail }: CardText): Row | null {
  if (!detail) return null;
  const { text: box, scale } = layout;
  const words: TextStyle = { face: fonts.text, size: lineSize * scale, color: colors.ink };
  const number: TextStyle = { face: fonts.display, size: numberSize * scale, color: colors.ink };
  const parts = [
    { text: detail.before, style: words },
    { text: detail.number, style: number },
    { text: detail.after, style: words },
  ].filter(({ text }) => text !== "");
  return {
    height: lineHeight * scale,
    draw(top) {
      let x = box.left + 46 * scale;
      const drawn = parts.map(({ text, style }) => {
        const part = style.face.draw(text, style, x, top + 32 * scale);
        x += style.face.measure(text, style) + 8 * scale;
        return part;
      });
      const mark = icon(detail.icon, colors.link, box.left, top + 3 * scale, 35 * scale);
      return mark + drawn.join("");
    },
  };
}

function drawWater(fonts: CardFonts, layout: CardLayout, figures: CardFigure[]): string {
  const { water, depth, inset } = layout;
  const right = water.left + water.width;
  const brand = brandIn(fonts, layout);
  const left = water.left + inset;
  return [
    rect({ ...water, height: water.height + depth }, colors.lake),
    glints(right, water.top + water.height + depth - 17),
    brand.drawn,
    drawFigures(fonts, layout, figures, { left, width: brand.left - left - 24 }),
  ].join("");
}

function brandIn(fonts: CardFonts, { water, brandSize, markWidth }: CardLayout) {
  const style: TextStyle = {
    face: fonts.display,
    size: brandSize,
    color: colors.onLake,
    wordSpacing: 0.1,
  };
  const name = "Mar de Minas";
  const width = style.face.measure(name, style);
  const left = water.left + water.width - 48 - width;
  const markHeight = markWidth * markRatio;
  const top = water.top + (water.height - markHeight - 8 - brandSize) / 2;
  const drawn =
    mark(colors.ochre, left + (width - markWidth) / 2, top, markWidth) +
    style.face.draw(name, style, left, top + markHeight + 8 + brandSize * 0.82);
  return { drawn, left };
}

/** Prices shrink together if they are too long for the water. */
function drawFigures(
  fonts: CardFonts,
  { water, priceSize, labelSize, priceGap }: CardLayout,
  figures: CardFigure[],
  { left, width }: { left: number; width: number },
): string {
  const gaps = priceGap * 2 * (figures.length - 1);
  const amountStyle = (size: number): TextStyle => {
    return {
      ...{ face: fonts.display, size, color: colors.onLake },
      ...{ letterSpacing: -0.02, wordSpacing: 0.1 },
    };
  };
  const labelStyle: TextStyle = { face: fonts.text, size: labelSize, color: colors.onLakeSoft };
  const widthsAt = (size: number) =>
    figures.map(({ amount, label }) =>
      Math.max(
        fonts.display.measure(amount, amountStyle(size)),
        fonts.text.measure(label, labelStyle),
      ),
    );
  const sum = (widths: number[]) => widths.reduce((total, one) => total + one, gaps);
  let size = priceSize;
  while (size > labelSize && sum(widthsAt(size)) > width) size -= 2;
  const top = water.top + (water.height - size * 1.05 - labelSize * 1.15) / 2;
  let x = left;
  return widthsAt(size)
    .map((own, index) => {
      const { amount = "", label = "" } = figures[index] ?? {};
      const line =
        index > 0
          ? rect(
              {
                left: Math.round(x - priceGap),
                top: water.top + 30,
                width: 2,
                height: water.height - 60,
              },
              colors.lakeLine,
            )
          : "";
      const drawn =
        fonts.display.draw(amount, amountStyle(size), x, top + size * 0.86) +
        fonts.text.draw(label, labelStyle, x, top + size * 1.05 + labelSize * 0.9);
      x += own + priceGap * 2;
      return line + drawn;
    })
    .join("");
}

function fitted(style: TextStyle, text: string, width: number): string {
  return shortenToFit(style.face.readable(text), (part) => style.face.measure(part, style), width);
}
