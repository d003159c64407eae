import type { Db } from "../db/client.server.ts";
import { mailedSite } from "../db/mail-schema.ts";

/** Facts about the site that its letters state. */
export interface MailedSite {
  /** No trailing slash. */
  mailedSiteUrl: string;
  /** The site's own mailbox. */
  siteEmail: string;
}

/** Notes it for the operator's commands, which may run without the site's configuration. */
export async function noteMailedSite(
  db: Db,
  { mailedSiteUrl, siteEmail }: MailedSite,
): Promise<void> {
  const row = { siteUrl: mailedSiteUrl, siteEmail };
  await db
    .insert(mailedSite)
    .values(row)
    .onConflictDoUpdate({ target: mailedSite.single, set: row });
}

/** Returns what the site noted when it last started; null if it never has. */
export async function findMailedSite(db: Db): Promise<MailedSite | null> {
  const [row] = await db.select().from(mailedSite);
  if (!row) return null;
  return { mailedSiteUrl: row.siteUrl, siteEmail: row.siteEmail };
}
