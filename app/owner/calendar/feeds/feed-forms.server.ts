import type { RouterContextProvider } from "react-router";
import { formatClock } from "../../../domain/calendar/civil-date.ts";
import { calendarFeedsContext } from "../../../domain/feeds/calendar-feeds.server.ts";
import {
  acceptEmptied,
  connectFeed,
  disconnectFeed,
  syncFeeds,
} from "../../../domain/feeds/connecting/connected-feeds.server.ts";
import type { FeedIntent, FeedsDone } from "../../../domain/feeds/connecting/feed-words.ts";
import { renewExportToken } from "../../../domain/feeds/export/export-address.server.ts";
import { ownsListing } from "../../../domain/listings/listings.server.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import type { Forms } from "../../../platform/web/forms/answer-forms.server.ts";
import {
  hour,
  type Limit,
  limitsContext,
  spendPoints,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";

export const connectsOfUser: Limit = { name: "feed-connect-user", points: 20, duration: hour };
const syncsOfListing: Limit = { name: "feed-sync-listing", points: 1, duration: 5 * 60 };

/** The sender of a form of a listing's calendar; the commands check whose it is. */
export interface CalendarForm {
  context: Readonly<RouterContextProvider>;
  uid: string;
  id: string;
}

export function feedForms({ context, uid, id }: CalendarForm): Forms<FeedsDone, FeedIntent> {
  const { db, siteUrl, log } = context.get(siteContext);
  const calendarFeeds = context.get(calendarFeedsContext);
  const say = (text: string, more?: string) =>
    redirectWithFlash(`/posts/${id}/calendario#calendarios`, { kind: "success", text, more });
  return {
    async conectar({ text }) {
      const endereco = text("endereco");
      const result = (await takeTry(context, [[connectsOfUser, uid]]))
        ? await connectFeed({ db, siteUrl, calendarFeeds }, uid, id, endereco)
        : tooManyTries;
      return result.ok
        ? say("Calendário conectado.", "Agora cole o nosso endereço lá.")
        : { field: "endereco", ...result };
    },
    async desconectar({ text }) {
      const result = await disconnectFeed(db, uid, id, text("id"));
      if (!result.ok) return result;
      const { removed } = result;
      const notice = `${removed.nome} desligado: os dias dele ficaram livres. Para voltar atrás, toque em Conectar.`;
      return { ok: true, typed: { endereco: removed.endereco }, done: { notice } };
    },
    async sincronizar() {
      if (!(await ownsListing(db, uid, id))) return listingNotFound;
      const seconds = await spendPoints(context.get(limitsContext), syncsOfListing, id, 1);
      if (seconds > 0) {
        const at = formatClock(new Date(Date.now() + seconds * 1000 + 59_000));
        const message = `Acabamos de sincronizar. Dá para sincronizar de novo às ${at}.`;
        return refuse("too-many-tries", message, { status: 429 });
      }
      const result = await syncFeeds({ db, log, calendarFeeds }, uid, id);
      if (!result.ok) return result;
      const { read, of } = result;
      if (read === of) return say("Calendários lidos agora.");
      const problem = `Lemos ${read} de ${of}. O motivo está em cada um; tente de novo mais tarde.`;
      return { ok: true, done: { problem } };
    },
    async "aceitar-vazio"({ text }) {
      const result = await acceptEmptied(db, uid, id, text("id"));
      return result.ok ? say("Pronto: os dias desse calendário ficaram livres.") : result;
    },
    async "novo-endereco"({ text }) {
      if (!(await ownsListing(db, uid, id))) return listingNotFound;
      if (text("confirmado") !== "sim") return { ok: true, done: { asksToRenew: true } };
      const result = await renewExportToken(db, uid, id);
      return result.ok ? say("Endereço novo pronto.", "Troque o antigo nos outros sites.") : result;
    },
  };
}
