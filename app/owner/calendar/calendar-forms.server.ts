import { redirect } from "react-router";
import { today } from "../../domain/calendar/civil-date.ts";
import type { FeedsDone } from "../../domain/feeds/connecting/feed-words.ts";
import { ownsListing } from "../../domain/listings/listings.server.ts";
import { listingNotFound } from "../../domain/listings/missing/absence.ts";
import { redirectWithFlash } from "../../platform/web/flash-cookie.server.ts";
import type { Forms } from "../../platform/web/forms/answer-forms.server.ts";
import { refuseInvalid } from "../../platform/web/forms/form-outcome.ts";
import { refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { type CalendarForm, feedForms } from "./feeds/feed-forms.server.ts";
import { changeNights, confirmCalendar, resumeReminders } from "./nights.server.ts";
import { readPeriod } from "./period/period.ts";
import { type NightChange, noNights, readNightChange } from "./saving/night-queue.ts";
import {
  deleteSeason,
  type SeasonResult,
  saveSeason,
  takeOwnRate,
} from "./season-commands.server.ts";
import { parseSeason } from "./season-form.ts";

export type CalendarDone = FeedsDone & {
  saved?: NightChange;
};

const noChange = (marks: boolean) =>
  refuse("unchanged", `Essas noites já estavam ${marks ? "ocupadas" : "livres"}.`);

/** A reason "not-found" means that the listing is not this user's. */
export function calendarForms(listing: CalendarForm): Forms<CalendarDone> {
  const { context, uid, id } = listing;
  const { db } = context.get(siteContext);
  const path = `/posts/${id}/calendario`;
  const say = (text: string, to = path) => redirectWithFlash(to, { kind: "success", text });
  const show = (result: SeasonResult) =>
    result.ok ? redirect(`${path}?salva=${result.id}#temporadas`) : result;
  return {
    ...feedForms(listing),
    async noites({ formData }) {
      const change = readNightChange(formData);
      if (!change) return noNights;
      const result = await changeNights(db, uid, id, change);
      if (!result.ok) return result;
      return { ok: true, done: { saved: result.changed } };
    },
    async periodo({ formData }) {
      const period = readPeriod(formData, today());
      if (!period.ok) {
        if (!(await ownsListing(db, uid, id))) return listingNotFound;
        return { ...refuse("invalid", ""), errors: period.errors };
      }
      const { nights, marks } = period;
      const change = marks ? { mark: nights, free: [] } : { mark: [], free: nights };
      const result = await changeNights(db, uid, id, change);
      if (!result.ok) return result;
      const { changed } = result;
      if (changed.mark.length + changed.free.length === 0) return noChange(marks);
      return { ok: true, done: { saved: changed } };
    },
    async confirmar() {
      const result = await confirmCalendar(db, uid, id);
      return result.ok ? say("Pronto, o calendário está em dia.") : result;
    },
    async lembretes() {
      const result = await resumeReminders(db, uid, id);
      return result.ok ? say("Pronto, os lembretes estão ligados de novo.") : result;
    },
    async temporada({ formData, text }) {
      const submission = parseSeason(formData, today());
      if (submission.status === "success") {
        const season = { id: text("id") || null, ...submission.value };
        return show(await saveSeason(db, uid, id, season));
      }
      if (!(await ownsListing(db, uid, id))) return listingNotFound;
      const message = "Confira os campos marcados da temporada.";
      return { ...refuseInvalid(submission), message };
    },
    "preco-do-anuncio": async ({ text }) => show(await takeOwnRate(db, uid, id, text("id"))),
    async "excluir-temporada"({ text }) {
      const result = await deleteSeason(db, uid, id, text("id"));
      return result.ok ? say("Preço de feriado excluído.", `${path}#temporadas`) : result;
    },
  };
}
