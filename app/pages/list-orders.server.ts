import { staleAfterDays } from "../listings/freshness.ts";

/**
 * How ads are ordered, in the words of /como-ordenamos. Of several rules a later one decides between
 * ads that are equal by those before it. Tests hold each rule against the pages.
 */
export const orderRules = {
  newest: "Do anúncio mais novo ao mais antigo, pela data em que foi publicado.",
  cheapestNight: "Da menor diária à maior. Quem não diz a diária vem por último.",
  cheapestStay:
    "Do menor preço no período ao maior, pela nossa estimativa. Quem não diz os preços vem por último.",
  confirmedCalendar: `Primeiro as casas com o calendário confirmado há menos de ${staleAfterDays} dias. As outras vêm depois, à parte, em “Pergunte as datas”.`,
  alike:
    "Da mais parecida à menos parecida, pelo lugar, pelo preço do fim de semana e pelo número de pessoas. Outro lugar pesa como o dobro do preço ou das pessoas, e mais quanto mais longe fica.",
  byPlace: "Por lugar. Dentro de cada lugar, e entre eles, vale a ordem da busca.",
  groupChoice: "Em cima a casa que o grupo prefere, quando uma vence a votação.",
  firstAdded: "Na ordem em que entraram na lista.",
  lastSaved: "Da última que você guardou à primeira.",
} as const;

export type OrderRule = keyof typeof orderRules;

interface ListOrder {
  title: string;
  rules: readonly OrderRule[];
}

export const listOrders = {
  home: { title: "Início", rules: ["newest"] },
  search: { title: "Busca sem datas", rules: ["newest"] },
  searchByPrice: {
    title: "Busca sem datas, por menor preço",
    rules: ["cheapestNight", "newest"],
  },
  stay: { title: "Busca com datas", rules: ["confirmedCalendar", "newest"] },
  stayByPrice: {
    title: "Busca com datas, por menor preço",
    rules: ["confirmedCalendar", "cheapestStay", "newest"],
  },
  drawing: { title: "Resultados no desenho", rules: ["confirmedCalendar", "byPlace"] },
  landing: { title: "Páginas de cada lugar", rules: ["newest"] },
  similar: { title: "Parecidos com este", rules: ["alike", "newest"] },
  sameAdvertiser: { title: "Também de quem anuncia", rules: ["newest"] },
  nearby: { title: "Onde ficar por perto", rules: ["newest"] },
  lost: { title: "Recém-publicadas", rules: ["newest"] },
  saved: { title: "Minha lista", rules: ["lastSaved"] },
  groupList: { title: "Lista do grupo", rules: ["groupChoice", "firstAdded"] },
  numberLookup: { title: "Confira um número", rules: ["newest"] },
} as const satisfies Record<string, ListOrder>;

export type ListName = keyof typeof listOrders;

export interface OrderInWords {
  /** The lists that have it. */
  titles: string[];
  rules: string[];
}

export function describeOrders(): OrderInWords[] {
  const lists = Object.values<ListOrder>(listOrders);
  const byRules = Map.groupBy(lists, ({ rules }) => rules.join());
  return [...byRules.values()].map((alike) => ({
    titles: alike.map(({ title }) => title),
    rules: (alike[0]?.rules ?? []).map((rule) => orderRules[rule]),
  }));
}
