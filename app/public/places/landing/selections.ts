import {
  filterFlags,
  type LeisureOption,
  leisureOptions,
} from "../../../domain/listings/fields.ts";
import { type Filters, noFilters } from "../../../domain/search/filters.ts";
import { slugOf } from "../../../platform/ui/slug.ts";

/** Guests that a house for groups must hold. */
const groupSize = 14;

/** Listings that a selection needs to have a page. */
export const minListings = 3;

/** A location's listings with something in common, on a page of their own. */
export interface Selection {
  slug: string;
  /** Words that follow "casas": "com piscina". */
  words: string;
  advice: string;
  filters: Omit<Filters, "localizacao">;
}

const leisureAdvice: Record<LeisureOption, string> = {
  Piscina:
    "De junho a agosto a noite esfria, e a água também: pergunte se a piscina é aquecida e até que horas dá para usar. Com criança pequena no grupo, pergunte se há cerca ou capa.",
  Sauna:
    "Sauna combina com as noites frias do meio do ano. Pergunte se ela é a lenha, a gás ou elétrica, e se o uso entra no preço ou é combinado à parte.",
  Churrasqueira:
    "Pergunte se a churrasqueira é coberta, para o dia de chuva, e o que já fica na casa: grelha, espetos, freezer para o gelo. O carvão costuma ser por sua conta.",
  Garagem:
    "Conte os carros antes de chamar, e a carreta do barco também. Pergunte quantos cabem do lado de dentro e se a entrada é de terra, que muda com a chuva.",
  "Sala de jogos":
    "Quando chove no lago, é a mesa que salva a tarde. Pergunte o que há na sala, de sinuca a baralho, e até que horas o barulho não incomoda os vizinhos.",
};

const flagAdvice: Record<(typeof filterFlags)[number]["name"], string> = {
  aceitaPets:
    "Diga o tamanho do bicho antes de combinar e pergunte se o quintal é cercado. Vale saber também onde ele dorme e se há taxa de limpeza por causa dele.",
  wifi: "Longe da cidade a internet costuma vir por rádio ou satélite. Se alguém vai trabalhar, pergunte a velocidade, se aguenta chamada de vídeo e se o sinal chega aos quartos.",
  arCondicionado:
    "Pergunte em quais quartos há aparelho e se a energia entra no preço. Nas noites frias do meio do ano, vale saber se ele também aquece.",
  beiraDAgua:
    "O nível do lago muda com a estação: na seca, a beira pode ficar longe da casa. Pergunte como está agora e, com criança no grupo, se há cerca até a água.",
  pier: "Pergunte se o píer alcança a água no nível de hoje, se cabe a sua lancha e se há rampa por perto. De noite, a iluminação também conta.",
  cercado:
    "Cerca serve para criança e para bicho, mas nem toda cerca segura os dois. Pergunte a altura, se fecha o terreno todo e como é o portão.",
  berco:
    "Pergunte o tamanho do berço, se vem com colchão e lençol, e quantos há. Com bebê na casa, vale saber também de escadas, piscina e água quente.",
  acessivel:
    "Cada cadeira pede uma medida: pergunte a largura das portas, se há degraus até a casa e como é o banheiro, com barras e box sem desnível.",
};

export const selections: readonly Selection[] = [
  ...leisureOptions.map((name) => ({
    slug: `com-${slugOf(name)}`,
    words: `com ${name.toLowerCase()}`,
    advice: leisureAdvice[name],
    filters: { ...noFilters, lazer: [name] },
  })),
  ...filterFlags.map(({ name, words, parameter }) => ({
    slug: slugOf(words),
    words,
    advice: flagAdvice[name],
    filters: { ...noFilters, [parameter]: true },
  })),
  {
    slug: "para-grupos",
    words: `para grupos de ${groupSize} pessoas ou mais`,
    advice:
      "Para turma grande, conte camas e banheiros antes de contar quartos, e diga ao dono o número certo de pessoas, crianças incluídas. Uma pessoa só fala com ele, junta o dinheiro e confere a casa na saída.",
    filters: { ...noFilters, pessoas: groupSize },
  },
];

export function findSelection(slug: string): Selection | null {
  return selections.find((selection) => selection.slug === slug) ?? null;
}
