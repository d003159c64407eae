import type { RouterContextProvider } from "react-router";
import { formatClock } from "../../calendar/civil-date.ts";
import type { Db } from "../../db/client.server.ts";
import { listingNotFound } from "../../listings/listing-not-found.ts";
import { ownsListing } from "../../listings/listings.server.ts";
import { mayTry, spendPoints, tooManyTries } from "../../site/rate-limit.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import { siteContext } from "../../site/site.server.ts";
import { calendarFeedsContext } from "../calendar-feeds.server.ts";
import { renewCalendarToken } from "../export/export-address.server.ts";
import {
  acceptEmptied,
  connectFeed,
  disconnectFeed,
  type FeedInput,
  syncFeeds,
} from "./connected-feeds.server.ts";
import { describeSync, type FeedsOutcome } from "./feed-words.ts";

/** The user may not own the listing. */
export interface CalendarForm {
  context: Readonly<RouterContextProvider>;
  db: Db;
  uid: string;
  id: string;
  formData: FormData;
}

type Result = ({ ok: true } | Refusal) & { feeds?: FeedsOutcome };

/** By the value of their field `intent`. */
export const feedForms: Record<string, (form: CalendarForm) => Promise<Result>> = {
  async conectar({ context, uid, id, formData }) {
    const typed = { endereco: read(formData, "endereco"), nome: read(formData, "nome") };
    const result = await connect(context, uid, id, typed);
    if (result.ok) return { ok: true, feeds: { notice: "Calendário conectado." } };
    const refused = result.reason === "name" ? "nome" : "endereco";
    return { ...result, feeds: { typed, refused } };
  },
  async desconectar({ db, uid, id, formData }) {
    const result = await disconnectFeed(db, uid, id, read(formData, "id"));
    if (!result.ok) return { ...result, feeds: {} };
    const notice = `${result.removed.nome} desligado: os dias dele ficaram livres. Para voltar atrás, toque em Conectar.`;
    return { ok: true, feeds: { notice, typed: result.removed } };
  },
  async sincronizar({ context, db, uid, id }) {
    if (!(await ownsListing(db, uid, id))) return listingNotFound;
    const { rateLimits, log } = context.get(siteContext);
    const seconds = await spendPoints({ rateLimits, log }, "feed-sync-listing", id, 1);
    if (seconds > 0) {
      const at = formatClock(new Date(Date.now() + seconds * 1000 + 59_000));
      const message = `Acabamos de sincronizar. Dá para sincronizar de novo às ${at}.`;
      return { ...refuse("too-many-tries", message), feeds: {} };
    }
    const site = { db, log, calendarFeeds: context.get(calendarFeedsContext) };
    const result = await syncFeeds(site, uid, id);
    if (!result.ok) return { ...result, feeds: {} };
    return { ok: true, feeds: describeSync(result.synced, new Date()) };
  },
  async "aceitar-vazio"({ db, uid, id, formData }) {
    const result = await acceptEmptied(db, uid, id, read(formData, "id"));
    return result.ok
      ? { ok: true, feeds: { notice: "Pronto: os dias desse calendário ficaram livres." } }
      : { ...result, feeds: {} };
  },
  async "novo-endereco"({ db, uid, id, formData }) {
    if (!(await ownsListing(db, uid, id))) return listingNotFound;
    if (read(formData, "confirmado") !== "sim") return { ok: true, feeds: { asksToRenew: true } };
    const result = await renewCalendarToken(db, uid, id);
    if (!result.ok) return result;
    return {
      ok: true,
      feeds: { notice: "Endereço novo pronto. Troque o antigo nos outros sites." },
    };
  },
};

async function connect(
  context: Readonly<RouterContextProvider>,
  uid: string,
  id: string,
  typed: FeedInput,
) {
  if (!(await mayTry(context, { "feed-connect-user": uid }))) return tooManyTries;
  const { db, siteUrl } = context.get(siteContext);
  const site = { db, siteUrl, calendarFeeds: context.get(calendarFeedsContext) };
  return connectFeed(site, uid, id, typed);
}

function read(formData: FormData, name: string): string {
  const value = formData.get(name);
  return typeof value === "string" ? value : "";
}
