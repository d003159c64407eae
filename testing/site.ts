import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { type Logger, pino } from "pino";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { CurrentUser } from "../app/domain/accounts/session-context.server.ts";
import type { ListingInput } from "../app/domain/listings/listing.ts";
import { listingTag } from "../app/domain/listings/listing-tags.ts";
import { type Db, openDatabase } from "../app/platform/db/client.server.ts";
import { outbox } from "../app/platform/db/mail-schema.ts";
import { photos, posts, unavailableDays, uploads, users } from "../app/platform/db/schema.ts";
import { accounts, sessions } from "../app/platform/db/session-schema.ts";
import { siteRoleUrlFrom } from "../app/platform/db/site-role/site-role.server.ts";
import type { PageCache } from "../app/platform/web/pages/page-cache.server.ts";
import type { createApp, openSite } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import type { Site } from "../server/create-site.ts";
import { createListener } from "../server/http-server.ts";
import { cookiesOf } from "./cookies.ts";
import { sampleFields } from "./listing.ts";
import { siteSecret } from "./site-secret.ts";
import { clientOf, createTestDatabase, type OnDone } from "./test-database.ts";

interface Built {
  createApp: typeof createApp;
  openSite: typeof openSite;
}

const tables = { accounts, outbox, photos, posts, sessions, unavailableDays, uploads, users };

/** A site with a database and a data folder of its own. */
export interface TestSite extends Site {
  app: ReturnType<typeof createApp>;
  /** Like `app.request`, without waiting for the page cache to catch up. */
  rawRequest: ReturnType<typeof createApp>["request"];
  /** Address for the tables' owner. Pass it to `openSiteOn` to share the database. */
  databaseUrl: string;
  /** Does what the site itself may not, such as breaking a table. */
  owner: Db;
  listener: RequestListener;
  dataDir: string;
  /** Lines logged at level "error" or above. */
  errorLines: string[];
  /** Sorted names in the data folder. */
  files: () => Promise<string[]>;
  rows: () => Promise<Record<keyof typeof tables, number>>;
}

/** Opens a site with an empty database; it closes when the test ends. */
export async function openTestSite(
  env: Record<string, string> = {},
  log?: Logger,
): Promise<TestSite> {
  const databaseUrl = await createTestDatabase();
  return openSiteOn(databaseUrl, env, log);
}

/** Shares a site among the tests of a file whose rows don't interfere. */
export function shareTestSite(env: Record<string, string> = {}): () => TestSite {
  return shareOpened(async (onDone) =>
    openSiteOn(await createTestDatabase(onDone), env, undefined, onDone),
  );
}

/** Opens something before a file's tests, and closes it after them. */
export function shareOpened<Opened>(
  open: (onDone: OnDone) => Promise<Opened>,
): () => NonNullable<Opened> {
  const cleanups: (() => unknown)[] = [];
  let opened: Opened | null = null;
  beforeAll(async () => {
    opened = await open((cleanup) => cleanups.push(cleanup));
  });
  afterAll(async () => {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  });
  return () => {
    if (!opened) throw new Error("it is open only while tests run");
    return opened;
  };
}

/** Opens a site on a database, with a data folder of its own, like a second machine. */
export async function openSiteOn(
  databaseUrl: string,
  env: Record<string, string> = {},
  givenLog?: Logger,
  onDone: OnDone = onTestFinished,
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-teste-"));

  const built: Built = await import(join(import.meta.dirname, "../build/server/index.js"));
  const read = readConfig({
    DATA_DIR: dataDir,
    AUTH_SECRET: siteSecret,
    PAGE_CACHE_MB: "8",
    // The developer's disk may be full.
    MIN_FREE_MB: "0",
    ...env,
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const errorLines: string[] = [];
  const log =
    givenLog ?? pino({ level: "error" }, { write: (line: string) => errorLines.push(line) });
  // Setting DEMO=0 would require SITE_URL, and many tests are about a site without one.
  const config = { ...read.config, demo: false };
  const site = await built.openSite({
    config,
    databaseUrl: siteRoleUrlFrom(databaseUrl),
    ownerUrl: databaseUrl,
    log,
    programDir: process.cwd(),
    role: { prepares: false },
  });
  await reuseHashes(site);
  const owner = openDatabase(databaseUrl, () => undefined);
  onDone(async () => {
    await site.close();
    await owner.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const app = built.createApp(site, null);
  const request = app.request;
  const catchUp = site.pageCache && followChanges(site.pageCache, databaseUrl);
  return Object.assign(site, {
    databaseUrl,
    owner: owner.db,
    dataDir,
    errorLines,
    // Tests expect to read their own writes; the page cache learns of them a moment later.
    app: Object.assign(app, {
      async request(...args: Parameters<typeof request>) {
        await catchUp?.();
        return request(...args);
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
  });
}

const hashes = new Map<string, Promise<string>>();
const verdicts = new Map<string, Promise<boolean>>();

/** Hashing takes long by design, so each password is hashed and verified once per worker. */
async function reuseHashes(site: Site): Promise<void> {
  const { password } = await site.auth.$context;
  const { hash, verify } = password;
  password.hash = (text) => remember(hashes, text, () => hash(text));
  password.verify = (attempt) => remember(verdicts, JSON.stringify(attempt), () => verify(attempt));
  // Registrations and resets copy these options to work within a transaction.
  const { emailAndPassword } = site.auth.options;
  const { hash: hashOnce, verify: verifyOnce } = password;
  Object.assign(emailAndPassword, { password: { hash: hashOnce, verify: verifyOnce } });
}

function remember<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

/** Returns a function that waits until the page cache has seen every committed change. */
function followChanges(cache: PageCache, databaseUrl: string): () => Promise<void> {
  const echoes = new EventEmitter();
  const drop = cache.drop;
  cache.drop = (tags) => {
    const isEcho = tags.some((tag) => echoes.emit(tag));
    if (!isEcho) drop(tags);
  };
  async function hearEcho(): Promise<void> {
    const id = randomUUID();
    const echo = once(echoes, listingTag(id));
    // Notifications sent before the site listens are lost, so repeat until one arrives.
    for (let isHeard = false; !isHeard; ) {
      await clientOf(databaseUrl).query("select pg_notify('anuncios_mudaram', $1)", [`${id} -`]);
      isHeard = await Promise.race([echo.then(() => true), delay(10, false)]);
    }
  }
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return function catchUp() {
    // The client sends one query at a time. Callers that wait share the next echo, which covers the
    // changes of all of them, and then go on together.
    next ??= current.then(() => {
      next = null;
      current = hearEcho();
      return current;
    });
    return next;
  };
}

/** Creates a user who has no account to log in with. */
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
  if (!row) throw new Error("insert returned no row");
  return { uid: row.uid, displayName: values.displayName, email: values.email };
}

/** Creates a photo that is processed, but not used by a listing yet. */
export async function createWaitingPhoto(
  site: Pick<Site, "db">,
  uid: string,
  overrides: Partial<typeof photos.$inferInsert> = {},
): Promise<string> {
  const id = overrides.id ?? randomUUID();
  await site.db.insert(photos).values({
    id,
    uid,
    draftId: randomUUID(),
    key: `imoveis/${uid}/images/0/${id}-foto`,
    width: 1600,
    height: 1200,
    widths: [400, 800, 1600],
    color: "#336677",
    ...overrides,
  });
  return id;
}

export function listingInput(overrides: Partial<ListingInput> = {}): ListingInput {
  return { ...sampleFields, unavailableDays: ["2026-12-24", "2026-12-25"], ...overrides };
}

/** Signs a user in; `cookie` is the Cookie header to send. */
export async function signIn(
  site: TestSite,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<{ user: CurrentUser; cookie: string; password: string }> {
  const name = "Maria Aparecida Leite";
  const email = `${randomUUID()}@example.com`;
  const password = "tucano-na-varanda";
  const { headers, response } = await site.auth.api.signUpEmail({
    body: { name, email, password },
    returnHeaders: true,
  });
  const uid = response.user.id;
  if (Object.keys(overrides).length > 0) {
    await site.db.update(users).set(overrides).where(eq(users.id, uid));
  }
  const cookie = cookiesOf(new Response(null, { headers }));
  return { user: { uid, displayName: name, email }, cookie, password };
}
