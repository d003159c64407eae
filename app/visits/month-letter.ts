import { addMonths, type Month, monthName, monthWord } from "../calendar/month.ts";
import { typed } from "../mail/letter-words.ts";
import { greet, type OwnerWords } from "../mail/owner-words.ts";
import { atLocation } from "../region/locations.ts";
import type { VisitKind } from "../site/visit-mark.ts";
import { formatCount } from "../ui/words.ts";

type Sums = Partial<Record<VisitKind, number>>;

export interface ListingMonth {
  title: string;
  localizacao: string;
  now: Sums;
  /** Sums of the month before. */
  before: Sums;
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

export function writeMonthLetter(theirs: OwnerWords, numbers: MonthNumbers): string {
  const { name, month, listings, dashboard, unsubscribe } = numbers;
  const views = total(listings, "visita");
  const contacts = total(listings, "whatsapp") + total(listings, "telefone");
  const listed = listings
    .slice(0, maxListed)
    .map((listing) => describe(theirs, listing, addMonths(month, -1)));
  const others = listings.length - listed.length;
  if (others > 0) listed.push(`E mais ${others} em ${dashboard}\n`);
  const none = `ninguém abriu ${listings.length === 1 ? "o seu anúncio" : "os seus anúncios"} no Mar de Minas`;
  return `${greet(theirs, name)}

Em ${monthName(month)}, ${views + contacts === 0 ? none : `${count(views, "visualização", "visualizações")} e ${count(contacts, "toque no seu contato", "toques no seu contato")} pelo Mar de Minas`}.

${listed.join("\n")}
O gráfico, dia a dia: ${dashboard}

Mandamos estes números uma vez por mês. Para não receber mais:
${unsubscribe}

Mar de Minas
`;
}

function total(listings: readonly ListingMonth[], kind: VisitKind): number {
  return listings.reduce((sum, { now }) => sum + (now[kind] ?? 0), 0);
}

function describe(
  theirs: OwnerWords,
  { title, localizacao, now, before }: ListingMonth,
  month: Month,
): string {
  const compared = ([label, kind]: readonly [string, VisitKind]) =>
    `${label}: ${formatCount(now[kind] ?? 0)} (${monthWord(month)}: ${formatCount(before[kind] ?? 0)})`;
  const lines = [
    `${theirs(typed(title), "Anúncio")}, ${atLocation(localizacao)}`,
    ...(
      [
        ["Visualizações", "visita"],
        ["WhatsApp", "whatsapp"],
        ["Telefone", "telefone"],
      ] as const
    ).map(compared),
  ];
  return `${lines.join("\n")}\n`;
}

function count(n: number, one: string, many: string): string {
  return n === 1 ? `1 ${one}` : `${formatCount(n)} ${many}`;
}
