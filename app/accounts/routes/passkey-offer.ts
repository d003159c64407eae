import { mayTry, tooManyTries } from "../../site/rate-limit.server.ts";
import { readForm } from "../../site/read-form.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { offerAuthentication, offerRegistration } from "../factors/passkeys.server.ts";
import { refuseFactorChange } from "../factors/second-factor.server.ts";
import { currentUser } from "../session.server.ts";
import { confirmRecentPassword } from "../sessions/password-check.server.ts";
import type { Route } from "./+types/passkey-offer.ts";

/** Options for the browser's dialog, as JSON, or `{ message, field }` with a 4xx. */
export async function action({ request, context }: Route.ActionArgs) {
  const { clientAddress } = context.get(siteContext);
  const formData = await readForm(request);
  if (!(await mayTry(context, { "passkey-address": clientAddress }))) {
    return Response.json({ message: tooManyTries.message }, { status: 429 });
  }
  const purpose = formData.get("finalidade");
  if (purpose === "entrar") return Response.json(await offerAuthentication(context, null));
  const user = currentUser(context);
  if (!user) return Response.json({ message: "Entre na sua conta primeiro." }, { status: 401 });
  if (purpose === "confirmar") return Response.json(await offerAuthentication(context, user.uid));
  if (purpose !== "criar")
    return Response.json({ message: "Não entendi o pedido." }, { status: 400 });
  const refusal =
    (await refuseFactorChange(context)) ??
    (await confirmRecentPassword(context, user, String(formData.get("currentPassword") ?? "")));
  if (!refusal) return Response.json(await offerRegistration(context, user));
  const field = refusal.reason === "wrong-current-password" ? "currentPassword" : undefined;
  return Response.json({ message: refusal.message, field }, { status: 400 });
}
