import { eq } from "drizzle-orm";
import { alerts } from "../../../platform/db/alert-schema.ts";
import type { Transaction } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { queueMail } from "../../../platform/mail/outbox.server.ts";
import type { LinkingSite, LinkKind } from "../../../platform/mail/signed-links.server.ts";
import { today } from "../../calendar/civil-date.ts";
import { describeAlert, maxAlertsOfEmail, unconfirmedDays, watchedOf } from "./alert.ts";

type Alert = typeof alerts.$inferSelect;

export const alertLinks: LinkKind = {
  name: "alert",
  /** An alert can be renewed without end, and each of its letters has a new link. */
  days: 365,
  async credentialsOf(db, id) {
    const [alert] = await db.select({ email: alerts.email }).from(alerts).where(eq(alerts.id, id));
    return alert?.email ?? null;
  },
};

export async function alertLink(site: LinkingSite, tx: Transaction, id: string): Promise<string> {
  return `${site.mailedSiteUrl}/avisos/${await site.signedLinks.sign(tx, alertLinks, id)}`;
}

/**
 * Words for a letter. They leave out the title of a listing, which is its owner's: nobody may make this site
 * send their own words to a stranger.
 */
async function wordsOf(tx: Transaction, alert: Alert): Promise<string> {
  const { filters, postId } = watchedOf(alert);
  const [post] = postId
    ? await tx.select({ localizacao: posts.localizacao }).from(posts).where(eq(posts.id, postId))
    : [];
  return describeAlert(filters, today(), post ?? null);
}

/** Queues the letter with an alert's link: to confirm it, or to find it again. */
export async function queueLinkLetter(
  site: LinkingSite,
  tx: Transaction,
  alert: Alert,
): Promise<void> {
  const link = await alertLink(site, tx, alert.id);
  const words = await wordsOf(tx, alert);
  const isKnown = alert.confirmedAt !== null;
  const text = isKnown
    ? `Olá!

Você já tem este aviso no Mar de Minas:

${words}.

Para ver ou parar:
${link}

Mar de Minas
`
    : `Olá!

Alguém pediu no Mar de Minas que este e-mail seja avisado:

${words}.

Foi você? Abra o link e toque em "Confirmar aviso":
${link}

Se não foi, não precisa fazer nada: sem a confirmação não mandamos mais nada, e o pedido se apaga em ${unconfirmedDays} dias.

Mar de Minas
`;
  await queueMail(tx, {
    kind: "letter",
    to: alert.email,
    subject: isKnown ? "Você já tem este aviso" : "Confirme o seu aviso no Mar de Minas",
    text,
    button: { label: isKnown ? "Ver o aviso" : "Abrir o aviso", url: link },
    about: alert.id,
  });
}

/** Queues the letter for an address that watches as much as it may. */
export async function queueFullLetter(
  site: LinkingSite,
  tx: Transaction,
  email: string,
  running: readonly Alert[],
): Promise<void> {
  const parts: string[] = [];
  for (const alert of running) {
    parts.push(`${await wordsOf(tx, alert)}:\n${await alertLink(site, tx, alert.id)}\n`);
  }
  const [oldest] = running;
  await queueMail(tx, {
    kind: "letter",
    to: email,
    subject: `Você já tem ${maxAlertsOfEmail} avisos no Mar de Minas`,
    text: `Olá!

Cada e-mail pode ter ${maxAlertsOfEmail} avisos, e o seu já tem. Pare um deles e peça o novo outra vez:

${parts.join("\n")}
Mar de Minas
`,
    ...(oldest && { about: oldest.id }),
  });
}
