import type { InitialInquiry } from "./use-stay-inquiry.ts";

/** The state of a page whose address asks for nothing, as most do: their data leave it out. */
export function nothingAsked(listingId: string): InitialInquiry {
  const question = { stay: null, people: null, total: null, unpricedHoliday: null, isTaken: false };
  return {
    inquiry: { entrada: "", saida: "", pessoas: "" },
    checked: {
      stay: null,
      estimate: null,
      people: null,
      question: { ...question, rule: null },
      summary: null,
      offers: [],
      watch: null,
      problems: {},
      broken: [],
      minimum: null,
      deadEnd: null,
      advice: null,
      address: `/posts/${listingId}`,
    },
  };
}
