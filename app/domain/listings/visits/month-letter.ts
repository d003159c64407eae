import { typed } from "../../../platform/mail/letter-words.ts";
import { greet, type OwnerWords } from "../../../platform/mail/owner-words.ts";
import { countOf, formatCount } from "../../../platform/ui/words.ts";
import { type Month, monthName } from "../../calendar/month.ts";
import { atLocation } from "../../region/locations.ts";
import { countedDays, type VisitNumbers } from "./visit-numbers.ts";

export interface ListingMonth {
  title: string;
  localizacao: string;
  numbers: VisitNumbers;
}

interface MonthNumbers {
  name: string;
  month: Month;
  listings: readonly ListingMonth[];
  dashboard: string;
  unsubscribe: string;
}

/** Listings spelled out in an e-mail, which only counts the others. */
const maxListed = 40;

export function monthSubject(month: Month): string {
  return `Seus anúncios em ${monthName(month)}`;
}

export function writeMonthLetter(theirs: OwnerWords, letter: MonthNumbers): string {
  const { name, month, listings, dashboard, unsubscribe } = letter;
  const views = listings.reduce((sum, { numbers }) => sum + numbers.views, 0);
  const taps = listings.reduce((sum, { numbers }) => sum + numbers.whatsapp + numbers.phone, 0);
  const listed = listings.slice(0, maxListed).map((listing) => describe(theirs, listing));
  const others = listings.length - listed.length;
  if (others > 0) listed.push(`E mais ${others} em ${dashboard}\n`);
  const none = `ninguém abriu ${listings.length === 1 ? "o seu anúncio" : "os seus anúncios"} no Mar de Minas`;
  return `${greet(theirs, name)}

Em ${monthName(month)}, ${views + taps === 0 ? none : `${countOf(views, "visita")} e ${countOf(taps, "toque")} no seu contato pelo Mar de Minas`}.

${listed.join("\n")}
Os últimos ${countedDays} dias: ${dashboard}

Mandamos estes números uma vez por mês. Para não receber mais:
${unsubscribe}

Mar de Minas
`;
}

function describe(theirs: OwnerWords, { title, localizacao, numbers }: ListingMonth): string {
  return `${theirs(typed(title), "Anúncio")}, ${atLocation(localizacao)}
Visitas: ${formatCount(numbers.views)}
WhatsApp: ${formatCount(numbers.whatsapp)}
Telefone: ${formatCount(numbers.phone)}
`;
}
