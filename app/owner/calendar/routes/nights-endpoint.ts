import { data } from "react-router";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { refuseScript } from "../../../platform/web/forms/answer-forms.server.ts";
import { readForm } from "../../../platform/web/forms/read-form.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { findOwnAd } from "../find-own-ad.server.ts";
import { changeNights } from "../nights.server.ts";
import { noNights, readNightChange } from "../saving/night-queue.ts";
import type { Route } from "./+types/nights-endpoint.ts";

/** Answers the bar on one's own ad, because the ad's page is the same for everyone. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { uid } = requireUser(context);
  const own = await findOwnAd(context.get(siteContext).db, uid, params.id, today());
  if (!own) throw data(listingNotFound.message, { status: 404 });
  return Response.json(own);
}

/** Answers the calendar's script with the nights after the change. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const user = requireUser(context);
  const change = readNightChange(await readForm(request));
  if (!change) return refuseScript(noNights);
  const { db } = context.get(siteContext);
  const result = await changeNights(db, user.uid, params.id, change);
  return result.ok
    ? Response.json({ nights: result.nights, skipped: result.skipped })
    : refuseScript(result);
}
