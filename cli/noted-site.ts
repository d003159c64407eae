import type { Db } from "../app/platform/db/client.server.ts";
import { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { findMailedSite, type MailedSite } from "../app/platform/mail/mailed-site.server.ts";
import type { Config } from "../server/config.ts";

const unknownSite =
  "Este comando escreve um e-mail, e não sabe o endereço ou o e-mail do site. Inicie o site uma vez, que ele os anota, ou indique SITE_URL e SITE_EMAIL. Nada foi mudado.";

/**
 * Takes what letters say of the site from the variables given to the command, the rest from what the
 * running site noted. Throws {@link StartRefusal} if neither says it all.
 */
export async function requireMailedSite(
  db: Db,
  { siteUrl, siteEmail }: Pick<Config, "siteUrl" | "siteEmail">,
): Promise<MailedSite> {
  const noted = await findMailedSite(db);
  const mailedSiteUrl = siteUrl ?? noted?.mailedSiteUrl;
  const email = siteEmail ?? noted?.siteEmail;
  if (!mailedSiteUrl || !email) throw new StartRefusal(unknownSite);
  return { mailedSiteUrl, siteEmail: email };
}
