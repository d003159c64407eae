import { setUpAuthenticator } from "../../testing/second-factor.ts";
import { type Advertiser, ask, confirm, post } from "./fault-advertiser.ts";
import type { SiteStorage } from "./fault-checks.ts";

export async function appointOperator(
  site: string,
  { db }: SiteStorage,
  { email, cookie }: Advertiser,
): Promise<void> {
  await db.query(`insert into staff ("userId") select id from users where email = $1`, [email]);
  await setUpAuthenticator((path, form) => {
    const headers = { Cookie: cookie ?? "" };
    return ask(site + path, form ? post(form, cookie) : { headers });
  });
}

/** Blocks and unblocks an account in the panel until the site is killed. */
export async function keepWatch(
  site: string,
  { db }: SiteStorage,
  { cookie }: Advertiser,
  suspect: Advertiser,
  onDone: () => void,
): Promise<void> {
  const { rows } = await db.query<{ id: string; blocked: boolean }>(
    `select id, "blockedAt" is not null as blocked from users where email = $1`,
    [suspect.email],
  );
  for (let { id = "", blocked = false } = rows[0] ?? {}; ; blocked = !blocked) {
    const intent = blocked ? "desbloquear" : "bloquear";
    const form = { id, intent, motivo: "Conferindo o anúncio." };
    confirm(await ask(`${site}/operador/anunciantes`, post(form, cookie)), 302, intent);
    onDone();
  }
}
