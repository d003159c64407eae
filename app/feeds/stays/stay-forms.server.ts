import type { Forms, SentForm } from "../../site/forms/answer-forms.server.ts";
import { siteContext } from "../../site/site.server.ts";
import type { CalendarForm } from "../connecting/feed-forms.server.ts";
import type { FeedsDone } from "../connecting/feed-words.ts";
import { setStayFreed } from "./feed-stays.server.ts";
import type { StayIntent } from "./stay-words.ts";

export function stayForms({ context, uid, id }: CalendarForm): Forms<FeedsDone, StayIntent> {
  const { db } = context.get(siteContext);
  const setFreed = ({ text }: SentForm, isFreed: boolean) =>
    setStayFreed(db, uid, id, {
      feedId: text("calendario"),
      from: text("de"),
      to: text("ate"),
      isFreed,
    });
  return {
    async "esta-livre"(form) {
      const result = await setFreed(form, true);
      if (!result.ok) return result;
      const notice =
        "Pronto, essas noites estão livres até o outro site mudar as datas. Para voltar atrás, veja Calendários ligados.";
      return { ok: true, done: { notice } };
    },
    async "voltar-a-ocupar"(form) {
      const result = await setFreed(form, false);
      if (!result.ok) return result;
      return { ok: true, done: { notice: "Pronto, essas noites estão ocupadas de novo." } };
    },
  };
}
