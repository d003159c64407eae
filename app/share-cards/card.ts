import { coverSize } from "../photos/photo.ts";

/** Size in px. */
export const cardSize = coverSize;

/** A card's texts, in reading order. */
export interface CardText {
  /** Shown above the title, beside a pin; "" leaves it out. */
  place: string;
  title: string;
  /** Shown below the title, with the number set larger. */
  detail: CardDetail | null;
  /** Shown in the water; two at most. */
  figures: CardFigure[];
}

export interface CardDetail {
  icon: "users" | "calendar";
  before: string;
  number: string;
  after: string;
}

export interface CardFigure {
  amount: string;
  label: string;
}
