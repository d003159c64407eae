import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { alerts } from "../../platform/db/alert-schema.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { listMembers } from "../../platform/db/list-schema.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { reports } from "../../platform/db/operation-schema.ts";
import { questions } from "../../platform/db/question-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { testimonials } from "../../platform/db/testimonial-schema.ts";
import { deleteMailFiles } from "../../platform/mail/mail-files.server.ts";
import { deleteMailAbout } from "../../platform/mail/outbox.server.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { eraseAlerts } from "../search/alerts/alerts.server.ts";

/** Numbers of rows that someone without an account has left on the site, by kind. */
export interface PersonCounts {
  questions: number;
  testimonials: number;
  alerts: number;
  letters: number;
  messages: number;
  /** Their contact is erased; the report itself stays. */
  reports: number;
}

export interface PersonForgotten {
  counts: PersonCounts;
  /** Names the erasure in the audit log, which doesn't have the address; null if nothing was erased. */
  number: string | null;
  /** The address also has an account, whose data its holder erases by deleting it. */
  hasAccount: boolean;
}

/**
 * Erases what an address left on the site without an account, also the advertisers' copies and the files
 * in the outbox. Unless `isMeant`, only counts it.
 */
export async function forgetPerson(
  { db, dataDir }: { db: Db; dataDir: string },
  address: string,
  isMeant: boolean,
): Promise<PersonForgotten> {
  const email = address.trim().toLowerCase();
  const number = randomUUID();
  const erased = await db
    .transaction(async (tx) => {
      const done = await erase(tx, email);
      const isNothing = Object.values(done.counts).every((count) => count === 0);
      if (!isMeant || isNothing) throw new OnlyCounted(done);
      await recordAction(tx, {
        actor: "terminal",
        action: "person-forgotten",
        subjectId: number,
        reason: describeCounts(done.counts),
      });
      return { ...done, isErased: true };
    })
    .catch((error: unknown) => {
      if (error instanceof OnlyCounted) return { ...error.done, isErased: false };
      throw error;
    });
  const { counts, hasAccount, mailIds, isErased } = erased;
  if (isMeant) await deleteMailFiles(join(dataDir, "outbox"), mailIds, hasAccount ? null : email);
  return { counts, hasAccount, number: isErased ? number : null };
}

interface Erased {
  counts: PersonCounts;
  hasAccount: boolean;
  mailIds: string[];
}

/** Ends a transaction that was only to count. */
class OnlyCounted extends Error {
  readonly done: Erased;
  constructor(done: Erased) {
    super("only counted");
    this.done = done;
  }
}

async function erase(tx: Transaction, email: string): Promise<Erased> {
  const asked = await tx
    .delete(questions)
    .where(isSame(questions.email, email))
    .returning({ id: questions.id });
  const written = await tx
    .delete(testimonials)
    .where(isSame(testimonials.email, email))
    .returning({ id: testimonials.id });
  const areWatched = isSame(alerts.email, email);
  const watched = await tx.$count(alerts, areWatched);
  const mailIds = await deleteMailAbout(
    tx,
    [...asked, ...written].map(({ id }) => id),
  );
  mailIds.push(...(await eraseAlerts(tx, areWatched)));
  const { content } = outbox;
  const isTheirs = or(
    // An account's letters are exported and deleted with it.
    and(
      isNull(outbox.userId),
      isSame(sql`${content}->>'to'`, email),
      sql`${content}->>'toOperator' is null`,
    ),
    isSame(sql`${content}->'replyTo'->>'address'`, email),
    isSame(sql`${content}->>'email'`, email),
  );
  const mails = await tx
    .delete(outbox)
    .where(isTheirs)
    .returning({ id: outbox.id, kind: sql<string>`${content}->>'kind'` });
  mailIds.push(...mails.map(({ id }) => id));
  const { rowCount: cleared } = await tx
    .update(reports)
    .set({ contato: "" })
    .where(isSame(reports.contato, email));
  const messages = mails.filter(({ kind }) => kind === "message").length;
  return {
    counts: {
      questions: asked.length,
      testimonials: written.length,
      alerts: watched,
      letters: mailIds.length - messages,
      messages,
      reports: cleared ?? 0,
    },
    hasAccount: (await tx.$count(users, eq(users.email, email))) > 0,
    mailIds,
  };
}

function isSame(column: PgColumn | SQL, email: string): SQL {
  return sql`lower(trim(${column})) = ${email}`;
}

const words: Record<keyof PersonCounts, string> = {
  questions: "perguntas",
  testimonials: "depoimentos",
  alerts: "avisos de busca",
  letters: "cartas",
  messages: "mensagens do contato",
  reports: "contatos em denúncias",
};

/** "2 perguntas, 5 cartas"; "" if there is nothing. */
export function describeCounts(counts: PersonCounts): string {
  const names = Object.keys(words) as (keyof PersonCounts)[];
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${words[name]}`)
    .join(", ");
}

/** Takes those of a name out of a group's list, with their votes. Unless `isMeant`, only counts them. */
export async function forgetMember(
  db: Db,
  { code, nome }: { code: string; nome: string },
  isMeant: boolean,
): Promise<number> {
  const isMember = and(eq(listMembers.listCode, code), eq(listMembers.nome, nome));
  const rows = await db.select({ id: listMembers.id }).from(listMembers).where(isMember);
  if (!isMeant || rows.length === 0) return rows.length;
  const ids = rows.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await tx.delete(listMembers).where(inArray(listMembers.id, ids));
    await recordAction(tx, {
      actor: "terminal",
      action: "person-forgotten",
      subjectId: randomUUID(),
      reason: `${ids.length} pessoas de uma lista do grupo`,
    });
  });
  return rows.length;
}
