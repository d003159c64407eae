import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from "../../app/platform/db/embedded/embedded.server.ts";
import { cookiesOf } from "../../testing/cookies.ts";
import {
  hangDatabase,
  listDatabaseProcesses,
  signalAll,
} from "../../testing/database-processes.ts";
import { makeFolder } from "../../testing/folder.ts";
import { copyFolder } from "../prepared-site.ts";
import { removeData, type SiteProcess, startSite } from "../site-process.ts";

/** The site's own database timeout is 4 s; without it a request would hang for ever. */
const responseTimeoutMs = 20_000;

const databaseDir = await makeFolder({ onDone: afterAll });
let database: EmbeddedDatabase;
let site: SiteProcess;
let cookie: string;

beforeAll(async () => {
  await copyFolder(inject("emptyDataDir"), databaseDir);
  database = await startEmbeddedDatabase(databaseDir);
  site = await startSite({
    env: { DATABASE_URL: database.url, AUTH_SECRET: "x".repeat(32), RATE_LIMIT_FACTOR: "1000" },
  });
  const login = await send("/register", account("maria@example.com"));
  expect(login.status).toBe(302);
  cookie = cookiesOf(login);
});

afterAll(async () => {
  await site?.end("SIGTERM");
  if (site) await removeData(site);
  await database?.stop();
});

function send(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(site.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    signal: AbortSignal.timeout(responseTimeoutMs),
  });
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const signal = AbortSignal.timeout(responseTimeoutMs);
  return fetch(site.url + path, { headers, redirect: "manual", signal });
}

const account = (email: string) => ({
  displayName: "Maria",
  email,
  password: "veredas-azuis",
  confirmPassword: "veredas-azuis",
});

/** Visits pages as several concurrent visitors, until stopped. */
function visit(): { stop: () => Promise<Response[]> } {
  let isRunning = true;
  const seen: Response[] = [];
  const paths = ["/search?q=9000", "/search?localizacao=Turvo", "/dashboard", "/"];
  const visitors = paths.map(async (path) => {
    for (let n = 0; isRunning; n++) {
      const answer = await get(path, n % 2 ? { Cookie: cookie } : {});
      await answer.arrayBuffer();
      seen.push(answer);
    }
  });
  async function stop(): Promise<Response[]> {
    isRunning = false;
    await Promise.all(visitors);
    return seen;
  }
  onTestFinished(async () => {
    await stop();
  });
  return { stop };
}

/** Every kind of request must fail properly while the database is down. */
async function expectUnavailable(): Promise<void> {
  const pages: [string, Record<string, string>][] = [
    ["/search?q=8000", {}],
    ["/", {}],
    ["/dashboard", { Cookie: cookie }],
    ["/plans", { Cookie: cookie }],
    ["/posts/00000000-0000-4000-8000-000000000000", {}],
  ];
  for (const [path, headers] of pages) {
    const answer = await get(path, headers);
    const html = await answer.text();
    expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
    expect(answer.headers.get("Cache-Control")).toMatch(/no-(cache|store)/);
    expect(html).toContain('lang="pt-BR"');
    expect(html).toMatch(/O tempo fechou por aqui|Não conseguimos carregar os anúncios/);
  }
  const sitemap = await get("/sitemap.xml");
  expect([sitemap.status, sitemap.headers.get("Retry-After")]).toEqual([503, "5"]);
  const message = { nome: "João", email: "joao@example.com", mensagem: "Tem vaga no Réveillon?" };
  const contact = await send("/contato", message);
  const form = await contact.text();
  expect([contact.status, contact.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(form).toContain("Erro ao enviar o e-mail. Tente novamente.");
  expect(form).toContain("Tem vaga no Réveillon?");
  for (const path of ["/login", "/register"]) {
    const answer = await send(path, account("j@example.com"));
    await answer.arrayBuffer();
    expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
  }
  const upload = await fetch(`${site.url}/envios`, { method: "POST", headers: { Cookie: cookie } });
  expect([upload.status, upload.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect((await get("/healthz")).status).toBe(503);
  // Pages and files that need no database still work.
  expect((await get("/plans")).status).toBe(200);
  expect((await get("/favicon.svg")).status).toBe(200);
}

/** Full service must return by itself. */
async function expectRecovery(): Promise<void> {
  await vi.waitFor(
    async () => {
      expect((await get("/healthz")).status).toBe(200);
      for (const path of ["/", "/search?q=9000"]) expect((await get(path)).status).toBe(200);
      expect((await get("/dashboard", { Cookie: cookie })).status).toBe(200);
    },
    { timeout: 30_000, interval: 50 },
  );
}

function expectOnlyExpectedStatuses(answers: Response[]): void {
  const unexpected = answers.filter(
    ({ status }) => status !== 200 && status !== 302 && status !== 503,
  );
  expect(unexpected.map(({ url, status }) => `${url} ${status}`)).toEqual([]);
  const withoutRetryAfter = answers.filter(
    ({ status, headers }) => status === 503 && headers.get("Retry-After") !== "5",
  );
  expect(withoutRetryAfter.map(({ url }) => url)).toEqual([]);
}

test("the site answers 503 while the database is killed under load, and recovers", async () => {
  const before = site.output().length;
  const visitors = visit();
  expect((await send("/register", account("antes@example.com"))).status).toBe(302);
  signalAll(await listDatabaseProcesses(databaseDir), "SIGKILL");
  await vi.waitFor(async () => expect((await get("/healthz")).status).toBe(503), 30_000);
  await expectUnavailable();

  await database.stop();
  const { port } = new URL(database.url);
  database = await startEmbeddedDatabase(databaseDir, { port: Number(port) });
  await expectRecovery();
  const answers = await visitors.stop();
  expectOnlyExpectedStatuses(answers);
  expect(answers.some(({ status }) => status === 503)).toBe(true);
  expect((await send("/register", account("antes@example.com"))).status).toBe(400);

  // The log has at most one line per request and one per cause, with hardly any stacks.
  const log = site.output().slice(before).trim().split("\n");
  const stacks = log.filter((line) => line.includes('"stack"'));
  expect(log.length).toBeLessThan(2 * answers.length + 100);
  expect(stacks.length).toBeLessThan(30);
});

/** Pages that need no database, and aren't cached yet, must not queue behind all those that do. */
async function expectTextPageBeforeHungPages(): Promise<void> {
  const hung = Array.from({ length: 40 }, (_, n) => get(`/search?q=${6_000 + n}`));
  const first = await Promise.race([get("/about"), ...hung]);
  expect([first.url, first.status]).toEqual([`${site.url}/about`, 200]);
  for (const { status } of await Promise.all(hung)) expect(status).toBe(503);
}

test("the site responds in bounded time while the database hangs under load, and recovers", async () => {
  const visitors = visit();
  const letContinue = await hangDatabase(databaseDir);
  try {
    await vi.waitFor(async () => expect((await get("/healthz")).status).toBe(503), 30_000);
    for (const path of ["/search?q=7000", "/dashboard"]) {
      const answer = await get(path, { Cookie: cookie });
      await answer.arrayBuffer();
      expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
    }
    await expectTextPageBeforeHungPages();
  } finally {
    letContinue();
  }
  await expectRecovery();
  expectOnlyExpectedStatuses(await visitors.stop());
});
