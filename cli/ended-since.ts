import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { alerts } from "../app/db/alert-schema.ts";
import {
  type Db,
  longRunningTimeouts,
  openDatabase,
  type Transaction,
} from "../app/db/client.server.ts";
import { startEmbeddedDatabase } from "../app/db/embedded/embedded.server.ts";
import { outbox } from "../app/db/mail-schema.ts";
import { authenticators, passkeys, recoveryCodes, staff } from "../app/db/operation-schema.ts";
import { questions } from "../app/db/question-schema.ts";
import { users } from "../app/db/schema.ts";
import { testimonials } from "../app/db/testimonial-schema.ts";
import { deleteMailAbout, deleteMailOf } from "../app/mail/outbox.server.ts";
import { forgetDeletedAccounts } from "../app/site/audit-log.server.ts";

interface Ending {
  table: PgTable;
  key: PgColumn;
  words: string;
  hasLetters?: boolean;
}

/** What people and the operator end by deleting its row, which a backup brings back. */
const endings: Ending[] = [
  { table: users, key: users.id, words: "contas" },
  { table: staff, key: staff.userId, words: "pessoas da equipe" },
  { table: passkeys, key: passkeys.credentialId, words: "chaves de acesso" },
  { table: authenticators, key: authenticators.secret, words: "aplicativos de códigos" },
  { table: recoveryCodes, key: recoveryCodes.codeHash, words: "códigos de recuperação" },
  { table: alerts, key: alerts.id, words: "avisos de busca", hasLetters: true },
  { table: questions, key: questions.id, words: "perguntas" },
  { table: testimonials, key: testimonials.id, words: "depoimentos", hasLetters: true },
];

export interface Settled {
  /** Rows by table: ended again if the former database told which, else those that may have ended. */
  ended: Record<string, number>;
  knows: boolean;
  /** Addresses of the restored staff. */
  staff: string[];
  lettersSetAside: { id: string; to: string; subject: string }[];
}

/** Opens the database that the backup replaces: a data folder, or a postgres:// address. */
export async function openFormer(where: string): Promise<{ db: Db; close: () => Promise<void> }> {
  const isAddress = /^postgres(ql)?:/.test(where);
  const embedded = isAddress ? null : await startEmbeddedDatabase(where);
  const { db, close } = openDatabase(embedded?.url ?? where, () => undefined, longRunningTimeouts);
  return {
    db,
    async close() {
      await close();
      await embedded?.stop();
    },
  };
}

/**
 * Ends again what ended after the backup, if the former database is there to tell: what it lacks.
 * Letters that waited in the backup may have gone out since, so without it they are set aside.
 */
export async function settleSince(tx: Transaction, former: Db | null): Promise<Settled> {
  const ended: Record<string, number> = {};
  for (const ending of endings) {
    ended[getTableName(ending.table)] = former
      ? await endAgain(tx, former, ending)
      : await tx.$count(ending.table);
  }
  const emails = await tx
    .select({ email: users.email })
    .from(staff)
    .innerJoin(users, eq(users.id, staff.userId))
    .orderBy(users.email);
  if (former) await followLetters(tx, former);
  return {
    ended,
    knows: former !== null,
    staff: emails.map(({ email }) => email),
    lettersSetAside: former ? [] : await setLettersAside(tx),
  };
}

async function endAgain(tx: Transaction, former: Db, ending: Ending): Promise<number> {
  const { table, key, hasLetters } = ending;
  const known = new Set(await listKeys(former, ending));
  const gone = (await listKeys(tx, ending)).filter((each) => !known.has(each));
  if (gone.length === 0) return 0;
  const isGone = isOneOf(key, gone);
  if (table === users) {
    const accounts = await tx
      .delete(users)
      .where(isGone)
      .returning({ uid: users.id, email: users.email, emailVerified: users.emailVerified });
    for (const account of accounts) await deleteMailOf(tx, account);
    await forgetDeletedAccounts(tx);
    return accounts.length;
  }
  if (hasLetters) await deleteMailAbout(tx, gone);
  await tx.delete(table).where(isGone);
  return gone.length;
}

async function listKeys(db: Db | Transaction, { table, key }: Ending): Promise<string[]> {
  const rows = await db.select({ key: sql<string>`${key}::text` }).from(table);
  return rows.map((row) => row.key);
}

/** Unlike `inArray`, takes any number of keys. */
function isOneOf(key: PgColumn, keys: string[]): SQL {
  return sql`${key}::text in (select json_array_elements_text(${JSON.stringify(keys)}::json))`;
}

const isWaiting = eq(outbox.state, "waiting");

/** Takes over what has become of the waiting letters; those that are gone had been sent or erased. */
async function followLetters(tx: Transaction, former: Db): Promise<void> {
  const rows = await former.select({ id: outbox.id, state: outbox.state }).from(outbox);
  const isOpen = new Set(rows.filter(({ state }) => state !== "sent").map(({ id }) => id));
  const waiting = await tx.select({ id: outbox.id }).from(outbox).where(isWaiting);
  const done = waiting.map(({ id }) => id).filter((id) => !isOpen.has(id));
  await tx.delete(outbox).where(and(isWaiting, isOneOf(outbox.id, done)));
}

async function setLettersAside(tx: Transaction): Promise<Settled["lettersSetAside"]> {
  const rows = await tx
    .update(outbox)
    .set({
      state: "failed",
      lastError: "Posto de lado ao repor um backup: pode ter saído depois dele.",
    })
    .where(isWaiting)
    .returning({
      id: outbox.id,
      to: sql<string>`coalesce(${outbox.content}->>'to', ${outbox.content}->>'email')`,
      subject: sql<string>`coalesce(${outbox.content}->>'subject', 'mensagem do contato')`,
    });
  return rows;
}

export function describeSettled({ ended, knows, staff: people, lettersSetAside }: Settled): string {
  const counts = endings.flatMap(({ table, words }) => {
    const count = ended[getTableName(table)] ?? 0;
    return count > 0 ? [`  ${count} ${words}`] : [];
  });
  const lines: string[] = [];
  if (counts.length > 0) {
    lines.push(
      knows
        ? "Terminaram depois do backup, e terminaram de novo agora:"
        : "Voltaram, também se terminaram depois do backup. Confira, ou reponha de novo com --antes:",
      ...counts,
    );
  }
  if (people.length > 0) lines.push(`Na equipe: ${people.join(", ")}`);
  if (lettersSetAside.length > 0) {
    lines.push(
      `Esperavam para sair no backup e ficaram de lado, porque podem ter saído depois (mensagens reenviar <id>):`,
      ...lettersSetAside.map(({ id, to, subject }) => `  ${id} para ${to}: ${subject}`),
    );
  }
  return lines.join("\n");
}
