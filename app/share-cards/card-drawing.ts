import { cardSize } from "./card.ts";

/** Colours of the light scheme in app/ui/tokens.css; cards have no dark one. */
export const colors = {
  page: "#f3f1e7",
  ink: "#0f2321",
  soft: "#41534f",
  lake: "#0c4a50",
  lakeLine: "#2a6a6e",
  glint: "#205f64",
  onLake: "#f7f4e8",
  onLakeSoft: "#b9d6d0",
  link: "#0b5c63",
  ochre: "#e0a03c",
  ochreInk: "#7d4c08",
  wash: "#dfeae5",
} as const;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface CardLayout {
  /** Of the whole picture, px. */
  size: { readonly width: number; readonly height: number };
  /** Factor of the text's sizes. */
  scale: number;
  photo: Box;
  /** The text's box, without its padding. */
  text: Box;
  water: Box;
  /** Space on the left of the prices, px. */
  inset: number;
  /** Water below that, px: free of text, because apps cover it. */
  depth: number;
  priceSize: number;
  labelSize: number;
  brandSize: number;
  markWidth: number;
  /** Space in px on the left and right of a price. */
  priceGap: number;
}

const waterHeight = 175;

/** Puts the photo above the water, which goes from edge to edge. */
export const wideLayout: CardLayout = {
  inset: 48,
  size: cardSize,
  scale: 1,
  depth: 0,
  photo: { left: 0, top: 0, width: 684, height: cardSize.height - waterHeight },
  text: { left: 727, top: 24, width: 425, height: cardSize.height - waterHeight - 48 },
  water: {
    left: 0,
    top: cardSize.height - waterHeight,
    width: cardSize.width,
    height: waterHeight,
  },
  priceSize: 76.8,
  labelSize: 30,
  brandSize: 30,
  markWidth: 96,
  priceGap: 53,
};

/** Shows a portrait photo at full height, so that nothing of it is cut in half. */
export const uprightLayout: CardLayout = {
  inset: 43,
  size: cardSize,
  scale: 1,
  depth: 0,
  photo: { left: 0, top: 0, width: 456, height: cardSize.height },
  text: { left: 499, top: 24, width: 653, height: cardSize.height - waterHeight - 48 },
  water: {
    left: 456,
    top: cardSize.height - waterHeight,
    width: cardSize.width - 456,
    height: waterHeight,
  },
  priceSize: 62.4,
  labelSize: 25.2,
  brandSize: 23.4,
  markWidth: 79,
  priceGap: 29,
};

const icons = {
  pin: '<path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/>',
  users:
    '<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M16 3.128a4 4 0 0 1 0 7.744M22 21v-2a4 4 0 0 0-3-3.87"/><circle cx="9" cy="7" r="4"/>',
  calendar: '<path d="M8 2v4M16 2v4M3 10h18"/><rect width="18" height="18" x="3" y="4" rx="2"/>',
} as const;

export function icon(
  name: keyof typeof icons,
  color: string,
  x: number,
  y: number,
  size: number,
): string {
  return `<g fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" transform="translate(${x} ${y}) scale(${size / 24})">${icons[name]}</g>`;
}

/** The logo's height for a width of 1. */
export const markRatio = 35 / 44;

export function mark(color: string, x: number, y: number, width: number): string {
  return `<g fill="none" transform="translate(${x} ${y}) scale(${width / 44})"><path fill="${color}" d="M1 17.6l5.3-3.1 3.3-8.9c.7-1.8 1.5-2.4 3.3-2.4h4.6l-.4 9.2c0 .8 1.8.8 1.8 0l.1-9.2h7.2c1.6 0 2.4.5 3.2 1.9l2.5 4.3c.3.5.6.7 1.2.7h2.2c1.2 0 1.8.4 2.3 1.3L43 17.6z"/><path stroke="${color}" stroke-width="2.2" stroke-linecap="round" d="M3 21.5h38M8.5 25.4h25M12 29.3h10.5M27 29.3h3.5M15 33h9"/></g>`;
}

/** Draws 432 × 115 px of glints in the water's bottom right corner. */
export function glints(right: number, bottom: number): string {
  return `<g fill="none" stroke="${colors.glint}" stroke-width="2" stroke-linecap="round" transform="translate(${right - 432} ${bottom - 115}) scale(1.8)"><path d="M150 9h66M178 19h52M112 29h96M158 39h74M62 39h54M186 49h50M120 49h34M30 59h74M140 59h88"/></g>`;
}

export function rect({ left, top, width, height }: Box, color: string): string {
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${color}"/>`;
}
