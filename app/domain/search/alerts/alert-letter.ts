import { type LetterButton, typed } from "../../../platform/mail/letter-words.ts";
import { writeAsLine } from "../../../platform/ui/forms/text-rules.ts";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { formatCivilDate } from "../../calendar/civil-date.ts";
import { formatNights } from "../../calendar/stays.ts";
import { writeInquiry } from "../../listings/inquiry.ts";
import {
  describePlaceAndCapacity,
  formatHouses,
  type ListingSummary,
} from "../../listings/listing.ts";
import { shownTotal } from "../../listings/offers/offer-words.ts";
import { formatEstimate } from "../../prices/estimate.ts";
import { formatReais, rateLabels } from "../../prices/money.ts";
import { describeUnpriced } from "../../prices/seasons.ts";
import { type Filters, stayInWords, writeFilters } from "../filters.ts";
import { describeAlert } from "./alert.ts";

/** Listings named in a letter, which only counts the others. */
const maxNamed = 10;

interface AlertLetter {
  filters: Filters;
  day: string;
  /** Listings to announce, at least one; each has an offer if the alert has dates. */
  listings: readonly ListingSummary[];
  /** The alert's last day. */
  endsOn: string;
  /** Page of the alert. */
  link: string;
  siteUrl: string;
}

export function writeAlertLetter(letter: AlertLetter): {
  subject: string;
  text: string;
  button: LetterButton;
} {
  const { filters, day, listings, endsOn, link, siteUrl } = letter;
  const parts = listings.slice(0, maxNamed).map((listing) => describe(listing, letter));
  const others = listings.length - parts.length;
  if (others > 0) {
    const search = pageAddress("/search", writeFilters(filters));
    parts.push(`E mais ${formatHouses(others)}: ${siteUrl}${search}\n`);
  }
  const text = `Olá!

${describeAlert(filters, day)}.

Novidades para o seu aviso, que vai até ${formatCivilDate(endsOn)}:

${parts.join("\n")}
Para ver ou parar este aviso:
${link}

O Mar de Minas só apresenta: o resto você combina com quem anuncia. Mandamos no máximo um e-mail por dia.

Mar de Minas
`;
  return { subject: subjectOf(letter), text, button: buttonOf(letter) };
}

/** Leads to the only listing, else to the search. */
function buttonOf(letter: AlertLetter): LetterButton {
  const { filters, listings, siteUrl } = letter;
  const [only] = listings;
  if (only && listings.length === 1) return { label: "Ver a casa", url: addressOf(only, letter) };
  return {
    label: "Ver todas na busca",
    url: siteUrl + pageAddress("/search", writeFilters(filters)),
  };
}

function addressOf({ id }: ListingSummary, { filters, siteUrl }: AlertLetter): string {
  const inquiry = writeInquiry({ stay: filters.stay, people: filters.pessoas });
  return siteUrl + pageAddress(`/posts/${id}`, inquiry);
}

function subjectOf({ filters, day, listings }: AlertLetter): string {
  const dates = stayInWords(filters, day);
  const [only] = listings;
  const what =
    listings.length === 1 && only
      ? `${writeAsLine(only.title)}, ${only.localizacao}`
      : formatHouses(listings.length);
  const when = dates ? `: ${listings.length === 1 ? "livre" : "livres"} de ${dates}` : "";
  return `${what}${when}`;
}

function describe(listing: ListingSummary, letter: AlertLetter): string {
  return [
    typed(listing.title),
    describePlaceAndCapacity(listing),
    ...describePrice(listing),
    addressOf(listing, letter),
    "",
  ].join("\n");
}

function describePrice({ offer, valorFds, valorDiaria }: ListingSummary): string[] {
  const rates = [
    `${rateLabels.valorFds}: ${formatReais(valorFds)}`,
    ...(valorDiaria ? [`${rateLabels.valorDiaria}: ${formatReais(valorDiaria)}`] : []),
  ].join(" · ");
  if (!offer) return [rates];
  const { dates, nights, brokenRule, unpricedHoliday, staleAge } = offer;
  const free = `${staleAge ? "Pergunte se está livre" : "Livre"} de ${dates}`;
  const warnings = [
    staleAge,
    brokenRule,
    !brokenRule && unpricedHoliday && unpriced(unpricedHoliday),
  ];
  const sum = brokenRule
    ? rates
    : shownTotal(offer) === null
      ? `${formatEstimate(null)}, ${formatNights(nights)}`
      : `${formatEstimate(shownTotal(offer))} por ${formatNights(nights)}, estimativa`;
  return [free, sum, ...warnings.filter((line) => typeof line === "string")];
}

function unpriced(holiday: string): string {
  return `${describeUnpriced(holiday)}, pergunte antes de contar com este valor`;
}
