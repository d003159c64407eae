import { createContext } from "react-router";
import type { CardText } from "./card.ts";
import type { CardFonts } from "./draw-card.server.ts";

type CardShape = "card" | "story";

/** Draws a card as `drawCard` does, or a story as `drawStory`. */
export type CardArtist = (text: CardText, photos: Buffer[], shape?: CardShape) => Promise<Buffer>;

/** Set for each request in server/pages.ts. */
export const cardArtistContext = createContext<CardArtist>();

/** Loads HarfBuzz and the fonts only for the first picture, because most processes draw none. */
export function createCardArtist(programDir: string): CardArtist {
  let fonts: CardFonts | undefined;
  return async (text, photos, shape = "card") => {
    const { drawCard, drawStory, readCardFonts } = await import("./draw-card.server.ts");
    fonts ??= await readCardFonts(programDir);
    return (shape === "card" ? drawCard : drawStory)(fonts, text, photos);
  };
}
