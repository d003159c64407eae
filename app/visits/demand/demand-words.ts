import { daysFrom } from "../../calendar/civil-date.ts";
import { holidayInWords } from "../../calendar/holiday-words.ts";
import type { AskedAmenity } from "../../listings/asked/asked-search.ts";
import { filterFlags } from "../../listings/fields.ts";
import { countOf, formatCount } from "../../ui/words.ts";
import { type Demand, fewestMissed, type Missed } from "./demand.ts";

/** Names that aren't the field's label in lower case. */
const nouns: Partial<Record<AskedAmenity, string>> = {
  aceitaPets: "pets",
  wifi: "Wi-Fi",
  acessivel: "acesso para cadeira de rodas",
};

function nounOf(name: AskedAmenity): string {
  const label = filterFlags.find((flag) => flag.name === name)?.label ?? name;
  return nouns[name] ?? label.toLowerCase();
}

/** What the sentences mention of a house. */
export interface HouseInWords {
  quantidadeMaximaPessoas: number | null;
  QuantidadeTotalQuartos: number | null;
}

/** Sentence such as "47 buscas pediam pets e a sua casa não apareceu." */
export function describeMissed({ by, holiday, n }: Missed, house: HouseInWords): string {
  const searches = countOf(n, "busca");
  const without = "e a sua casa não apareceu";
  switch (by) {
    case "noPrice":
      return holiday
        ? `${formatCount(n)} buscaram ${holidayInWords(holiday)} e a casa não apareceu: falta o preço.`
        : `${searches} tinham preço máximo ${without}: falta o preço da noite.`;
    case "price":
      return `${searches} tinham um preço máximo menor que a sua diária ${without}.`;
    case "people":
      return house.quantidadeMaximaPessoas
        ? `${searches} pediam lugar para mais de ${countOf(house.quantidadeMaximaPessoas, "pessoa")} ${without}.`
        : `${searches} diziam quantas pessoas ${without}: falta o número de pessoas.`;
    case "bedrooms":
      return house.QuantidadeTotalQuartos
        ? `${searches} pediam mais de ${countOf(house.QuantidadeTotalQuartos, "quarto")} ${without}.`
        : `${searches} diziam quantos quartos ${without}: falta o número de quartos.`;
    default:
      return `${searches} pediam ${nounOf(by)} ${without}.`;
  }
}

export interface AdvisedHouse extends HouseInWords {
  photoCount: number;
  /** Days since somebody vouched for the calendar. */
  calendarAge: number;
  views: number;
}

interface KnownHouse {
  house: HouseInWords;
  photoCount: number;
  confirmedOn: string;
}

export interface Advice {
  /** Searches lost, by which advice is compared; 0 for photos, which come last. */
  n: number;
  /** What was seen, a sentence. */
  reason: string;
  /** What to do about it, a sentence. */
  step: string;
  where: "edit" | "calendar";
}

/** What there is to know about a house for its advice. */
export function factsFor(
  { house, photoCount, confirmedOn }: KnownHouse,
  views: number,
  day: string,
): AdvisedHouse {
  const calendarAge = Math.max(0, daysFrom(confirmedOn, day));
  return { ...house, photoCount, calendarAge, views };
}

/** Path where the owner can follow the advice. */
export function addressOf({ where }: Advice, id: string): string {
  return where === "calendar" ? `/posts/${id}/calendario` : `/posts/edit/${id}`;
}

/** With fewer photos, the first thing to add is another. */
const enoughPhotos = 5;
/** Searches that must have shown a house before its photos are blamed. */
const fewestShown = 40;
/** Views for each hundred appearances that a house with too few photos stays below. */
const lowestInterest = 5;

/**
 * Picks the advice with the most lost searches, null if nothing was lost often enough. More beds can't be
 * advised, and photos are only mentioned if no filter explains anything.
 */
export function pickAdvice(demand: Demand, house: AdvisedHouse): Advice | null {
  const [missed] = demand.missed.filter(({ by }) => isWithinReach(by, house));
  const isCalendar = demand.unconfirmed >= fewestMissed && demand.unconfirmed > (missed?.n ?? 0);
  if (isCalendar) return adviseConfirming(demand.unconfirmed, house.calendarAge);
  if (missed) {
    return { n: missed.n, reason: describeMissed(missed, house), ...stepFor(missed) };
  }
  return advisePhotos(demand.appeared, house);
}

function isWithinReach(by: Missed["by"], house: HouseInWords): boolean {
  if (by === "people") return !house.quantidadeMaximaPessoas;
  return by !== "bedrooms" || !house.QuantidadeTotalQuartos;
}

function adviseConfirming(n: number, age: number): Advice {
  return {
    n,
    reason: `${countOf(n, "busca")} com datas pediam uma casa como a sua, mas o calendário está sem confirmação há ${age} dias: ela fica no fim, em “a confirmar”.`,
    step: "Confira o calendário e toque em “Está em dia”.",
    where: "calendar",
  };
}

function stepFor({ by, holiday }: Missed): Pick<Advice, "step" | "where"> {
  if (by === "noPrice" && holiday) {
    return { step: `Diga quanto custa ${holidayInWords(holiday)}.`, where: "calendar" };
  }
  const steps: Partial<Record<Missed["by"], string>> = {
    noPrice: "Diga no anúncio quanto custa a noite.",
    price: "Se puder, tenha uma diária menor fora dos feriados.",
    people: "Diga no anúncio quantas pessoas cabem.",
    bedrooms: "Diga no anúncio quantos quartos tem a casa.",
    aceitaPets: "Se a casa aceita pets, marque no anúncio.",
  };
  return { step: steps[by] ?? "Se a casa tem, marque no anúncio.", where: "edit" };
}

function advisePhotos(appeared: number, { photoCount, views }: AdvisedHouse): Advice | null {
  const isSeldomOpened = views * 100 < appeared * lowestInterest;
  if (photoCount >= enoughPhotos || appeared < fewestShown || !isSeldomOpened) return null;
  const opened =
    views === 0
      ? "ninguém abriu o anúncio"
      : `o anúncio foi aberto só ${views === 1 ? "1 vez" : `${views} vezes`}`;
  return {
    n: 0,
    reason: `A casa apareceu em ${countOf(appeared, "busca")} e ${opened}: ${photoCount === 0 ? "faltam fotos" : `tem só ${countOf(photoCount, "foto")}`}.`,
    step: "Ponha mais fotos, com luz do dia, da casa e da vista.",
    where: "edit",
  };
}
