import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../testing/listen.ts";
import { openSiteOn, shareTestSite } from "../testing/site.ts";
import { createTestDatabase } from "../testing/test-database.ts";

const token = "um-token-bem-comprido";
const sharedSite = shareTestSite({ METRICS_TOKEN: token });

/** Answers `limit` connections; further ones stay silent until the limit is lifted. */
async function limitConnections(databaseUrl: string, limit: number) {
  const url = new URL(databaseUrl);
  const { port, hostname } = url;
  const sockets = new Set<Socket>();
  let left = limit;
  let held = 0;
  const line = createServer((near) => {
    near.on("error", () => undefined);
    sockets.add(near);
    if (left-- <= 0) {
      held += 1;
      return;
    }
    const far = connect(Number(port), hostname);
    far.on("error", () => undefined);
    sockets.add(far);
    near.pipe(far).pipe(near);
  });
  const openPort = await listen(line);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    line.close();
  });
  url.port = String(openPort);
  const lift = () => {
    left = Number.POSITIVE_INFINITY;
  };
  return { url: url.href, lift, held: () => held };
}

test("a site starts although its database is slow to accept more connections", async () => {
  const { url, lift, held } = await limitConnections(await createTestDatabase(), 1);

  const site = await openSiteOn(url, { PAGE_CACHE_MB: "0" });
  await site.warmUp();

  expect(held()).toBeGreaterThan(0);
  lift();
  expect((await site.app.request("/")).status).toBe(200);
});

test("/healthz answers while all connections of the site's pool are in use", async () => {
  const site = sharedSite();
  const taken = await Promise.all(Array.from({ length: 10 }, () => site.db.$client.connect()));
  const waiting = site.db.$client.connect();
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.app.request("/healthz")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(site.db.$client.waitingCount).toBe(1);
  } finally {
    for (const connection of taken) connection.release();
    (await waiting).release();
  }
});

test("a site that is about to serve has connections ready for its first visitors", async () => {
  const site = sharedSite();
  await site.warmUp();
  const { totalCount, idleCount } = site.db.$client;
  expect(idleCount).toBeGreaterThanOrEqual(5);
  expect(totalCount).toBeLessThanOrEqual(10);
});

test("/healthz tells the version, and what to run, to callers with the metrics token alone", async () => {
  const site = sharedSite();
  const ask = async (headers: Record<string, string>) =>
    (await site.app.request("/healthz", { headers })).text();

  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const [state, told = ""] = (await ask({ Authorization: `Bearer ${token}` })).split("\n");
  expect([state, told.split(", ")[0]]).toEqual(["ok", version]);
  expect(told).toMatch(/, \d{4}-\d{2}-\d{2}$/);
  expect(await ask({ Authorization: "Bearer outro" })).toBe("ok");
  expect(await ask({})).toBe("ok");

  // As after an update of the system's locales.
  await site.owner.execute(
    "update pg_database set datcollversion = '0' where datname = current_database()",
  );
  expect(await ask({ Authorization: `Bearer ${token}` })).toMatch(
    /a ordem das letras do banco passou da versão 0 para a 1: rode nele REINDEX DATABASE teste_/,
  );
  expect(await ask({})).toBe("ok");
});
