import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db, Queryable } from "../app/platform/db/client.server.ts";
import { replaceFile } from "../app/platform/db/files/durable-files.server.ts";
import { readSecret } from "../app/platform/db/files/secret-file.server.ts";
import { databaseMark } from "../app/platform/db/operation-schema.ts";
import { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import { archivePattern } from "../cli/archive-names.ts";

const witnessFile = "banco.testemunha";

interface Mark {
  /** Id of the database; not in backups, so a restored database has another. */
  id: string;
  count: number;
}

interface Memory extends Mark {
  at: string;
}

export interface Witness {
  /**
   * Throws {@link StartRefusal} if the database is another one, or older, than remembered, and if
   * nothing is remembered and it is new although there are backups.
   */
  check: (on?: Queryable) => Promise<void>;
  /** Idempotent. The database must be migrated. */
  remember: () => Promise<void>;
  /** The next check accepts any database. */
  forget: () => Promise<void>;
}

/**
 * Remembers in DATA_DIR which database the site uses, and how far it had come. A data folder that is
 * mistyped or not mounted remembers nothing: then the daily backups, elsewhere, are a second witness.
 */
export function createWitness(
  db: Db,
  dataDir: string,
  dailyBackupDir: string | null = null,
): Witness {
  const file = join(dataDir, witnessFile);
  return {
    async check(on = db) {
      const kept = await readSecret(file);
      if (kept === null) return refuseEmptyBesideBackups(on, dataDir, dailyBackupDir);
      if (kept === accepted) return;
      const memory: Memory = JSON.parse(kept);
      const mark = await findMark(on);
      if (mark?.id !== memory.id) refuse("é outro, ou está vazio", memory);
      if (mark.count < memory.count) refuse("é mais antigo do que já foi", memory);
    },
    async remember() {
      const [mark] = await db
        .insert(databaseMark)
        .values({})
        .onConflictDoUpdate({
          target: databaseMark.single,
          set: { count: sql`${databaseMark.count} + 1` },
        })
        .returning({ id: databaseMark.id, count: databaseMark.count });
      // Written after the commit: a crash in between leaves the file behind the database, never
      // ahead.
      const memory = { ...mark, at: new Date().toISOString() };
      await replaceFile(file, `${JSON.stringify(memory)}\n`);
    },
    forget: () => replaceFile(file, accepted),
  };
}

/** Content of the file once the operator accepts any database. */
const accepted = "";

async function refuseEmptyBesideBackups(
  db: Queryable,
  dataDir: string,
  dailyBackupDir: string | null,
): Promise<void> {
  if (dailyBackupDir === null || (await findMark(db)) !== null) return;
  // A missing or unreadable folder proves nothing about this database.
  const names = await readdir(dailyBackupDir).catch(() => []);
  if (!names.some((name) => archivePattern.test(name))) return;
  throw new StartRefusal(
    `O banco de dados está vazio, mas há backups de um site em ${dailyBackupDir}. Confira DATA_DIR (${dataDir}), DATABASE_URL e se o disco dela está montado. Para repor um backup: npm run operador -- restore <arquivo>. Para começar um site vazio: npm run operador -- aceitar-banco.`,
  );
}

function refuse(fault: string, { at }: Memory): never {
  const seen = at.replace("T", " ").slice(0, 16);
  throw new StartRefusal(
    `O banco de dados ${fault}: não é o que este site usava em ${seen} (UTC). Confira DATA_DIR, DATABASE_URL e o volume montado. Se este banco é o certo, aceite-o com npm run operador -- aceitar-banco.`,
  );
}

/** Reads the mark; null before the migration that adds the table. */
async function findMark(db: Queryable): Promise<Mark | null> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('public.database_mark') is not null as there`,
  );
  if (!rows[0]?.there) return null;
  const { id, count } = databaseMark;
  const [mark] = await db.select({ id, count }).from(databaseMark);
  return mark ?? null;
}
