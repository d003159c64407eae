import type { Photo } from "../../photos/photo.ts";
import { preloadPicture } from "../../photos/picture.tsx";

/** The large photo of a card. */
export const leadPhoto = {
  sizes: "(min-width:81.5rem) 25rem,(min-width:48rem) 31vw,67vw",
  range: [400, 1200],
} as const;

/** Preloads the large photo of the card that is in view when the page opens. */
export function preloadLeadPhoto(photo: Photo): void {
  preloadPicture({ photo, ...leadPhoto });
}
