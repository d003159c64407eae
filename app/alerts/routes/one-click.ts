import { redirect } from "react-router";
import { senderContext } from "../../mail/sender.server.ts";
import { signedLinksContext } from "../../mail/signed-links.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { eraseAlerts } from "../alerts.server.ts";
import type { Route } from "./+types/one-click.ts";

/** Mail programs that open the link show the alert's page instead. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/avisos/${params.codigo}`);
}

/** The one click of mail programs (RFC 8058), which follow no redirect. */
export async function action({ context, params }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const id = await context.get(signedLinksContext).read(db, "alert", params.codigo);
  if (id === null) return new Response("Este link não vale mais.", { status: 410 });
  const mailIds = await db.transaction((tx) => eraseAlerts(tx, { id }));
  await context.get(senderContext).forget(mailIds, null);
  return new Response("Aviso parado.");
}
