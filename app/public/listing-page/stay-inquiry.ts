import { addDays, formatCivilDate, isCivilDate } from "../../domain/calendar/civil-date.ts";
import { addMonths, monthOf } from "../../domain/calendar/month.ts";
import { readStay } from "../../domain/calendar/read-stay.ts";
import {
  formatNights,
  formatStay,
  isFree,
  latestCheckOut,
  monthsAhead,
  nearbyStays,
  nightCount,
  nightsOf,
  type Stay,
  writeStay,
} from "../../domain/calendar/stays.ts";
import { type GreetingDetails, greeting } from "../../domain/listings/card/greeting.ts";
import { staleCalendarAge } from "../../domain/listings/freshness.ts";
import {
  type Inquiry,
  maxPeople,
  readPeople,
  writeInquiry,
} from "../../domain/listings/inquiry.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { describeTaken } from "../../domain/listings/offers/offer-words.ts";
import {
  describeLine,
  type Estimate,
  estimateStay,
  formatEstimate,
  lineTotal,
} from "../../domain/prices/estimate.ts";
import { describeUnpriced } from "../../domain/prices/seasons.ts";
import {
  describeRule,
  findBrokenRule,
  findUnpricedHoliday,
  mendStay,
  summarizeRule,
} from "../../domain/prices/stay-rules.ts";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import type { BrowserListing } from "./static/browser-listing.ts";

/** An inquiry as typed, or as in the page's address. */
export interface TypedInquiry {
  entrada: string;
  saida: string;
  pessoas: string;
}

type InquiryProblems = Partial<Record<keyof TypedInquiry, string>>;

interface Bill {
  /** Total in cents; null if a price is missing. */
  total: number | null;
  amount: string;
  lines: { what: string; when: string; amount: string; isSeasonal: boolean }[];
  /** Reasons why the owner may ask for a different amount, as sentences. */
  doubts: string[];
  /** Announced to screen readers: the total alone. */
  spoken: string;
  /** Name of a holiday in the stay that has no price of its own. */
  unpricedHoliday: string | null;
}

/** The chosen dates as the bar at the bottom of the page sums them up. */
interface StaySummary {
  /** The amount, or why there is none. */
  what: string;
  /** Marks the amount as an estimate; empty without an amount. */
  certainty: string;
  detail: string;
}

interface NearbyStay {
  text: string;
  address: string;
  dates: Pick<TypedInquiry, "entrada" | "saida">;
}

export interface AssessedInquiry extends Inquiry {
  /** A stay that is free on every night; null without dates, or if they aren't free. */
  stay: Stay | null;
  /** Null if there is no stay, and for one that breaks a rule of the owner's. */
  estimate: Bill | null;
  problems: InquiryProblems;
  /** The house rules that the request breaks: the same sentences as in `problems`. */
  broken: string[];
  /** At most two free stays near one that is taken or breaks a rule. */
  nearby: NearbyStay[];
  /** Path where visitors ask for a letter if these dates, which are taken, become free; else null. */
  watch: string | null;
  /** The owner's terms for a stay from this check-in on, as a sentence. */
  minimum: string | null;
  /** Why no stay can begin on this check-in, as sentences; null if one can. */
  deadEnd: string | null;
  /** Replaces the estimate of dates that are taken or break a rule. */
  advice: string | null;
  /** The page's path with all valid parts of the inquiry, including taken dates. */
  address: string;
  details: GreetingDetails;
  /** Null without dates. */
  summary: StaySummary | null;
}

/** Contains all that a page shows of it, so that browsers load this module only on a change. */
export interface AnsweredInquiry extends AssessedInquiry {
  /** The visitor's first WhatsApp message. */
  greeting: string;
}

/** `siteUrl` has no trailing slash. */
export function answerInquiry(
  inquiry: TypedInquiry,
  listing: BrowserListing,
  day: string,
  siteUrl: string,
): AnsweredInquiry {
  const checked = assessInquiry(inquiry, listing, day);
  return { ...checked, greeting: greeting(listing, siteUrl, checked.details) };
}

export function readInquiry(params: URLSearchParams): TypedInquiry {
  const read = (name: string) => params.get(name)?.trim() ?? "";
  return { entrada: read("entrada"), saida: read("saida"), pessoas: read("pessoas") };
}

export function assessInquiry(
  inquiry: TypedInquiry,
  listing: BrowserListing,
  day: string,
): AssessedInquiry {
  const most = listing.quantidadeMaximaPessoas || maxPeople;
  const { people, problem } = readPeople(inquiry.pessoas, most);
  const { problems, refused, rule, ...dates } = checkDates(inquiry, listing, day);
  const isTooMany = problem !== undefined && Number(inquiry.pessoas) > most;
  const addressOf = (stay: Stay | null) =>
    pageAddress(`/posts/${listing.id}`, writeInquiry({ stay, people }));
  const stays = refused ? findNearbyFreeStays(refused, listing, day) : [];
  const asked = dates.stay ?? refused ?? null;
  const unpricedHoliday = asked && findUnpricedHoliday(asked, listing.seasons);
  const isTaken = !dates.stay && refused !== undefined;
  return {
    ...dates,
    people,
    details: {
      stay: asked,
      people,
      total: unpricedHoliday ? null : (dates.estimate?.total ?? null),
      unpricedHoliday,
      isTaken,
      rule: rule ?? null,
    },
    summary: summarize({ ...dates, refused }, listing, day),
    nearby: stays.map((stay) => ({
      text: `${formatStay(stay, day)}, ${formatNights(nightCount(stay))}`,
      address: addressOf(stay),
      dates: writeStay(stay),
    })),
    watch:
      refused && isTaken
        ? pageAddress("/avisos/novo", { anuncio: listing.id, ...writeStay(refused) })
        : null,
    problems: { ...problems, ...(problem && { pessoas: problem }) },
    broken: [...(rule ? [`${rule}.`] : []), ...(isTooMany ? [problem] : [])],
    minimum: announceMinimum(inquiry.entrada, listing, day),
    deadEnd: announceDeadEnd(inquiry.entrada, listing, day),
    advice: asked && (isTaken ? advice.taken : advice.rule),
    address: addressOf(asked),
  };
}

const advice = {
  taken: "Escolha outras datas, ou pergunte ao anunciante se estas podem vagar.",
  rule: "Pergunte assim mesmo: quem confirma é o anunciante.",
};

function summarize(
  {
    stay,
    estimate,
    refused,
  }: { refused: Stay | undefined } & Pick<AssessedInquiry, "stay" | "estimate">,
  listing: BrowserListing,
  day: string,
): StaySummary | null {
  if (stay && estimate) {
    const { amount, total, unpricedHoliday } = estimate;
    const certainty = unpricedHoliday ? "a confirmar" : "estimativa";
    const free = staleCalendarAge(listing, day) === null ? "Livre de" : "Pergunte:";
    return {
      what: amount,
      certainty: total === null ? "" : certainty,
      detail: `${free} ${formatStay(stay, day)}, ${formatNights(nightCount(stay))}`,
    };
  }
  if (!refused) return null;
  const taken = nightsOf(refused).filter((night) => listing.unavailableDays.includes(night));
  const rule = findBrokenRule(refused, listing, listing.seasons);
  return {
    what: describeTaken(taken, nightCount(refused)) ?? (rule ? summarizeRule(rule) : ""),
    certainty: "",
    detail: formatStay(refused, day),
  };
}

function checkDates(
  inquiry: TypedInquiry,
  listing: BrowserListing,
  day: string,
): Pick<AssessedInquiry, "stay" | "estimate" | "problems"> & { refused?: Stay; rule?: string } {
  const { entrada, saida } = inquiry;
  const { stay, problems } = readStay(new URLSearchParams({ entrada, saida }), day);
  if (!stay) return { stay: null, estimate: null, problems };
  const taken = new Set(listing.unavailableDays);
  if (!isFree(stay, taken)) {
    return { stay: null, estimate: null, problems: clash(stay, listing, day), refused: stay };
  }
  const estimate = estimateStay(stay, listing, listing.seasons);
  if (estimate.rule) {
    const rule = describeRule(estimate.rule, day);
    return { stay, estimate: null, problems: { saida: `${rule}.` }, refused: stay, rule };
  }
  return { stay, estimate: writeBill(stay, estimate, listing, day), problems };
}

function writeBill(
  stay: Stay,
  { lines, total, loneNight }: Estimate,
  listing: BrowserListing,
  day: string,
): Bill {
  const holiday = findUnpricedHoliday(stay, listing.seasons);
  const amount = formatEstimate(total);
  const spoken = [`Estimativa: ${amount}, ${formatNights(nightCount(stay))}`];
  if (holiday) spoken.push(describeUnpriced(holiday));
  return {
    total,
    spoken: spoken.join(". "),
    unpricedHoliday: holiday,
    doubts: [
      holiday && `${describeUnpriced(holiday)}, pergunte antes de contar com este valor.`,
      loneNight && brokenWeekends[loneNight],
    ].filter((doubt) => doubt !== null),
    amount,
    lines: lines.map((line) => ({
      ...describeLine(line, day),
      amount: formatEstimate(lineTotal(line)),
      isSeasonal: line.season !== null,
    })),
  };
}

const brokenWeekends = {
  friday: "Do fim de semana, você pega só a sexta. Há donos que só alugam os dois dias juntos.",
  saturday: "Do fim de semana, você pega só o sábado. Há donos que só alugam os dois dias juntos.",
};

function announceMinimum(checkIn: string, listing: BrowserListing, day: string): string | null {
  if (!isCivilDate(checkIn)) return null;
  const night = { checkIn, checkOut: addDays(checkIn, 1) };
  const rule = findBrokenRule(night, listing, listing.seasons);
  return rule && `${describeRule(rule, day)}.`;
}

function announceDeadEnd(checkIn: string, listing: BrowserListing, day: string): string | null {
  const taken = new Set(listing.unavailableDays);
  if (!isCivilDate(checkIn) || checkIn < day || taken.has(checkIn)) return null;
  if (findLatestCheckOut(checkIn, listing, taken) !== null) return null;
  const longest = { checkIn, checkOut: latestCheckOut(checkIn, taken) };
  const rule = findBrokenRule(longest, listing, listing.seasons);
  const room = taken.has(longest.checkOut)
    ? `Esta entrada deixa só ${formatNights(nightCount(longest))} até as ocupadas. `
    : "";
  return `${room}${rule ? `${describeRule(rule, day)}. ` : ""}Escolha outra entrada.`;
}

/** The latest check-out before taken nights that keeps the owner's rules. */
function findLatestCheckOut(
  checkIn: string,
  listing: BrowserListing,
  taken: ReadonlySet<string>,
): string | null {
  let checkOut = latestCheckOut(checkIn, taken);
  while (checkOut > checkIn) {
    if (!findBrokenRule({ checkIn, checkOut }, listing, listing.seasons)) return checkOut;
    checkOut = addDays(checkOut, -1);
  }
  return null;
}

function clash({ checkIn }: Stay, listing: BrowserListing, day: string): InquiryProblems {
  const taken = new Set(listing.unavailableDays);
  if (taken.has(checkIn)) {
    return {
      entrada: `A noite de ${formatCivilDate(checkIn)} está ocupada. Escolha outra entrada.`,
    };
  }
  const latest = findLatestCheckOut(checkIn, listing, taken);
  const clashes = "Há noites ocupadas nessas datas.";
  return latest === null
    ? { entrada: `${clashes} ${announceDeadEnd(checkIn, listing, day)}` }
    : { saida: `${clashes} A saída pode ser até ${formatCivilDate(latest)}.` };
}

/** Days to look, either way. */
const farthest = 60;

/**
 * Finds the nearest free stays before and after one that isn't available, earlier first; both on
 * the same side if the other has none. They last as long as the one asked for, or as long as it takes
 * to keep the owner's rule that it breaks.
 */
export function findNearbyFreeStays(
  asked: Stay,
  listing: Pick<Listing, "unavailableDays" | "seasons" | "minimoNoites" | "fdsInteiro">,
  day: string,
): Stay[] {
  const taken = new Set(listing.unavailableDays);
  const ruleOf = (stay: Stay) => findBrokenRule(stay, listing, listing.seasons);
  const broken = ruleOf(asked);
  const mended = broken ? mendStay(asked, broken) : asked;
  const lastMonth = addMonths(monthOf(day), monthsAhead);
  const free = [mended, ...nearbyStays(mended, day, farthest)].filter(
    (stay) =>
      stay.checkIn >= day &&
      monthOf(stay.checkOut) <= lastMonth &&
      isFree(stay, taken) &&
      ruleOf(stay) === null,
  );
  const before = free.find(({ checkIn }) => checkIn < asked.checkIn);
  const after = free.find(({ checkIn }) => checkIn >= asked.checkIn);
  const one = before ?? after;
  if (!one) return [];
  const other =
    before && after
      ? after
      : free.find(({ checkIn, checkOut }) => checkIn >= one.checkOut || checkOut <= one.checkIn);
  return [one, ...(other ? [other] : [])].sort((a, b) => (a.checkIn < b.checkIn ? -1 : 1));
}
