import { data } from "react-router";
import { requireUser } from "../../../accounts/session.server.ts";
import { isUuid } from "../../../db/uuid.ts";
import {
  discardDraft,
  readDraftForm,
  saveDraft,
} from "../../../listings/drafts/listing-drafts.server.ts";
import { listingNotFound } from "../../../listings/missing/listing-not-found.ts";
import { redirectWithFlash } from "../../../site/flash.server.ts";
import { refuseScript } from "../../../site/forms/answer-forms.server.ts";
import { readForm } from "../../../site/forms/read-form.server.ts";
import { hour, type Limit, takeTry, tooManyTries } from "../../../site/rate-limit.server.ts";
import { refuse } from "../../../site/refusal.ts";
import { siteContext } from "../../../site/site.server.ts";
import { createPathFrom } from "../model/model-names.ts";
import type { Route } from "./+types/draft.ts";

const savesOfUser: Limit = { name: "draft-user", points: 1_000, duration: hour };

/** There is no page here. */
export function loader() {
  throw data(listingNotFound.message, { status: 404 });
}

/** Keeps a new ad's draft for the form's script, or forgets it, perhaps to begin one from another ad. */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context);
  const { db } = context.get(siteContext);
  const formData = await readForm(request);
  const ended = formData.get("apagar");
  if (typeof ended === "string") {
    await discardDraft(db, user.uid, ended);
    const modelId = formData.get("modelo");
    if (typeof modelId === "string" && isUuid(modelId)) {
      return redirectWithFlash(createPathFrom(modelId), {
        kind: "success",
        text: "Descartamos o anúncio começado.",
        endedDraft: ended,
      });
    }
    return Response.json({ ok: true });
  }
  const kept = readDraftForm(formData.get("conteudo"));
  if (!kept) {
    return refuseScript(refuse("invalid", "Este rascunho não pode ser guardado."));
  }
  if (!(await takeTry(context, [[savesOfUser, user.uid]]))) {
    return refuseScript(tooManyTries);
  }
  // A late save, of an ad published meanwhile, is no fault.
  return Response.json(await saveDraft(db, user.uid, kept));
}
