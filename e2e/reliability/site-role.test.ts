import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import {
  joinEmbeddedDatabase,
  startEmbeddedDatabase,
} from "../../app/platform/db/embedded/embedded.server.ts";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { siteRoleUrlFrom } from "../../app/platform/db/site-role/site-role.server.ts";
import { askAt } from "../../testing/advertiser.ts";
import { makeFolder } from "../../testing/folder.ts";
import { migrationEntries, programWith } from "../../testing/migrations.ts";
import { startEmptyProcess } from "../prepared-site.ts";
import { removeData, type SiteOptions, type SiteProcess, startSite } from "../site-process.ts";
import { spawnOperator } from "./operator-terminal.ts";
import { publishAs } from "./worker-advertiser.ts";

const warning = "the site's database user owns its tables";

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function start(options: SiteOptions): Promise<SiteProcess> {
  const site = await startSite({ plainHttp: true, ...options });
  onTestFinished(async () => {
    await site.end("SIGTERM");
    await removeData(site);
  });
  return site;
}

/** Publishes an ad and looks at it, to touch most of the tables. */
async function use(site: SiteProcess, email: string): Promise<void> {
  const ask = askAt(site.url);
  const { id } = await publishAs(ask, email, "Rancho do Papel");
  expect(id).not.toBe("");
  expect(await (await ask(`/posts/${id}`)).text()).toContain("Rancho do Papel");
  const cards = await ask("/search?lugar=Turvo");
  expect(cards.status).toBe(200);
}

/** Who is connected to the site's database, besides the test. */
async function listUsers(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() order by usename`,
  );
  return rows.map(({ usename }) => usename);
}

async function expectNoOwnership(siteUrl: string): Promise<void> {
  const client = await connect(siteUrl);
  const denied = { code: "42501" };
  await expect(client.query("drop table vitals")).rejects.toMatchObject(denied);
  await expect(client.query("delete from audit_log")).rejects.toMatchObject(denied);
}

test("a site of several processes serves as a role that owns nothing", async () => {
  const site = await startEmptyProcess({
    plainHttp: true,
    env: { WORKERS: "2", LOG_LEVEL: "info" },
  });
  onTestFinished(async () => {
    await site.end("SIGTERM");
    await removeData(site);
  });
  await use(site, "ana@example.com");
  const { url } = await joinEmbeddedDatabase(site.dataDir);
  await expect.poll(async () => listUsers(await connect(url))).toEqual(["postgres_site"]);
  await expectNoOwnership(siteRoleUrlFrom(url));
  expect(site.output()).not.toContain(warning);
});

test("a data folder of the former version gets the role at its next start", async () => {
  const dataDir = await makeFolder();
  const before = await startEmbeddedDatabase(dataDir);
  const { db, close } = openDatabase(before.url, () => undefined);
  const former = migrationEntries.findIndex(({ tag }) => tag.endsWith("site_role"));
  await migrateDatabase(db, await programWith(former));
  await db.execute(
    `insert into audit_log (actor, action, at) values ('terminal', 'plan-granted', '2026-01-01')`,
  );
  await close();
  await before.stop();

  const site = await start({ dataDir });
  await use(site, "ana@example.com");
  const { url } = await joinEmbeddedDatabase(dataDir);
  const owner = await connect(url);
  expect(await listUsers(owner)).toEqual(["postgres_site"]);
  expect((await owner.query("select from audit_log")).rowCount).toBe(1);
  await expectNoOwnership(siteRoleUrlFrom(url));
});

test("with DATABASE_OWNER_URL alone a site makes its role; with DATABASE_URL alone it says what is missing", async () => {
  const database = await startEmbeddedDatabase(await makeFolder());
  onTestFinished(() => database.stop());
  const secrets = { AUTH_SECRET: "x".repeat(32), LOG_LEVEL: "info" };

  const owning = await start({ env: { ...secrets, DATABASE_URL: database.url } });
  await expect.poll(owning.output).toContain(warning);
  await owning.end("SIGTERM");

  const env = { ...secrets, DATABASE_OWNER_URL: database.url };
  const site = await start({ env });
  await use(site, "ana@example.com");
  expect(await listUsers(await connect(database.url))).toEqual(["postgres_site"]);
  expect(site.output()).not.toContain(warning);

  const listed = await spawnOperator({ ...env, DATA_DIR: site.dataDir }, "usuarios", "--json");
  expect(JSON.parse(listed.out)).toMatchObject([{ email: "ana@example.com" }]);
});
