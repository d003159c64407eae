import { coverSize } from "../photos/photo.ts";

/** px */
export const cardSize = coverSize;

/** In reading order. */
export interface CardText {
  /** Above the title, beside a pin; "" leaves it out. */
  place: string;
  title: string;
  /** Below the title, the number set larger. */
  detail: CardDetail | null;
  /** In the water; at most two. */
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
