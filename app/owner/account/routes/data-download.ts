import { redirect } from "react-router";
import { requireUser } from "../../../domain/accounts/session-context.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { photoStoreContext } from "../../../domain/photos/store.server.ts";
import { readAccountData, zipAccountData } from "../../../domain/privacy/account-data.server.ts";
import { recordOwnAction } from "../../../platform/web/audit-log.server.ts";
import { redirectWithFlash } from "../../../platform/web/flash-cookie.server.ts";
import {
  hour,
  type Limit,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { takeDataLink } from "../data-link.server.ts";
import type { Route } from "./+types/data-download.ts";

const downloadsOfUser: Limit = { name: "download-user", points: 5, duration: hour };

/** Answers only with the token that the form on /minha-conta gives for the password. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  const user = requireUser(context);
  const { uid } = user;
  const token = url.searchParams.get("pedido") ?? "";
  if (!(await takeDataLink(db, uid, token))) throw redirect("/minha-conta");
  if (!(await takeTry(context, [[downloadsOfUser, uid]]))) {
    return redirectWithFlash("/minha-conta", { kind: "error", text: tooManyTries.message });
  }
  const data = await readAccountData(db, uid);
  if (!data) return redirect("/login");
  await db.transaction((tx) => recordOwnAction(tx, user, "data-exported"));
  return new Response(zipAccountData(data, context.get(photoStoreContext)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="meus-dados-mar-de-minas-${today()}.zip"`,
    },
  });
}
