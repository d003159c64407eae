import { createHmac } from "node:crypto";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { StartRefusal } from "../start-refusal.server.ts";

const { escapeIdentifier, escapeLiteral } = pg;

/** Makes the address with which the site logs in, if only the owner's is known. */
export function siteRoleUrlFrom(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const secret = decodeURIComponent(url.password);
  url.username += "_site";
  url.password = createHmac("sha256", secret).update("site").digest("hex");
  return url.href;
}

interface SiteRole {
  name: string;
  password: string;
  database: string;
  exists: boolean;
  mayBeCreated: boolean;
}

/** Finds the site's role; null if the site is the owner itself. */
async function findSiteRole(owner: pg.Client, siteRoleUrl: string): Promise<SiteRole | null> {
  const { username, password } = new URL(siteRoleUrl);
  const name = decodeURIComponent(username);
  const { rows } = await owner.query<Omit<SiteRole, "name" | "password">>(
    `select current_database() as database, rolsuper or rolcreaterole as "mayBeCreated",
       exists (select from pg_roles where rolname = $1) as exists
     from pg_roles where rolname = current_user and rolname <> $1`,
    [name],
  );
  return rows[0] ? { name, password: decodeURIComponent(password), ...rows[0] } : null;
}

/**
 * Makes sure that `siteRoleUrl` can log in, and will be able to use the tables of coming migrations at
 * once. Run it in a transaction before them, and {@link admitSite} after them. Throws
 * {@link StartRefusal} if the role is missing and the owner may not create any.
 */
export async function prepareSiteRole(owner: pg.Client, siteRoleUrl: string): Promise<void> {
  const found = await findSiteRole(owner, siteRoleUrl);
  if (!found) return;
  const role = escapeIdentifier(found.name);
  const login = `role ${role} login password ${escapeLiteral(found.password)}`;
  if (!found.exists) {
    if (!found.mayBeCreated) {
      throw new StartRefusal(
        `O usuário ${found.name} não existe no banco de dados, e o de DATABASE_OWNER_URL não pode criá-lo. Crie-o, com a senha que está em DATABASE_URL.`,
      );
    }
    await owner.query(`create ${login}`);
  } else if (found.mayBeCreated && (await isLoginRefused(siteRoleUrl))) {
    await owner.query(`alter ${login}`);
  }
  await owner.query(`
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage on sequences to ${role};
    alter default privileges in schema public grant execute on functions to ${role}`);
}

async function isLoginRefused(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code?.startsWith("28")) return true;
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Lets the role of `siteRoleUrl` read and write rows, and nothing else. It owns no table, so it can change
 * neither them nor their triggers. Run it in a transaction: PostgreSQL refuses simultaneous grants.
 */
export async function admitSite(owner: pg.Client, siteRoleUrl: string): Promise<void> {
  const found = await findSiteRole(owner, siteRoleUrl);
  if (!found) return;
  const role = escapeIdentifier(found.name);
  const database = escapeIdentifier(found.database);
  await owner.query(`
    grant connect on database ${database} to ${role};
    revoke temporary on database ${database} from public;
    revoke create on schema public from public;
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    revoke update, delete on audit_log from ${role};
    grant usage on all sequences in schema public to ${role};
    grant execute on all functions in schema public to ${role}`);
}

/** A function holds the number of days, because only the owner can replace it. */
export async function retainAuditLog(owner: pg.Client, days: number): Promise<void> {
  await owner.query(
    `create or replace function audit_retention_days() returns integer
     language sql immutable as 'select ${Math.trunc(days)}'`,
  );
}

/** Whoever owns the tables can drop them. */
export async function ownsTables(db: Pick<NodePgDatabase, "execute">): Promise<boolean> {
  const { rows } = await db.execute<{ owns: boolean }>(
    `select exists (
       select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and pg_has_role(relowner, 'member')
     ) as owns`,
  );
  return rows[0]?.owns ?? false;
}
