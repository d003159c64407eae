import { createHash } from "node:crypto";
import { today } from "../../../domain/calendar/civil-date.ts";
import { findExportedCalendar } from "../../../domain/feeds/export/export-address.server.ts";
import { writeExport } from "../../../domain/feeds/export/write-export.server.ts";
import {
  hour,
  type Limit,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/calendar-file.ts";

/** Other sites read a listing's calendar every few hours each. */
const readsOfListing: Limit = { name: "calendar-listing", points: 60, duration: hour };

/** Headers of every response: search engines may follow a link that an owner shared. */
const always = { "X-Robots-Tag": "noindex" };

/** Publishes the nights that the owner marked here, never those from feeds. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db, siteUrl } = context.get(siteContext);
  const calendar = await findExportedCalendar(db, params.arquivo);
  if (!calendar) return answerText(404, "Este calendário não existe mais.");
  // Only existing addresses are counted: guesses would fill the table.
  if (!(await takeTry(context, [[readsOfListing, calendar.listingId]]))) {
    return answerText(429, tooManyTries.message);
  }
  const host = new URL(siteUrl).hostname;
  const body = writeExport(calendar.nights, { ...calendar, host, today: today() });
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = {
    ...always,
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": 'inline; filename="calendario.ics"',
    // It says no more than the ad's page, and readers that come too often needn't ask.
    "Cache-Control": "private, max-age=300",
    ETag: etag,
  };
  // Compressed responses carry a weak validator.
  const isKnown = request.headers.get("If-None-Match")?.includes(etag);
  return new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers });
}

function answerText(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...always, "Content-Type": "text/plain; charset=utf-8" },
  });
}
