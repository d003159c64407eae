import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { lockUser } from "../../domain/accounts/account.server.ts";
import { noticesOfEmail } from "../../domain/accounts/account-limits.server.ts";
import { isStanding } from "../../domain/accounts/visibility/visibility.server.ts";
import { civilDateOf, daysFrom, today } from "../../domain/calendar/civil-date.ts";
import { datesCheckedAtColumn } from "../../domain/listings/listings.server.ts";
import { daysAgo, isCalendarStale } from "../../domain/listings/stale-calendars.server.ts";
import { atLocation } from "../../domain/region/locations.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { typed } from "../../platform/mail/letter-words.ts";
import { queueAccountMail } from "../../platform/mail/outbox.server.ts";
import { greet, type OwnerWords } from "../../platform/mail/owner-words.ts";
import {
  type LinkingSite,
  type LinkKind,
  ownerCredentials,
} from "../../platform/mail/signed-links.server.ts";
import { type LimitedSite, spendPoints } from "../../platform/web/rate-limit.server.ts";

const reminderDays = 30;

/** Listings named in an e-mail, which only counts the others. */
const maxListed = 40;

/** Links to an ad, with which its advertiser confirms the calendar. */
export const confirmationLinks: LinkKind = {
  name: "confirm",
  days: 45,
  credentialsOf(db, id) {
    const uid = db.select({ uid: posts.uid }).from(posts).where(eq(posts.id, id));
    return ownerCredentials(db, eq(users.id, uid));
  },
};

/** Links to an advertiser, which end the reminders. */
export const reminderStopLinks: LinkKind = {
  name: "unsubscribe",
  days: 365,
  credentialsOf: (db, uid) => ownerCredentials(db, eq(users.id, uid)),
};

export interface ReminderSite extends LimitedSite, LinkingSite {}

const isReminderWanted = and(isCalendarStale, eq(posts.datesRemindersOff, false));

/** Queues one e-mail per advertiser in 30 days at most. Safe on several sites. Returns how many. */
export async function remindOwners(site: ReminderSite): Promise<number> {
  const due = await site.db
    .selectDistinct({ uid: users.id, email: users.email })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(isReminderWanted, wasNotReminded(users.id)));
  let queued = 0;
  for (const { uid, email } of due) {
    const limited = { ...site, log: site.log.child({ uid }) };
    const wait = await spendPoints(limited, noticesOfEmail, email, 1);
    if (wait === 0 && (await remindOwner(site, uid))) queued += 1;
  }
  return queued;
}

function wasNotReminded(uid: typeof users.id | string): SQL {
  return sql`not exists (select 1 from posts as reminded where reminded.uid = ${uid}
    and reminded."datesRemindedAt" > ${daysAgo(reminderDays)})`;
}

/** The lock on the advertiser makes a second site wait, then find nothing to do. */
function remindOwner(site: ReminderSite, uid: string): Promise<boolean> {
  return site.db.transaction(async (tx) => {
    const user = await lockUser(tx, uid);
    if (!user) return false;
    const stale = await listStale(tx, uid);
    if (stale.length === 0) return false;
    await tx
      .update(posts)
      .set({ datesRemindedAt: sql`now()` })
      .where(
        inArray(
          posts.id,
          stale.map(({ id }) => id),
        ),
      );
    const { mailedSiteUrl, signedLinks } = site;
    const unsubscribe = `${mailedSiteUrl}/sem-lembretes/${await signedLinks.sign(tx, reminderStopLinks, uid)}`;
    const listed: LinkedListing[] = [];
    for (const listing of stale.slice(0, maxListed)) {
      const token = await signedLinks.sign(tx, confirmationLinks, listing.id);
      listed.push({ ...listing, link: `${mailedSiteUrl}/calendario-em-dia/${token}` });
    }
    const others = stale.length - listed.length;
    const only = listed.length === 1 ? listed[0] : undefined;
    await queueAccountMail(tx, uid, {
      to: user.email,
      subject: "Seu calendário no Mar de Minas está em dia?",
      text: (theirs) =>
        reminderText(site, theirs, user.displayName, { listed, others, unsubscribe }),
      button:
        only && others === 0
          ? { label: "Está em dia", url: only.link }
          : { label: "Ver Meus Anúncios", url: `${mailedSiteUrl}/dashboard` },
      unsubscribe,
    });
    return true;
  });
}

interface StaleListing {
  id: string;
  title: string;
  localizacao: string;
  checkedAt: Date;
}

interface LinkedListing extends StaleListing {
  /** Link that confirms the calendar. */
  link: string;
}

function listStale(tx: Transaction, uid: string): Promise<StaleListing[]> {
  return tx
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
      checkedAt: datesCheckedAtColumn,
    })
    .from(posts)
    .where(and(eq(posts.uid, uid), isReminderWanted, wasNotReminded(uid)))
    .orderBy(asc(posts.createdAt), asc(posts.id))
    .for("update", { of: posts });
}

function reminderText(
  { mailedSiteUrl }: ReminderSite,
  theirs: OwnerWords,
  name: string,
  {
    listed,
    others,
    unsubscribe,
  }: { listed: readonly LinkedListing[]; others: number; unsubscribe: string },
): string {
  const day = today();
  const paragraphs = listed.map(
    ({
      id,
      title,
      localizacao,
      checkedAt,
      link,
    }) => `${theirs(typed(title), "Anúncio")}, ${atLocation(localizacao)}
Última confirmação há ${daysFrom(civilDateOf(checkedAt), day)} dias.
Nada mudou, está em dia: ${link}
Mudar alguma data: ${mailedSiteUrl}/posts/${id}/calendario
`,
  );
  if (others > 0) paragraphs.push(`E mais ${others} em ${mailedSiteUrl}/dashboard\n`);
  return `${greet(theirs, name)}

As datas ${listed.length === 1 ? "do seu anúncio" : "dos seus anúncios"} ainda estão certas? Confirmar leva um toque, sem entrar na conta, e tira da busca o aviso de calendário antigo.

${paragraphs.join("\n")}
Cada link de confirmação serve por ${confirmationLinks.days} dias.

Mandamos este lembrete no máximo uma vez por mês. Para não receber mais:
${unsubscribe}

Mar de Minas
`;
}

export async function findLinkedListing(
  db: Db,
  id: string,
): Promise<{ id: string; title: string; localizacao: string } | null> {
  const [post] = await db
    .select({ id: posts.id, title: posts.title, localizacao: posts.localizacao })
    .from(posts)
    .where(and(eq(posts.id, id), isStanding));
  return post ?? null;
}

/** Confirms a calendar; returns whether the listing still exists. */
export async function confirmLinkedCalendar(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(posts)
    .set({ datesConfirmedAt: sql`clock_timestamp()` })
    .where(and(eq(posts.id, id), isStanding));
  return rowCount === 1;
}

/** Stops reminders for all listings of an advertiser, who must exist. */
export async function stopReminders(db: Db, uid: string): Promise<void> {
  await db.update(posts).set({ datesRemindersOff: true }).where(eq(posts.uid, uid));
}
