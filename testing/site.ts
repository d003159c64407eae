import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import pg from "pg";
import { type Logger, pino } from "pino";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import type { CurrentUser } from "../app/accounts/current-user.ts";
import {
  accounts,
  outbox,
  photos,
  posts,
  sessions,
  unavailableDays,
  uploads,
  users,
} from "../app/db/schema.ts";
import type { ListingInput } from "../app/listings/listing.ts";
import { listingTag } from "../app/listings/listing-tags.ts";
import type { createApp, openSite } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { createListener } from "../server/http-server.ts";
import type { PageCache } from "../server/page-cache.ts";
import type { Site } from "../server/site.ts";
import { sampleFields } from "./listing.ts";

interface Built {
  createApp: typeof createApp;
  openSite: typeof openSite;
}

const tables = { accounts, outbox, photos, posts, sessions, unavailableDays, uploads, users };

/** A built site on an empty database and an empty folder of its own. */
export interface TestSite extends Site {
  app: ReturnType<typeof createApp>;
  /** As `app.request`, without waiting until the page cache has heard of every change. */
  rawRequest: ReturnType<typeof createApp>["request"];
  /** Where its database is, for another site on the same one. */
  databaseUrl: string;
  /** The app behind Node's own server, as the site runs. */
  listener: RequestListener;
  dataDir: string;
  /** The lines it logged at level "error" or above. */
  errorLines: string[];
  /** All files below DATA_DIR/fotos and DATA_DIR/envios. */
  files: () => Promise<string[]>;
  /** How many rows each table has. */
  rows: () => Promise<Record<keyof typeof tables, number>>;
}

/** Opens a site of the test's own, configured by `env`; it goes when the test ends. */
export async function openTestSite(
  env: Record<string, string> = {},
  log?: Logger,
): Promise<TestSite> {
  const databaseUrl = await createTestDatabase();
  return openSiteOn(databaseUrl, env, log);
}

/** One site for all tests of a file, for those whose rows do not get in each other's way. */
export function shareTestSite(env: Record<string, string> = {}): () => TestSite {
  const works: (() => unknown)[] = [];
  const whenDone: WhenDone = (work) => works.push(work);
  let site: TestSite | null = null;
  beforeAll(async () => {
    site = await openSiteOn(await createTestDatabase(whenDone), env, undefined, whenDone);
  });
  afterAll(async () => {
    for (const work of works.toReversed()) await work();
  });
  return () => {
    if (!site) throw new Error("the site is open only while tests run");
    return site;
  };
}

/** Takes what is to be done when a test, or a file of tests, has ended; last come, first done. */
type WhenDone = (work: () => Promise<void>) => void;

/** Another site on the same database, as another machine would run it. */
export async function openSiteOn(
  databaseUrl: string,
  env: Record<string, string> = {},
  givenLog?: Logger,
  whenDone: WhenDone = onTestFinished,
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-teste-"));

  const built: Built = await import(join(import.meta.dirname, "../build/server/index.js"));
  const read = readConfig({
    DATA_DIR: dataDir,
    AUTH_SECRET: "x".repeat(32),
    PAGE_CACHE_MB: "8",
    ...env,
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const errorLines: string[] = [];
  const log =
    givenLog ?? pino({ level: "error" }, { write: (line: string) => errorLines.push(line) });
  // Not by DEMO=0, which asks for SITE_URL: many tests are about a site without one.
  const config = { ...read.config, demo: false };
  const site = await built.openSite(config, databaseUrl, log, process.cwd());
  whenDone(async () => {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const app = built.createApp(site, null);
  const request = app.request;
  const catchUp = site.pageCache && followChanges(site.pageCache, databaseUrl, whenDone);
  return {
    ...site,
    databaseUrl,
    dataDir,
    errorLines,
    // A test reads its own writes at once; the page cache hears of them a moment later.
    app: Object.assign(app, {
      async request(...asked: Parameters<typeof request>) {
        await catchUp?.();
        return request(...asked);
      },
    }),
    rawRequest: request,
    listener: createListener(app),
    async files() {
      const found = await readdir(dataDir, { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort();
    },
    async rows() {
      const counts = Object.entries(tables).map(async ([key, table]) => [
        key,
        await site.db.$count(table),
      ]);
      return Object.fromEntries(await Promise.all(counts));
    },
  };
}

/** Gives a way to wait until a page cache has heard of all that was committed before. */
function followChanges(
  cache: PageCache,
  databaseUrl: string,
  whenDone: WhenDone,
): () => Promise<void> {
  const echoes = new EventEmitter();
  const drop = cache.drop;
  cache.drop = (tags) => {
    const isEcho = tags.some((tag) => echoes.emit(tag));
    if (!isEcho) drop(tags);
  };
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  let connected: Promise<unknown> | null = null;
  whenDone(async () => {
    if (connected) await client.end();
  });
  return async function catchUp() {
    connected ??= client.connect();
    await connected;
    const id = randomUUID();
    const echo = once(echoes, listingTag(id));
    // Until the site listens, an announcement reaches nobody.
    for (let isHeard = false; !isHeard; ) {
      await client.query("select pg_notify('anuncios_mudaram', $1)", [`${id} -`]);
      isHeard = await Promise.race([echo.then(() => true), delay(100, false)]);
    }
  };
}

/** The address of a migrated and empty database; it goes when the test ends. */
export async function createTestDatabase(whenDone: WhenDone = onTestFinished): Promise<string> {
  const template = new URL(inject("templateUrl"));
  const name = `teste_${randomUUID().replaceAll("-", "")}`;
  const admin = new URL(template);
  admin.pathname = "/postgres";
  await query(admin, `create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  whenDone(() => query(admin, `drop database ${name} with (force)`));
  return url.href;
}

async function query(url: URL, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** An advertiser, straight in the table. */
export async function createUser(
  site: Pick<Site, "db">,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<CurrentUser> {
  const values = {
    displayName: "Maria Aparecida Leite",
    email: `${randomUUID()}@example.com`,
    ...overrides,
  };
  const [row] = await site.db.insert(users).values(values).returning({ uid: users.id });
  if (!row) throw new Error("insert gave no row");
  return { uid: row.uid, displayName: values.displayName, email: values.email };
}

/** A finished photo that waits for a listing, straight in the table. */
export async function createWaitingPhoto(
  site: Pick<Site, "db">,
  uid: string,
  overrides: Partial<typeof photos.$inferInsert> = {},
): Promise<string> {
  const id = overrides.id ?? randomUUID();
  await site.db.insert(photos).values({
    id,
    uid,
    draft: randomUUID(),
    key: `imoveis/${uid}/images/0/${id}-foto`,
    width: 1600,
    height: 1200,
    widths: [400, 800, 1600],
    color: "#336677",
    ...overrides,
  });
  return id;
}

/** A listing as an advertiser submits it. */
export function listingInput(overrides: Partial<ListingInput> = {}): ListingInput {
  return { ...sampleFields, unavailableDays: ["2026-12-24", "2026-12-25"], ...overrides };
}

/** Creates an advertiser with a session; `cookie` is the Cookie header of their browser. */
export async function signIn(
  site: TestSite,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<{ user: CurrentUser; cookie: string; password: string }> {
  const name = "Maria Aparecida Leite";
  const email = `${randomUUID()}@example.com`;
  const password = "serra-da-canastra";
  const { headers, response } = await site.auth.api.signUpEmail({
    body: { name, email, password },
    returnHeaders: true,
  });
  const uid = response.user.id;
  if (Object.keys(overrides).length > 0) {
    await site.db.update(users).set(overrides).where(eq(users.id, uid));
  }
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { user: { uid, displayName: name, email }, cookie, password };
}
