import type { RouterContextProvider } from "react-router";
import type { CurrentUser } from "../../accounts/current-user.ts";
import { today } from "../../calendar/civil-date.ts";
import { type CalendarForm, feedForms } from "../../feeds/connecting/feed-forms.server.ts";
import type { FeedsOutcome } from "../../feeds/connecting/feed-words.ts";
import { listingNotFound } from "../../listings/listing-not-found.ts";
import { ownsListing } from "../../listings/listings.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import { siteContext } from "../../site/site.server.ts";
import { changeNights, confirmCalendar } from "./nights.server.ts";
import { setReminders } from "./reminders.server.ts";
import { type NightChange, readNightChange } from "./saving/night-change.ts";
import { parseSeason, seasonFields } from "./season-form.ts";
import { deleteSeason, saveSeason } from "./seasons.server.ts";
import type { RefusedSeason } from "./seasons.tsx";

export type FormOutcome =
  | ({ intent: string; ok: true } & Success)
  | ({ intent: string; ok: false; message: string } & Failure);

interface Success {
  saved?: NightChange;
  feeds?: FeedsOutcome;
}

interface Failure {
  season?: RefusedSeason;
  feeds?: FeedsOutcome;
}

const answers: Record<string, Answer> = {
  ...feedForms,
  async noites({ db, uid, id, formData }) {
    const change = readNightChange(formData);
    if (!change) return refuse("invalid", "Essas datas não estão no calendário.");
    const result = await changeNights(db, uid, id, change);
    return result.ok ? { ok: true, saved: change } : result;
  },
  confirmar: ({ db, uid, id }) => confirmCalendar(db, uid, id),
  lembretes: ({ db, uid, id, formData }) =>
    setReminders(db, uid, id, formData.get("lembretes") === "ligar"),
  async temporada({ db, uid, id, formData }) {
    const seasonId = formData.get("id");
    const named = typeof seasonId === "string" && seasonId !== "" ? seasonId : null;
    const submission = parseSeason(formData, today());
    if (submission.status === "success") {
      return saveSeason(db, uid, id, { id: named, ...submission.value });
    }
    if (!(await ownsListing(db, uid, id))) return listingNotFound;
    const typed = seasonFields.map((name) => [name, String(formData.get(name) ?? "")]);
    const errors = submission.error ?? {};
    return {
      ...refuse("invalid", "Confira os campos marcados da temporada."),
      season: { id: named, values: Object.fromEntries(typed), errors },
    };
  },
  "excluir-temporada": ({ db, uid, id, formData }) =>
    deleteSeason(db, uid, id, String(formData.get("id") ?? "")),
};

type Answer = (form: CalendarForm) => Promise<({ ok: true } & Success) | (Refusal & Failure)>;

/** Throws 404 unless the listing is this user's. */
export async function answerCalendarForm(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  id: string,
  formData: FormData,
): Promise<{ outcome: FormOutcome; status: number }> {
  const intent = String(formData.get("intent") ?? "");
  const answer = Object.hasOwn(answers, intent) ? answers[intent] : undefined;
  if (!answer) {
    const message = "Esse botão não existe mais. Abra a página de novo.";
    return { outcome: { intent, ok: false, message }, status: 400 };
  }
  const { db } = context.get(siteContext);
  const result = await answer({ context, db, uid: user.uid, id, formData });
  if (result.ok) return { outcome: { intent, ...result }, status: 200 };
  const { reason, message, season } = result;
  const feeds = result.feeds && { ...result.feeds, message };
  return { outcome: { intent, ok: false, message, season, feeds }, status: statusOf(reason) };
}

function statusOf(reason: string): number {
  return { "not-found": 404, "too-many-tries": 429 }[reason] ?? 400;
}
