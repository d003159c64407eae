import { redirect } from "react-router";
import { alertLinks } from "../../../domain/search/alerts/alert-mail.server.ts";
import { eraseAlert } from "../../../domain/search/alerts/alerts.server.ts";
import { eraseForGood } from "../../../platform/mail/sender.server.ts";
import { readLinkToken } from "../../../platform/mail/signed-links.server.ts";
import type { Route } from "./+types/one-click.ts";

/** Mail programs that open the link show the alert's page instead. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/avisos/${encodeURIComponent(params.codigo)}`);
}

/** The one click of mail programs (RFC 8058), which follow no redirect. */
export async function action({ context, params }: Route.ActionArgs) {
  const id = await readLinkToken(context, alertLinks, params.codigo);
  if (id === null) return new Response("Este link não vale mais.", { status: 410 });
  await eraseForGood(context, (tx) => eraseAlert(tx, id));
  return new Response("Aviso parado.");
}
