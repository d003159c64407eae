import { createContext } from "react-router";
import type { CardText } from "./card.ts";
import type { CardFonts } from "./draw-card.server.ts";

/** Draws a card as `drawCard` does. */
export type CardArtist = (text: CardText, photos: Buffer[]) => Promise<Buffer>;

/** Set for each request in server/pages.ts. */
export const cardArtistContext = createContext<CardArtist>();

/** Loads HarfBuzz and the fonts only for the first picture, because most processes draw none. */
export function createCardArtist(programDir: string): CardArtist {
  let fonts: CardFonts | undefined;
  return async (text, photos) => {
    const { drawCard, readCardFonts } = await import("./draw-card.server.ts");
    fonts ??= await readCardFonts(programDir);
    return drawCard(fonts, text, photos);
  };
}
