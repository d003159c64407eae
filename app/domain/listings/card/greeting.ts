import { isMobile, whatsappLink } from "../../../platform/ui/forms/phone.ts";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { holidayInWords } from "../../calendar/holidays.ts";
import { formatPeople, formatStayInFull } from "../../calendar/stays.ts";
import { formatCents } from "../../prices/money.ts";
import { type Inquiry, writeInquiry } from "../inquiry.ts";
import type { Listing, ListingSummary, StayOffer } from "../listing.ts";
import { quotedTotal } from "../offers/offer-words.ts";

export interface GreetingDetails extends Inquiry {
  /** Estimate in cents. */
  total: number | null;
  /** Name of a holiday in the stay that has no price of its own. */
  unpricedHoliday?: string | null;
  /** True if the calendar has other guests on these dates. */
  isTaken?: boolean;
  /** The advertiser's rule that the stay breaks, without a period. */
  rule?: string | null;
}

/** The parts of an ad that a greeting names; without a contact name, it addresses nobody. */
type Greeted = Pick<ListingSummary, "id" | "title"> & Partial<Pick<ListingSummary, "nomeContato">>;

const noDetails: GreetingDetails = { stay: null, people: null, total: null };

/** Asks for what the site doesn't know of an offer. */
export function greetingDetails(
  inquiry: Inquiry,
  offer: StayOffer | null | undefined,
): GreetingDetails {
  return {
    ...inquiry,
    total: offer?.taken ? null : quotedTotal(offer),
    unpricedHoliday: offer?.unpricedHoliday ?? null,
    isTaken: Boolean(offer?.taken),
    rule: offer?.taken ? null : offer?.brokenRule,
  };
}

/** Writes the visitor's first WhatsApp message (spec §2). `siteUrl` has no trailing slash. */
export function greeting(
  { id, title, nomeContato }: Greeted,
  siteUrl: string,
  { stay, people, total, unpricedHoliday, isTaken, rule }: GreetingDetails = noDetails,
): string {
  const opening = `Olá${nomeContato ? `, ${nomeContato}` : ""}! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "${title}"`;
  // The owner who opens it is asked about the same dates and people.
  const address = siteUrl + pageAddress(`/posts/${id}`, writeInquiry({ stay, people }));
  const details = [
    stay && `de ${formatStayInFull(stay)}`,
    people !== null && `para ${formatPeople(people)}`,
  ].filter(Boolean);
  if (details.length === 0) return `${opening}: ${address}`;
  const estimate = total === null ? "" : ` A estimativa do site é ${formatCents(total)}.`;
  const questions = [
    stay && (isTaken ? "No site há noites ocupadas nessas datas: podem vagar?" : "Está livre?"),
    stay && rule && `Vi no anúncio: “${rule}”. Abre uma exceção?`,
    stay && unpricedHoliday && `Qual é o preço para ${holidayInWords(unpricedHoliday)}?`,
    address,
  ].filter(Boolean);
  return `${opening}, ${details.join(", ")}.${estimate} ${questions.join(" ")}`;
}

export function greetingLink(
  listing: Greeted & Pick<ListingSummary, "telefone">,
  siteUrl: string,
  details?: GreetingDetails,
): string {
  return whatsappLink(listing.telefone, greeting(listing, siteUrl, details));
}

/** The ad's number to chat with: the first with WhatsApp, which a second mobile number has; null without any. */
export function chatNumber({
  telefone,
  whatsapp,
  telefone2,
}: Pick<Listing, "telefone" | "whatsapp" | "telefone2">): string | null {
  if (whatsapp) return telefone;
  return isMobile(telefone2) ? telefone2 : null;
}
