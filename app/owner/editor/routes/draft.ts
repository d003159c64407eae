import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import {
  deleteDraft,
  readSavedForm,
  saveDraft,
} from "../../../domain/listings/drafts/listing-drafts.server.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import { refuseScript } from "../../../platform/web/forms/answer-forms.server.ts";
import { readForm } from "../../../platform/web/forms/read-form.server.ts";
import {
  hour,
  type Limit,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { discardName, savedFormName } from "../drafts/draft-names.ts";
import type { Route } from "./+types/draft.ts";

const savesOfUser: Limit = { name: "draft-user", points: 1_000, duration: hour };

/** Answers the form's script that it can be sent: visitors are redirected to the login. */
export function loader({ context }: Route.LoaderArgs): Response {
  requireUser(context);
  return new Response(null, { status: 204 });
}

/** Saves a new ad's form for its script, or discards the draft. */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const formData = await readForm(request);
  if (formData.has(discardName)) {
    await deleteDraft(db, user.uid);
    return redirectWithFlash("/dashboard", { kind: "success", text: "Anúncio descartado." });
  }
  const form = readSavedForm(formData.get(savedFormName));
  if (!form) return refuseScript(refuse("invalid", "Este anúncio não pode ser guardado."));
  if (!(await takeTry(context, [[savesOfUser, user.uid]]))) return refuseScript(tooManyTries);
  // A late save, of an ad published meanwhile, is no fault.
  return Response.json(await saveDraft(db, user.uid, form));
}
