import assert from "node:assert/strict";
import { join } from "node:path";
import { nameHosts } from "./names.ts";
import { databaseHost, startPooler, startTlsDatabase, type TlsDatabase } from "./postgresql.ts";
import { type RehearsedSite, startRefusedSite, startSite } from "./site.ts";
import { type Part, type Stage, until } from "./stage.ts";
import { cachedBytes, logIn, publish, register } from "./visitor.ts";

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

function openSite(stage: Stage, name: string, port: number, url: string): Promise<RehearsedSite> {
  return startSite(port, join(stage.folder, name), { ...secrets, DATABASE_URL: url });
}

async function rehearseTls(stage: Stage, database: TlsDatabase): Promise<void> {
  await stage.step(
    "with sslmode=verify-full the site migrates and publishes an ad",
    async (note) => {
      const site = await openSite(stage, "tls", 3001, database.url());
      await publish(site.url, await register(site.url, "tls@example.com"), "Rancho TLS");
      const encrypted = await database.query(
        "select count(*) filter (where ssl), count(*) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'mardeminas'",
      );
      const [secure, all] = encrypted.trim().split("|");
      assert.equal(secure, all);
      note(`${all} connections, all encrypted`);
      assert.equal(await site.end(), 0);
    },
  );
  await stage.step("sslmode=verify-full refuses another authority or host", async () => {
    const dataDir = join(stage.folder, "recusado");
    const refuse = (url: string) => startRefusedSite(dataDir, { ...secrets, DATABASE_URL: url });
    assert.match(
      await refuse(database.url(databaseHost, database.otherAuthorityFile)),
      /self-signed certificate|unable to verify|certificate signature failure/,
    );
    assert.match(await refuse(database.url("localhost")), /does not match certificate/);
  });
}

async function rehearseSlowDatabase(stage: Stage, database: TlsDatabase): Promise<void> {
  await stage.step("a database that gives few connections doesn't end a start", async () => {
    await database.query("alter role mardeminas connection limit 3");
    const site = await openSite(stage, "poucas", 3007, database.url());
    await until("the log says so", () => /database slow to accept connections/.test(site.output()));
    await database.query("alter role mardeminas connection limit -1");
    await until("the home page is there", async () => (await fetch(site.url)).ok);
    assert.equal(await site.end(), 0);
  });
  await stage.step("a database that takes 2 s to connect serves a site", async (note) => {
    const delayConnections = (seconds: number) =>
      database.query(`alter system set pre_auth_delay = ${seconds}`).then(database.reload);
    await delayConnections(2);
    const began = performance.now();
    const site = await openSite(stage, "lenta", 3008, database.url());
    note(`starts in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await publish(site.url, await register(site.url, "lenta@example.com"), "Rancho Lento");
    assert.match(await (await fetch(site.url)).text(), /Rancho Lento/);
    assert.equal(await site.end(), 0);
    await delayConnections(0);
  });
}

async function rehearseSessions(stage: Stage, database: TlsDatabase): Promise<void> {
  const pooler = await startPooler(stage.folder, database, "session");
  await stage.step(
    "PgBouncer in session mode: a site drops a cached page when another publishes",
    async (note) => {
      const [first, second] = await Promise.all([
        openSite(stage, "sessao-1", 3002, pooler.url),
        openSite(stage, "sessao-2", 3003, pooler.url),
      ]);
      await until("both sites cache their home page", () => bothCache(first, second));
      const advertiser = await register(first.url, "sessao@example.com");
      await publish(first.url, advertiser, "Rancho Sessão");
      const began = performance.now();
      await until("the other site shows the ad", async () =>
        (await (await fetch(second.url)).text()).includes("Rancho Sessão"),
      );
      note(
        `${(performance.now() - began).toFixed(0)} ms from the form's response to the other site's page`,
      );
      for (const site of [first, second]) assert.equal(await site.end(), 0);
    },
  );
  await pooler.end();
}

async function bothCache(...sites: RehearsedSite[]): Promise<boolean> {
  const sizes = await Promise.all(sites.map(({ url }) => cachedBytes(url, metricsToken)));
  return sizes.every((bytes) => bytes > 0);
}

async function rehearseTransactions(stage: Stage, database: TlsDatabase): Promise<void> {
  const pooler = await startPooler(stage.folder, database, "transaction");
  const sites = await stage.step(
    "PgBouncer in transaction mode: two sites start simultaneously and log the mode",
    async (note) => {
      const began = performance.now();
      const started = await Promise.all([
        openSite(stage, "transacao-1", 3004, pooler.url),
        openSite(stage, "transacao-2", 3005, pooler.url),
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
    const advertiser = await register(first.url, "transacao@example.com");
    for (let n = 0; n < 5; n++) assert.equal(await cachedBytes(second.url, metricsToken), 0);
    await publish(first.url, advertiser, "Rancho Transação");
    // Alternate, so that state left on a shared connection would affect the other site.
    for (let n = 0; n < 10; n++) {
      await logIn(first.url, advertiser.email);
      await logIn(second.url, advertiser.email);
    }
    assert.match(await (await fetch(second.url)).text(), /Rancho Transação/);
  });
  await stage.step("a killed site leaves no lock behind, and the next one starts", async (note) => {
    await first.end("SIGKILL");
    const began = performance.now();
    const next = await openSite(stage, "transacao-3", 3006, pooler.url);
    note(`${((performance.now() - began) / 1000).toFixed(1)} s`);
    // The jobs of the others hold some for a moment.
    await until(
      "no lock is left",
      async () => {
        const locks = "select count(*) from pg_locks where locktype = 'advisory'";
        return (await database.query(locks)).trim() === "0";
      },
      30,
    );
    for (const site of [second, next]) assert.equal(await site.end(), 0);
  });
  await pooler.end();
}
