import {
  offerAuthentication,
  offerRegistration,
} from "../../../domain/accounts/factors/passkeys.server.ts";
import { refuseFactorChange } from "../../../domain/accounts/factors/second-factor.server.ts";
import { currentUser } from "../../../domain/accounts/session-context.server.ts";
import { confirmRecentPassword } from "../../../domain/accounts/sessions/password-check.server.ts";
import { refuseScript, unknownButton } from "../../../platform/web/forms/answer-forms.server.ts";
import { textOf } from "../../../platform/web/forms/form-outcome.ts";
import { readForm } from "../../../platform/web/forms/read-form.server.ts";
import {
  type Limit,
  quarterHour,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { Route } from "./+types/passkey-offer.ts";

/** Several people may share an address. */
const offersOfAddress: Limit = { name: "passkey-address", points: 300, duration: quarterHour };

/** Options for the browser's dialog, as JSON, or `{ message, field }` with a 4xx. */
export async function action({ request, context }: Route.ActionArgs) {
  const { clientAddress } = context.get(siteContext);
  const formData = await readForm(request);
  if (!(await takeTry(context, [[offersOfAddress, clientAddress]]))) {
    return refuseScript(tooManyTries);
  }
  const purpose = formData.get("finalidade");
  if (purpose === "entrar") return Response.json(await offerAuthentication(context, null));
  const user = currentUser(context);
  if (!user)
    return refuseScript(refuse("logged-out", "Entre na sua conta primeiro.", { status: 401 }));
  if (purpose === "confirmar") return Response.json(await offerAuthentication(context, user.uid));
  if (purpose !== "criar") return refuseScript(unknownButton);
  const refusal =
    (await refuseFactorChange(context)) ??
    (await confirmRecentPassword(context, user, textOf(formData, "currentPassword")));
  return refusal ? refuseScript(refusal) : Response.json(await offerRegistration(context, user));
}
