import { data } from "react-router";
import { requireUser } from "../../accounts/session.server.ts";
import { today } from "../../calendar/civil-date.ts";
import { listingNotFound } from "../../listings/listing-not-found.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { readNightChange } from "../night-change.ts";
import { changeNights } from "../nights.server.ts";
import type { Route } from "./+types/nights.ts";

/** Opened as a page, it is the listing's that doesn't exist. */
export function loader() {
  throw data(listingNotFound.message, { status: 404 });
}

/** Saves a change of nights for the calendar's script, and answers with the nights as they are. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const user = requireUser(context);
  const change = readNightChange(await readForm(request));
  if (!change) {
    return Response.json({ message: "Essas datas não estão no calendário." }, { status: 400 });
  }
  const { db } = context.get(siteContext);
  const result = await changeNights(db, user.uid, params.id, change, today());
  return result.ok
    ? Response.json({ nights: result.nights, kept: result.kept })
    : Response.json({ message: result.message }, { status: 404 });
}
