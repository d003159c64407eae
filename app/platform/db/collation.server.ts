import { sql } from "drizzle-orm";
import type { Db } from "./client.server.ts";

/**
 * After an update of the system's locales, indices over text may be in another order than the server's, and no
 * longer find their rows. Says what to run then; null if the versions are the same.
 */
export async function findCollationProblem(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ name: string; built: string; actual: string }>(sql`
    select quote_ident(datname) as name, datcollversion as built,
           pg_database_collation_actual_version(oid) as actual
    from pg_database where datname = current_database()`);
  const [database] = rows;
  if (!database || database.built === database.actual) return null;
  const { name, built, actual } = database;
  return `a ordem das letras do banco passou da versão ${built} para a ${actual}: rode nele REINDEX DATABASE ${name}; e depois ALTER DATABASE ${name} REFRESH COLLATION VERSION;`;
}
