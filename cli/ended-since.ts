import { and, eq, getTableName, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { formatInstant } from "../app/panel/when.ts";
import { alerts } from "../app/platform/db/alert-schema.ts";
import {
  type Db,
  longRunningTimeouts,
  openDatabase,
  type Transaction,
} from "../app/platform/db/client.server.ts";
import { hasDatabase } from "../app/platform/db/embedded/cluster.server.ts";
import { startEmbeddedDatabase } from "../app/platform/db/embedded/embedded.server.ts";
import { outbox } from "../app/platform/db/mail-schema.ts";
import {
  authenticators,
  passkeys,
  recoveryCodes,
  staff,
} from "../app/platform/db/operation-schema.ts";
import { questions } from "../app/platform/db/question-schema.ts";
import { users } from "../app/platform/db/schema.ts";
import { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { testimonials } from "../app/platform/db/testimonial-schema.ts";
import { deleteMailAbout, deleteMailOf } from "../app/platform/mail/outbox.server.ts";
import { forgetDeletedAccounts } from "../app/platform/web/audit-log.server.ts";
import { endedName, hasEnded, loadEnded } from "./ended-file.ts";

interface Ending {
  table: PgTable;
  key: PgColumn;
  createdAt: PgColumn;
  words: string;
  hasLetters?: boolean;
  /** The others have ended already. */
  isOpen?: SQL;
}

/** Rows that a backup brings back although people or the operator deleted them, and letters that were sent. */
const endings: Ending[] = [
  { table: users, key: users.id, createdAt: users.createdAt, words: "contas" },
  { table: staff, key: staff.userId, createdAt: staff.createdAt, words: "pessoas da equipe" },
  {
    table: passkeys,
    key: passkeys.credentialId,
    createdAt: passkeys.createdAt,
    words: "chaves de acesso",
  },
  {
    table: authenticators,
    key: authenticators.secret,
    createdAt: authenticators.createdAt,
    words: "aplicativos de códigos",
  },
  {
    table: recoveryCodes,
    key: recoveryCodes.codeHash,
    createdAt: recoveryCodes.createdAt,
    words: "códigos de recuperação",
  },
  {
    table: alerts,
    key: alerts.id,
    createdAt: alerts.createdAt,
    words: "avisos de busca",
    hasLetters: true,
  },
  { table: questions, key: questions.id, createdAt: questions.createdAt, words: "perguntas" },
  {
    table: testimonials,
    key: testimonials.id,
    createdAt: testimonials.createdAt,
    words: "depoimentos",
    hasLetters: true,
  },
  {
    table: outbox,
    key: outbox.id,
    createdAt: outbox.createdAt,
    words: "cartas que esperavam para sair",
    isOpen: ne(outbox.state, "sent"),
  },
];

/** Numbers of rows by table. */
type Counts = Record<string, number>;

export interface Settled {
  ended: Counts;
  /** Rows that may have ended, too; null if the former database was read. */
  revived: Counts | null;
  /** Time at which the list beside the backup was written; null without one. */
  listedUntil: Date | null;
  /** Addresses of the restored staff. */
  staff: string[];
  lettersSetAside: { id: string; to: string; subject: string }[];
}

/** Opens the database that the backup replaces: a data folder, or a postgres:// address. */
export async function openFormer(where: string): Promise<{ db: Db; close: () => Promise<void> }> {
  const isAddress = /^postgres(ql)?:/.test(where);
  if (!isAddress && !hasDatabase(where)) {
    throw new StartRefusal(`Não há site em ${where}. Confira --antes.`);
  }
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
 * Ends again everything that ended after the backup: rows that the list beside it names, if there is one, and those
 * that the former database lacks, if it is given. Letters that waited in the backup may have gone out since, so
 * without that database they are set aside.
 */
export async function settleSince(
  tx: Transaction,
  former: Db | null,
  list: string | null,
): Promise<Settled> {
  const listedUntil = list === null ? null : await loadEnded(tx, list);
  const ended: Counts = {};
  for (const ending of endings) {
    ended[getTableName(ending.table)] = await endAgain(tx, former, ending);
  }
  const revived = former ? null : await countRevived(tx);
  const emails = await tx
    .select({ email: users.email })
    .from(staff)
    .innerJoin(users, eq(users.id, staff.userId))
    .orderBy(users.email);
  return {
    ended,
    revived,
    listedUntil,
    staff: emails.map(({ email }) => email),
    lettersSetAside: former ? [] : await setLettersAside(tx),
  };
}

/** Waiting letters are listed one by one. */
async function countRevived(tx: Transaction): Promise<Counts> {
  const counts: Counts = {};
  for (const { table } of endings) {
    if (table !== outbox) counts[getTableName(table)] = await tx.$count(table);
  }
  return counts;
}

async function endAgain(tx: Transaction, former: Db | null, ending: Ending): Promise<number> {
  const { table, key, createdAt, hasLetters } = ending;
  const listed = await listKeys(tx, ending, hasEnded(getTableName(table), key, createdAt));
  const known = former && new Set(await listKeys(former, ending));
  const lacking = known ? (await listKeys(tx, ending)).filter((each) => !known.has(each)) : [];
  const gone = [...new Set([...listed, ...lacking])];
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

async function listKeys(
  db: Db | Transaction,
  { table, key, isOpen }: Ending,
  condition?: SQL,
): Promise<string[]> {
  const rows = await db
    .select({ key: sql<string>`${key}::text` })
    .from(table)
    .where(and(isOpen, condition));
  return rows.map((row) => row.key);
}

/** Unlike `inArray`, takes any number of keys. */
function isOneOf(key: PgColumn, keys: string[]): SQL {
  return sql`${key}::text in (select json_array_elements_text(${JSON.stringify(keys)}::json))`;
}

async function setLettersAside(tx: Transaction): Promise<Settled["lettersSetAside"]> {
  const rows = await tx
    .update(outbox)
    .set({
      state: "failed",
      lastError: "Posto de lado ao repor um backup: pode ter saído depois dele.",
    })
    .where(eq(outbox.state, "waiting"))
    .returning({
      id: outbox.id,
      to: sql<string>`coalesce(${outbox.content}->>'to', ${outbox.content}->>'email')`,
      subject: sql<string>`coalesce(${outbox.content}->>'subject', 'mensagem do contato')`,
    });
  return rows;
}

export function describeSettled(settled: Settled): string {
  const { ended, revived, listedUntil, staff: people, lettersSetAside } = settled;
  const lines: string[] = [];
  const again = listCounts(ended);
  if (again.length > 0) {
    lines.push("Terminaram depois do backup, e terminaram de novo agora:", ...again);
  }
  const back = revived ? listCounts(revived) : [];
  if (back.length > 0) {
    const after = listedUntil
      ? `depois de ${formatInstant(listedUntil)}, quando ${endedName} foi escrito`
      : "depois do backup";
    lines.push(
      `Voltaram, também se terminaram ${after}. Confira, ou reponha de novo com --antes:`,
      ...back,
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

function listCounts(counts: Counts): string[] {
  return endings.flatMap(({ table, words }) => {
    const count = counts[getTableName(table)] ?? 0;
    return count > 0 ? [`  ${count} ${words}`] : [];
  });
}
