import { addDays } from "../../calendar/civil-date.ts";
import { formatStayInFull, nightsOf, type Stay } from "../../calendar/stays.ts";
import type { FeedNight } from "../../calendar/taken-nights.server.ts";
import { formatCents } from "../../prices/money.ts";
import { enumerate } from "../../ui/words.ts";
import type { CheckedInquiry } from "../stay-inquiry.ts";

/** What only the ad's owner sees of it. */
export interface OwnAd {
  uid: string;
  /** Nights that the owner marked, from today on. */
  marked: readonly string[];
  feedNights: readonly FeedNight[];
}

export type AskedStay = Pick<CheckedInquiry, "question" | "estimate" | "offers" | "address">;

/** "no Airbnb e por você", for the nights of a stay; "" if it is free. */
function takersOf({ marked, feedNights }: OwnAd, stay: Stay): string {
  const nights = new Set(nightsOf(stay));
  const sources = new Set(
    feedNights.flatMap(({ night, source }) => (nights.has(night) ? [source] : [])),
  );
  const names = [...sources].map((source) => `no ${source}`);
  if (marked.some((night) => nights.has(night))) names.push("por você");
  return enumerate(names);
}

/** "Livre, R$ 2.500", "Livre, preço a combinar", "Ocupado no Airbnb". */
export function describeAsked(own: OwnAd, stay: Stay, { question }: AskedStay): string {
  const takers = takersOf(own, stay);
  if (takers) return `Ocupado ${takers}`;
  return `Livre, ${question.total === null ? "preço a combinar" : formatCents(question.total)}`;
}

/** The nights of a stay as the calendar's address chooses them: both ends included. */
export function calendarPath(id: string, stay: Stay | null): string {
  const path = `/posts/${id}/calendario`;
  return stay ? `${path}?de=${stay.checkIn}&ate=${addDays(stay.checkOut, -1)}#periodo` : path;
}

/**
 * Writes the answer to a guest, who is chosen in WhatsApp: the site doesn't know their number. `siteUrl` has
 * no trailing slash.
 */
export function answerLink(
  own: OwnAd,
  stay: Stay,
  { question, offers, address }: AskedStay,
  siteUrl: string,
): string {
  const dates = formatStayInFull(stay);
  const free = offers.map(({ text }) => text);
  const words = takersOf(own, stay)
    ? [
        `Olá! De ${dates} já está ocupado.`,
        free.length > 0 && `Tenho livre ${enumerate(free, "ou")}.`,
        "Serve outra data?",
      ]
    : [
        `Olá! De ${dates} está livre.`,
        question.total === null
          ? "O preço eu confirmo com você."
          : `Fica em ${formatCents(question.total)}.`,
        "Posso reservar?",
      ];
  const text = [...words, siteUrl + address].filter(Boolean).join(" ");
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
