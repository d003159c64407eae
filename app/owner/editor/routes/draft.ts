import { data } from "react-router";
import { requireUser } from "../../../accounts/session.server.ts";
import {
  discardDraft,
  readDraftForm,
  saveDraft,
} from "../../../listings/drafts/listing-drafts.server.ts";
import { listingNotFound } from "../../../listings/listing-not-found.ts";
import { mayTry, tooManyTries } from "../../../site/rate-limit.server.ts";
import { readForm } from "../../../site/read-form.server.ts";
import { siteContext } from "../../../site/site.server.ts";
import type { Route } from "./+types/draft.ts";

/** Answers 404, because there is no page here. */
export function loader() {
  throw data(listingNotFound.message, { status: 404 });
}

/** Keeps a new ad's draft for the form's script, or forgets it. */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const formData = await readForm(request);
  const ended = formData.get("apagar");
  if (typeof ended === "string") {
    await discardDraft(db, user.uid, ended);
    return Response.json({ ok: true });
  }
  const kept = readDraftForm(formData.get("rascunho"));
  if (!kept) {
    return Response.json({ message: "Este rascunho não pode ser guardado." }, { status: 400 });
  }
  if (!(await mayTry(context, { "draft-user": user.uid }))) {
    return Response.json({ message: tooManyTries.message }, { status: 429 });
  }
  // A late save, of an ad published meanwhile, is no fault.
  return Response.json(await saveDraft(db, user.uid, kept));
}
