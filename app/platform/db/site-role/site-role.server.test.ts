import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { sampleRows } from "../../../../testing/sample-rows.ts";
import { createTestDatabase } from "../../../../testing/test-database.ts";
import { openDatabase } from "../client.server.ts";
import { migrateDatabase } from "../migrate.server.ts";
import { isStartRefusal } from "../start-refusal.server.ts";
import { ownsTables, siteRoleUrlFrom } from "./site-role.server.ts";

const programDir = ".";

function withUser(url: string, name: string, password = "segredo"): string {
  return Object.assign(new URL(url), { username: name, password }).href;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

function open(url: string) {
  const { db, close } = openDatabase(url, () => undefined);
  onTestFinished(close);
  return db;
}

/** Names a role for one test alone, because roles are the whole cluster's. */
async function nameRole(ownerUrl: string): Promise<string> {
  const name = `papel_${randomUUID().replaceAll("-", "")}`;
  const owner = await connect(ownerUrl);
  onTestFinished(async () => {
    const { rowCount } = await owner.query("select from pg_roles where rolname = $1", [name]);
    if (rowCount) await owner.query(`drop owned by ${name}; drop role ${name}`);
  });
  return name;
}

/** A site's login to a migrated database, besides its owner's. */
async function admit() {
  const ownerUrl = await createTestDatabase();
  const siteRoleUrl = withUser(ownerUrl, await nameRole(ownerUrl));
  await migrateDatabase(open(ownerUrl), programDir, { siteRoleUrl });
  const [owner, site] = [await connect(ownerUrl), await connect(siteRoleUrl)];
  return { owner, site, ownerUrl, siteRoleUrl };
}

const denied = { code: "42501" };

test("the site reads and writes the rows of every table but the audit log's, which it only adds to", async () => {
  const { site } = await admit();
  for (const [table, row] of sampleRows(1)) {
    const names = Object.keys(row);
    const list = names.map((name) => `"${name}"`).join(", ");
    const places = names.map((_, n) => `$${n + 1}`).join(", ");
    await site.query(`insert into "${table}" (${list}) values (${places})`, Object.values(row));
    expect((await site.query(`select * from "${table}"`)).rowCount).toBeGreaterThan(0);
    const change = site.query(`update "${table}" set "${names[0]}" = "${names[0]}"`);
    if (table === "audit_log") await expect(change).rejects.toMatchObject(denied);
    else await change;
  }
  for (const [table] of sampleRows(1).toReversed()) {
    const deletion = site.query(`delete from "${table}"`);
    if (table === "audit_log") await expect(deletion).rejects.toMatchObject(denied);
    else await deletion;
  }
});

const forbidden = [
  ...["drop table posts", "truncate vitals", "alter table posts add column novo text"],
  ...["alter table audit_log disable trigger all", "alter table posts owner to current_user"],
  ...["create table novo (id integer)", "create temporary table users (id integer)"],
  ...["create index novo on posts (title)", "create schema novo"],
  "create function novo() returns integer language sql as 'select 1'",
  "create or replace function keep_audit_log() returns trigger language plpgsql as 'begin return old; end'",
  ...["drop trigger audit_log_kept on audit_log", "drop function purge_audit_log(integer)"],
  ...["update audit_log set actor = actor", "delete from audit_log"],
  ...["select * from drizzle.__drizzle_migrations", "set session_replication_role = replica"],
  ...["set role postgres", "create role novo", "alter system set fsync = off"],
  ...["select pg_read_file('postgresql.conf')", "copy posts to program 'true'"],
];

test("the site may change neither tables and functions nor roles and files", async () => {
  const { site } = await admit();
  for (const statement of forbidden) {
    await expect(site.query(statement), statement).rejects.toMatchObject(denied);
  }
});

test("the site's purge deletes nothing younger than the owner keeps, and its entries have the time of the database", async () => {
  const { owner, site, ownerUrl, siteRoleUrl } = await admit();
  await migrateDatabase(open(ownerUrl), programDir, { siteRoleUrl, auditRetentionDays: 90 });
  await owner.query(
    `insert into audit_log (actor, action, at) values ('terminal', 'plan-granted', now() - interval '91 days'),
       ('terminal', 'plan-granted', now() - interval '89 days')`,
  );
  await site.query(
    "insert into audit_log (actor, action, at) values ('terminal', 'plan-ended', '2020-01-01')",
  );
  expect((await site.query("select purge_audit_log(0) as purged")).rows).toEqual([{ purged: 1 }]);
  const { rows } = await site.query(
    "select action, at > now() - interval '1 minute' as recent from audit_log",
  );
  expect(rows).toEqual([
    { action: "plan-granted", recent: false },
    { action: "plan-ended", recent: true },
  ]);
  for (const statement of [
    "select set_config('mar_de_minas.purge_audit_log', 'on', false); delete from audit_log",
    "create or replace function audit_retention_days() returns integer language sql as 'select 0'",
  ]) {
    await expect(site.query(statement)).rejects.toMatchObject(denied);
  }
});

test("the site's entries forget an account only once it is deleted", async () => {
  const { site } = await admit();
  const { rows } = await site.query<{ id: string }>(
    `insert into users ("displayName", email) values ('Maria', 'maria@example.com') returning id`,
  );
  const subjects = async () => (await site.query("select subject from audit_log")).rows;
  await site.query(
    `insert into audit_log (actor, action, "subjectId", subject)
     values ('terminal', 'plan-granted', $1, 'maria@example.com')`,
    [rows[0]?.id],
  );
  await site.query("select forget_deleted_accounts()");
  expect(await subjects()).toEqual([{ subject: "maria@example.com" }]);
  await site.query("delete from users");
  await site.query("select forget_deleted_accounts()");
  expect(await subjects()).toEqual([{ subject: "" }]);
});

test("the site uses the tables of a later migration from the moment they exist", async () => {
  const { owner, site } = await admit();
  await owner.query("create table novo (id bigint generated always as identity, nome text)");
  await site.query("insert into novo (nome) values ('um')");
  await site.query("update novo set nome = 'dois'");
  expect((await site.query("delete from novo")).rowCount).toBe(1);
});

test("only a login that doesn't own the tables is said not to", async () => {
  const ownerUrl = await createTestDatabase();
  const siteRoleUrl = withUser(ownerUrl, await nameRole(ownerUrl));
  await migrateDatabase(open(ownerUrl), programDir, { siteRoleUrl });
  expect(await ownsTables(open(ownerUrl))).toBe(true);
  expect(await ownsTables(open(siteRoleUrl))).toBe(false);
});

test("a site that logs in as the owner keeps the owner's rights", async () => {
  const ownerUrl = await createTestDatabase();
  await migrateDatabase(open(ownerUrl), programDir, { siteRoleUrl: ownerUrl });
  expect(await ownsTables(open(ownerUrl))).toBe(true);
});

test("a site that has only its own login, but no owner to migrate as, says so", async () => {
  const { siteRoleUrl } = await admit();
  const refusal = await migrateDatabase(open(siteRoleUrl), programDir).catch(
    (error: unknown) => error,
  );
  expect(isStartRefusal(refusal) && refusal.message).toBe(
    "O usuário do banco de dados não pode migrá-lo. Indique o dono das tabelas em DATABASE_OWNER_URL.",
  );
});

test("sites that start at once admit their role once", async () => {
  const ownerUrl = await createTestDatabase();
  const siteRoleUrl = withUser(ownerUrl, await nameRole(ownerUrl));
  await Promise.all(
    [1, 2, 3].map(() => migrateDatabase(open(ownerUrl), programDir, { siteRoleUrl })),
  );
  expect((await (await connect(siteRoleUrl)).query("select from posts")).rowCount).toBe(0);
});

/** Creates an empty database whose owner is no superuser, as a managed one's. */
async function createManaged(attributes: string): Promise<{ admin: pg.Client; ownerUrl: string }> {
  const admin = await connect(await createTestDatabase());
  const owner = `dono_${randomUUID().replaceAll("-", "")}`;
  await admin.query(`create role ${owner} login ${attributes}`);
  await admin.query(`create database ${owner} template template0 owner ${owner}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${owner} with (force)`);
    await admin.query(`drop role ${owner}_site`).catch(() => undefined);
    await admin.query(`drop role ${owner}`);
  });
  const url = new URL(withUser(inject("templateUrl"), owner));
  url.pathname = owner;
  return { admin, ownerUrl: url.href };
}

test("an owner who may create roles creates the site's", async () => {
  const { ownerUrl } = await createManaged("createrole");
  const siteRoleUrl = siteRoleUrlFrom(ownerUrl);
  await migrateDatabase(open(ownerUrl), programDir, { siteRoleUrl });
  const site = await connect(siteRoleUrl);
  expect((await site.query("select purge_audit_log(30) as purged")).rows).toEqual([{ purged: 0 }]);
  await expect(site.query("drop table posts")).rejects.toMatchObject(denied);
  await expect(site.query("create temporary table t ()")).rejects.toMatchObject(denied);
});

test("an owner who may not create roles asks for the site's, and admits it once it exists", async () => {
  const { admin, ownerUrl } = await createManaged("");
  const siteRoleUrl = siteRoleUrlFrom(ownerUrl);
  const { username } = new URL(siteRoleUrl);
  const start = () => migrateDatabase(open(ownerUrl), programDir, { siteRoleUrl });

  const refusal = await start().catch((error: unknown) => error);

  expect(isStartRefusal(refusal) && refusal.message).toBe(
    `O usuário ${username} não existe no banco de dados, e o de DATABASE_OWNER_URL não pode criá-lo. Crie-o, com a senha que está em DATABASE_URL.`,
  );
  await admin.query(`create role ${username} login`);
  await start();
  const site = await connect(siteRoleUrl);
  expect((await site.query("select from posts")).rowCount).toBe(0);
  await expect(site.query("drop table posts")).rejects.toMatchObject(denied);
});

test("the password derived from the owner's is another, and always the same", () => {
  const owner = "postgres://mardeminas:segredo@banco:5432/mardeminas";
  const site = new URL(siteRoleUrlFrom(owner));
  expect(site.username).toBe("mardeminas_site");
  expect(site.password).toMatch(/^[0-9a-f]{64}$/);
  expect(site.href.replace(/:\w{64}@/, "@")).toBe(
    "postgres://mardeminas_site@banco:5432/mardeminas",
  );
  expect(siteRoleUrlFrom(owner)).toBe(site.href);
  expect(siteRoleUrlFrom(owner.replace("segredo", "outro"))).not.toContain(site.password);
});
