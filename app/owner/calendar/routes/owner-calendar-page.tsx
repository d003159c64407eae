import { data, isRouteErrorResponse } from "react-router";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { listHolidays } from "../../../domain/calendar/holidays.ts";
import { endOfWindow } from "../../../domain/calendar/night-window.ts";
import { listFeedNights } from "../../../domain/calendar/taken-nights.server.ts";
import { listConnectedFeeds } from "../../../domain/feeds/connecting/connected-feeds.server.ts";
import { isFeedIntent, isInTrouble } from "../../../domain/feeds/connecting/feed-words.ts";
import {
  exportPath,
  findOrCreateExportToken,
} from "../../../domain/feeds/export/export-address.server.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { LoadFailure } from "../../../domain/listings/missing/load-failure.tsx";
import { seasonNights, suggestSeasons } from "../../../domain/prices/seasons.ts";
import { listSeasons } from "../../../domain/prices/stored-seasons.server.ts";
import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import { Fold } from "../../../platform/ui/fold.tsx";
import { Page, PageHead } from "../../../platform/ui/shell/page-head.tsx";
import { privatePageMeta } from "../../../platform/ui/shell/page-meta.ts";
import { answerForms } from "../../../platform/web/forms/answer-forms.server.ts";
import { refusalOf } from "../../../platform/web/forms/form-outcome.ts";
import { Island } from "../../../platform/web/islands/island.tsx";
import { siteContext } from "../../../platform/web/site.server.ts";
import { type CalendarDone, calendarForms } from "../calendar-forms.server.ts";
import { ConnectedFeeds } from "../feeds/feed-list.tsx";
import { MarkedNights } from "../marked-nights.tsx";
import { findOwnCalendar } from "../nights.server.ts";
import styles from "../owner-calendar.module.css";
import { PeriodForm } from "../period/period-form.tsx";
import { Seasons } from "../season-list.tsx";
import type { Route } from "./+types/owner-calendar-page.ts";

const holidayMonths = 18;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const user = requireUser(context);
  const { db, siteUrl } = context.get(siteContext);
  const now = new Date();
  const day = today(now);
  const token = await findOrCreateExportToken(db, user.uid, params.id);
  const calendar = await findOwnCalendar(db, user.uid, params.id, day);
  if (!calendar || !token) throw data(listingNotFound.message, { status: 404 });
  const [feedNights, feeds, seasons] = await Promise.all([
    listFeedNights(db, calendar.id, day),
    listConnectedFeeds(db, calendar.id),
    listSeasons(db, calendar.id),
  ]);
  const coming = seasons.filter(({ ate }) => ate > day);
  const suggestions = suggestSeasons(listHolidays(now, holidayMonths), coming);
  const named = (name: string) => url.searchParams.get(name);
  return {
    uid: user.uid,
    calendar,
    feedNights,
    seasoned: seasonNights(coming, { checkIn: day, checkOut: endOfWindow(day) }),
    feeds,
    exportAddress: siteUrl + exportPath(token),
    seasons: coming,
    edited: coming.find(({ id }) => id === named("temporada")) ?? null,
    saved: coming.find(({ id }) => id === named("salva")) ?? null,
    suggestions,
    suggested: suggestions.find(({ checkIn }) => checkIn === named("feriado")) ?? null,
    day,
    now,
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, params } = args;
  const { uid } = requireUser(context);
  const forms = calendarForms({ context, uid, id: params.id });
  return answerForms<CalendarDone>(args, forms, { isPageOfRow: true });
}

export function meta(): Route.MetaDescriptors {
  return privatePageMeta("Calendário");
}

export default function CalendarRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { calendar, feeds, feedNights, day } = loaderData;
  const ofFeeds = actionData && isFeedIntent(actionData.intent) ? actionData : undefined;
  return (
    <Page className={styles.page}>
      <PageHead title="Calendário" back={{ to: "/dashboard", text: "Meus Anúncios" }}>
        <p>
          {calendar.title}, {calendar.localizacao}
        </p>
      </PageHead>
      {!ofFeeds && <ErrorNote>{actionData?.message}</ErrorNote>}
      <div className={styles.columns}>
        <div className={styles.nights}>
          <noscript>
            <PeriodForm
              nights={calendar.nights}
              feedNights={feedNights}
              refused={refusalOf(actionData, "periodo")}
              today={day}
            />
          </noscript>
          <Island
            name="nights"
            of={MarkedNights}
            props={{
              uid: loaderData.uid,
              listingId: calendar.id,
              nights: calendar.nights,
              feedNights,
              seasoned: loaderData.seasoned,
              currentSince: calendar.currentSince,
              today: day,
              saved: actionData?.done?.saved ?? null,
            }}
          />
        </div>
        <div className={styles.beside}>
          <Seasons
            seasons={loaderData.seasons}
            suggestions={loaderData.suggestions}
            suggested={loaderData.suggested}
            edited={loaderData.edited}
            saved={loaderData.saved}
            own={calendar}
            refused={refusalOf(actionData, "temporada")}
            today={day}
          />
          <Fold
            id="calendarios"
            summary={<h2>Airbnb, Booking e outros ({countConnected(feeds.length)})</h2>}
            isOpen={ofFeeds !== undefined || feeds.some(isInTrouble)}
          >
            <ConnectedFeeds
              feeds={feeds}
              exportAddress={loaderData.exportAddress}
              outcome={ofFeeds}
              now={loaderData.now}
            />
          </Fold>
          {calendar.remindersOff && (
            <form method="post" className="small soft">
              <p>Os lembretes por e-mail deste calendário estão desligados.</p>
              <button type="submit" name="intent" value="lembretes" className="btn btn--line">
                Voltar a receber lembretes
              </button>
            </form>
          )}
        </div>
      </div>
    </Page>
  );
}

function countConnected(count: number): string {
  return count === 1 ? "1 ligado" : `${count} ligados`;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  if (isRouteErrorResponse(error) && !isMissing && error.status < 500) throw error;
  return <LoadFailure message={isMissing ? listingNotFound.message : undefined} />;
}
