import { formatCivilDate } from "../../../domain/calendar/civil-date.ts";
import { rangesOf } from "../../../domain/calendar/day-ranges.ts";
import { formatNights, nightCount, nightsOf, type Stay } from "../../../domain/calendar/stays.ts";
import type { OwnAd } from "../../../domain/listings/listing.ts";
import { formatCents } from "../../../domain/prices/money.ts";
import { enumerate } from "../../../platform/ui/words.ts";
import type { AssessedInquiry } from "../stay-inquiry.ts";

export type AskedStay = Pick<AssessedInquiry, "details" | "nearby" | "address" | "broken">;

/**
 * Tells who holds the requested nights: "mine" if the owner marked all of them, perhaps for this very guest; "taken" if
 * at least one is certainly someone else's.
 */
export type Hold = "free" | "mine" | "taken";

export function holdOf({ marked, feedNights }: OwnAd, stay: Stay): Hold {
  const nights = nightsOf(stay);
  if (feedNights.some(({ night }) => nights.includes(night))) return "taken";
  const own = nights.filter((night) => marked.includes(night));
  if (own.length === 0) return "free";
  return own.length === nights.length ? "mine" : "taken";
}

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

/** The nights of a stay that are taken, if others of it are free: "15/12", "14/12 a 16/12"; otherwise "". */
function nameTaken({ marked, feedNights }: OwnAd, stay: Stay, today: string): string {
  const nights = nightsOf(stay);
  const all = new Set([...marked, ...feedNights.map(({ night }) => night)]);
  const taken = nights.filter((night) => all.has(night));
  if (taken.length === nights.length) return "";
  const write = dayWriter(stay, today);
  const ranges = rangesOf(taken).map(({ first, last }) =>
    first === last ? write(first) : `${write(first)} a ${write(last)}`,
  );
  return enumerate(ranges);
}

/** "Livre, R$ 2.500", "Livre, preço a combinar", "Livre, fora das suas regras", "Ocupado no Airbnb: 15/12". */
export function describeAsked(
  own: OwnAd,
  stay: Stay,
  { details, broken }: AskedStay,
  today: string,
): string {
  const takers = takersOf(own, stay);
  if (takers) {
    const taken = nameTaken(own, stay, today);
    return `Ocupado ${takers}${taken && `: ${taken}`}`;
  }
  if (broken.length > 0) return "Livre, fora das suas regras";
  return `Livre, ${details.total === null ? "preço a combinar" : formatCents(details.total)}`;
}

/**
 * Writes the answer to a guest, who is chosen in WhatsApp: the site doesn't know their number. With a hold of
 * "mine" the nights are this guest's. `siteUrl` has no trailing slash, `today` is a civil date.
 */
export function answerLink(
  hold: Hold,
  stay: Stay,
  asked: AskedStay,
  { own, siteUrl, today }: { own: OwnAd; siteUrl: string; today: string },
): string {
  const dates = writeStay(stay, today);
  const taken = nameTaken(own, stay, today);
  const text = ["Olá!", ...wordsFor(hold, dates, taken, asked), siteUrl + asked.address];
  return `https://wa.me/?text=${encodeURIComponent(text.join(" "))}`;
}

function wordsFor(
  hold: Hold,
  dates: string,
  taken: string,
  { details, nearby, broken }: AskedStay,
): string[] {
  const free = nearby.map(({ text }) => text);
  const others = free.length > 0 ? [`Tenho livre ${enumerate(free, "ou")}.`] : [];
  const price = details.total === null ? [] : [`Fica em ${formatCents(details.total)}.`];
  if (hold === "mine") return [`Reservado para você de ${dates}.`, ...price];
  if (hold === "taken") {
    const refusal = taken
      ? `De ${dates} não dá: ${taken} já está ocupado.`
      : `De ${dates} já está ocupado.`;
    return [refusal, ...others, "Serve outra data?"];
  }
  if (broken.length === 0) {
    const total = price.length > 0 ? price : ["O preço eu confirmo com você."];
    return [`Está livre de ${dates}.`, ...total, "Quer que eu reserve?"];
  }
  const rules = broken.length === 1 ? "uma regra" : "duas regras";
  const but = `Está livre de ${dates}, mas a casa tem ${rules}.`;
  return [but, ...broken, ...others, ...price, "Serve assim?"];
}

/** "16/12 a 20/12 (4 noites)", with the years of a stay that begins a year or more from today. */
function writeStay(stay: Stay, today: string): string {
  const write = dayWriter(stay, today);
  return `${write(stay.checkIn)} a ${write(stay.checkOut)} (${formatNights(nightCount(stay))})`;
}

function dayWriter({ checkIn }: Stay, today: string): (date: string) => string {
  const isFar = checkIn >= `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return (date) => formatCivilDate(date).slice(0, isFar ? undefined : 5);
}
