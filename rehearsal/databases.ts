import assert from "node:assert/strict";
import { join } from "node:path";
import { type SiteProcess, startRefusedSite, startSite } from "../e2e/site-process.ts";
import { askAt, logIn, publish, register } from "../testing/advertiser.ts";
import { nameHosts } from "./names.ts";
import { databaseHost, startPooler, startTlsDatabase, type TlsDatabase } from "./postgresql.ts";
import { type Part, type Stage, until } from "./stage.ts";

const metricsToken = "m".repeat(32);
const secrets = {
  RATE_LIMIT_FACTOR: "1000",
  AUTH_SECRET: "x".repeat(32),
  METRICS_TOKEN: metricsToken,
  SITE_EMAIL: "contato@mardeminas.test",
};

export const databases: Part = {
  title: "PostgreSQL 15 over TLS, directly and through PgBouncer",
  packages: ["postgresql-15", "pgbouncer", "openssl"],
  needsInternet: false,
  writesTrees: false,
  minutes: 6,
  async run(stage) {
    await nameHosts(stage.folder, { [databaseHost]: "127.0.0.1" });
    const database = await stage.step("Debian's PostgreSQL 15 accepts only TLS connections", () =>
      startTlsDatabase(stage.folder),
    );
    assert(database);
    await rehearseTls(stage, database);
    await rehearseSlowDatabase(stage, database);
    await rehearseSessions(stage, database);
    await rehearseTransactions(stage, database);
  },
};

function openSite(stage: Stage, name: string, url: string): Promise<SiteProcess> {
  const env = { ...secrets, DATABASE_URL: url };
  return startSite({ plainHttp: true, dataDir: join(stage.folder, name), env });
}

async function rehearseTls(stage: Stage, database: TlsDatabase): Promise<void> {
  await stage.step(
    "with sslmode=verify-full the site migrates and publishes an ad",
    async (note) => {
      const site = await openSite(stage, "tls", database.url());
      const ask = askAt(site.url);
      await publish(ask, await register(ask));
      const encrypted = await database.query(
        "select count(*) filter (where ssl), count(*) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'mardeminas'",
      );
      const [secure, all] = encrypted.trim().split("|");
      assert.equal(secure, all);
      note(`${all} connections, all encrypted`);
      assert.equal(await site.end("SIGTERM"), 0);
    },
  );
  await stage.step("sslmode=verify-full refuses another authority or host", async () => {
    const env = { ...secrets, DATA_DIR: join(stage.folder, "recusado"), PORT: "0" };
    const refuse = async (url: string) =>
      (await startRefusedSite({ ...env, DATABASE_URL: url })).output;
    assert.match(
      await refuse(database.url(databaseHost, database.otherAuthorityFile)),
      /self-signed certificate|unable to verify|certificate signature failure/,
    );
    assert.match(await refuse(database.url("localhost")), /does not match certificate/);
  });
}

async function rehearseSlowDatabase(stage: Stage, database: TlsDatabase): Promise<void> {
  await stage.step("a database that takes 2 s to connect serves a site", async (note) => {
    const delayConnections = (seconds: number) =>
      database.query(`alter system set pre_auth_delay = ${seconds}`).then(database.reload);
    await delayConnections(2);
    const began = performance.now();
    const site = await openSite(stage, "lenta", database.url());
    note(`starts in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const ask = askAt(site.url);
    await publish(ask, await register(ask), { title: "Rancho Lento" });
    assert.match(await (await ask("/")).text(), /Rancho Lento/);
    assert.equal(await site.end("SIGTERM"), 0);
    await delayConnections(0);
  });
}

async function rehearseSessions(stage: Stage, database: TlsDatabase): Promise<void> {
  const pooler = await startPooler(stage.folder, database, "session");
  await stage.step(
    "PgBouncer in session mode: a site drops a cached page when another publishes",
    async (note) => {
      const [first, second] = await Promise.all([
        openSite(stage, "sessao-1", pooler.url),
        openSite(stage, "sessao-2", pooler.url),
      ]);
      await until("both sites cache their home page", () => bothCache(first, second));
      const ask = askAt(first.url);
      await publish(ask, await register(ask), { title: "Rancho Sessão" });
      const began = performance.now();
      await until("the other site shows the ad", async () =>
        (await (await fetch(second.url)).text()).includes("Rancho Sessão"),
      );
      note(
        `${(performance.now() - began).toFixed(0)} ms from the form's response to the other site's page`,
      );
      for (const site of [first, second]) assert.equal(await site.end("SIGTERM"), 0);
    },
  );
  await pooler.end();
}

async function bothCache(...sites: SiteProcess[]): Promise<boolean> {
  const sizes = await Promise.all(sites.map(countCachedBytes));
  return sizes.every((bytes) => bytes > 0);
}

/** Counts bytes after a visit of the home page. */
async function countCachedBytes({ url }: SiteProcess): Promise<number> {
  await (await fetch(url)).arrayBuffer();
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${url}/metricas`, { headers })).text();
  return Number(/^mardeminas_page_cache_bytes (\S+)/m.exec(metrics)?.[1]);
}

async function rehearseTransactions(stage: Stage, database: TlsDatabase): Promise<void> {
  const pooler = await startPooler(stage.folder, database, "transaction");
  const sites = await stage.step(
    "PgBouncer in transaction mode: two sites start simultaneously and log the mode",
    async (note) => {
      const began = performance.now();
      const started = await Promise.all([
        openSite(stage, "transacao-1", pooler.url),
        openSite(stage, "transacao-2", pooler.url),
      ]);
      for (const { output } of started) {
        await until("the log names the mode", () => /pooler in transaction mode/.test(output()));
      }
      note(`after ${((performance.now() - began) / 1000).toFixed(1)} s`);
      return started;
    },
  );
  assert(sites);
  const [first, second] = sites;
  assert(first && second);
  await stage.step("no page is cached there, so none is stale", async () => {
    const [here, there] = [askAt(first.url), askAt(second.url)];
    const email = "transacao@example.com";
    const cookie = await register(here, email);
    for (let n = 0; n < 5; n++) assert.equal(await countCachedBytes(second), 0);
    await publish(here, cookie, { title: "Rancho Transação" });
    // Alternate, so that state left on a shared connection would affect the other site.
    for (let n = 0; n < 10; n++) {
      await logIn(here, email);
      await logIn(there, email);
    }
    assert.match(await (await there("/")).text(), /Rancho Transação/);
  });
  await stage.step("a killed site leaves no lock behind, and the next one starts", async (note) => {
    await first.end("SIGKILL");
    const began = performance.now();
    const next = await openSite(stage, "transacao-3", pooler.url);
    note(`${((performance.now() - began) / 1000).toFixed(1)} s`);
    // The jobs of the other sites hold some for a moment.
    await until(
      "no lock is left",
      async () => {
        const locks = "select count(*) from pg_locks where locktype = 'advisory'";
        return (await database.query(locks)).trim() === "0";
      },
      30,
    );
    for (const site of [second, next]) assert.equal(await site.end("SIGTERM"), 0);
  });
  await pooler.end();
}
