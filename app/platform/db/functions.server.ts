import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** Reads the functions and triggers of a program, which stand in app/platform/db/sql. */
export async function readFunctions(programDir: string): Promise<string> {
  const folder = join(programDir, "app", "platform", "db", "sql");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return texts.join("\n");
}

/** Leaves extensions alone, and the function that the owner writes separately at each start. */
const ownFunctions = `select oid from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f' and proname <> 'audit_retention_days'
    and pg_has_role(proowner, 'member')
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`;

const ownTriggers = `select oid from pg_trigger where not tgisinternal and tgfoid in (${ownFunctions})`;

/** True if functions or triggers have changed since {@link applyFunctions} last ran with this text. */
export async function functionsDiffer(owner: pg.Client, text: string): Promise<boolean> {
  const { rows } = await owner.query<{ mark: string | null }>(
    "select obj_description('drizzle'::regnamespace, 'pg_namespace') as mark",
  );
  return rows[0]?.mark !== (await markOf(owner, text));
}

/**
 * Brings functions and triggers to what `text` says; others stay, as an operator may have added them. Run it in a
 * transaction that holds all tables' locks.
 */
export async function applyFunctions(owner: pg.Client, text: string): Promise<void> {
  await owner.query(text);
  const mark = pg.escapeLiteral(await markOf(owner, text));
  await owner.query(`comment on schema drizzle is ${mark}`);
}

/** Also changes with what somebody altered by hand. Reads catalogs alone, which no table's lock delays. */
async function markOf(owner: pg.Client, text: string): Promise<string> {
  const { rows } = await owner.query<{ definition: string }>(`
    select pg_get_functiondef(oid) as definition from (${ownFunctions}) as functions
    union all
    select pg_trigger::text from pg_trigger where oid in (${ownTriggers})
    order by definition`);
  return createHash("sha256")
    .update([text, ...rows.map(({ definition }) => definition)].join("\n"))
    .digest("hex");
}
