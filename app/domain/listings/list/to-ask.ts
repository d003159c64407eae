import { staleAfterDays } from "../freshness.ts";
import type { ListingSummary } from "../listing.ts";

/** Words for results whose calendar nobody confirmed for {@link staleAfterDays}. */
export const toAskWords = {
  title: "Pergunte as datas",
  text: `Pelo calendário estão livres, mas faz ${staleAfterDays} dias ou mais que ninguém o confirma. Pergunte a quem anuncia antes de contar com as datas.`,
};

/** True in a search by dates, if nobody confirmed the calendar lately. */
export function isToAsk({ offer }: Pick<ListingSummary, "offer">): boolean {
  return Boolean(offer?.staleAge);
}
