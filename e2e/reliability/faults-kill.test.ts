import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { addDays, today } from "../../app/domain/calendar/civil-date.ts";
import { joinEmbeddedDatabase } from "../../app/platform/db/embedded/embedded.server.ts";
import { projectNode, root } from "../../scripts/prepare.mjs";
import { listDatabaseProcesses, signalAll } from "../../testing/database-processes.ts";
import { type Mailbox, openMailbox } from "../../testing/mail-servers.ts";
import { pixVariables } from "../../testing/orders.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { seededRandom } from "../../testing/random.ts";
import { seed, soakMinutes } from "../../testing/soak.ts";
import { copyFolder } from "../prepared-site.ts";
import { type SiteProcess, startSite } from "../site-process.ts";
import {
  type AdState,
  type Advertiser,
  answers,
  edit,
  newAdvertiser,
  publish,
  register,
  remove,
  resumeUpload,
  Unanswered,
  untilAnswered,
  upload,
} from "./fault-advertiser.ts";
import {
  addWatcher,
  age,
  checkAdvertiser,
  checkInvariants,
  listOrphans,
  openSiteStorage,
  type SiteStorage,
} from "./fault-checks.ts";
import { appointOperator, keepWatch } from "./fault-operator.ts";
import { type AccountBook, checkPayments, keepPaying } from "./fault-payments.ts";
import {
  addInvitations,
  checkTexts,
  sendText,
  sentTexts,
  type TextKind,
  textKinds,
} from "./fault-texts.ts";

/** Every other one kills the database, too. */
const kills = soakMinutes === null ? 2 : 50;

let mailbox: Mailbox;
let dataDir: string;
let site: SiteProcess;
const random = seededRandom(seed);
/** Numbers of the work done so far. */
const figures: Record<string, number> = {};

/** Paths of invitations that nobody has used yet. */
const invitations: string[] = [];
const [host, operator, suspect, payer] = [
  newAdvertiser(),
  newAdvertiser(),
  newAdvertiser(),
  newAdvertiser(),
] as const;
const accountBook: AccountBook = { reported: new Set(), received: new Set() };
const busyAdvertisers = [newAdvertiser(), newAdvertiser(), newAdvertiser()];
const advertisers: Advertiser[] = [host, operator, payer, ...busyAdvertisers];
let pictures: Buffer[];
let names = 0;

function count(what: string): void {
  figures[what] = (figures[what] ?? 0) + 1;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-mortes-"));
  await copyFolder(inject("emptyDataDir"), dataDir);
  mailbox = await openMailbox();
  pictures = await Promise.all([480, 440].map((width) => makeJpeg(width, 320, { detail: true })));
});

afterAll(async () => {
  await site?.end("SIGTERM");
  await mailbox?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<SiteStorage> {
  const env = {
    SMTP_URL: mailbox.url,
    SITE_EMAIL: "contato@mardeminas.example",
    RATE_LIMIT_FACTOR: "100000",
    LOG_LEVEL: "warn",
    ...pixVariables,
    WORKERS: "2",
  };
  site = await startSite({ dataDir, env });
  const database = await joinEmbeddedDatabase(dataDir);
  return openSiteStorage(database.url, dataDir);
}

/** Keeps an advertiser busy until the site is killed. */
async function keepBusy(advertiser: Advertiser, ids: Map<string, string>): Promise<void> {
  if (!advertiser.isRegistered) {
    await register(site.url, advertiser);
    count("accounts");
  }
  if (advertiser.upload) {
    await resumeUpload(site.url, advertiser);
    count("resumedUploads");
  }
  for (;;) {
    await sendPhoto(advertiser);
    if (!advertiser.mayPublish) continue;
    const own = advertiser.ads.filter(({ title }) => ids.has(title));
    const ad = own.length > 0 ? random.pick(own) : null;
    const id = ids.get(ad?.title ?? "");
    // The first that can be edited is: few kills would leave too little time for it.
    const chance = "edits" in figures ? random.below(100) : 0;
    if (ad?.confirmed && id && chance < 30) {
      const kept = ad.confirmed.photos.filter(() => random.chance(0.5));
      await edit(
        site.url,
        advertiser,
        ad,
        id,
        stateWith([...kept, ...advertiser.photos.slice(0, 2)]),
      );
      count("edits");
    } else if (ad && id && chance < 55) {
      ids.delete(ad.title);
      await remove(site.url, advertiser, ad, id);
      count("deletions");
    } else {
      await publish(
        site.url,
        advertiser,
        `Rancho ${++names}`,
        stateWith(advertiser.photos.slice(0, 3)),
      );
      count("publications");
    }
  }
}

/** Publishes the ad that visitors ask about and report. */
async function publishAdOfHost(): Promise<void> {
  await sendPhoto(host);
  await publish(site.url, host, "Rancho da Agenda", stateWith(host.photos));
}

async function sendPhoto(advertiser: Advertiser): Promise<void> {
  await upload(site.url, advertiser, random.pick(pictures));
  count("photos");
}

function stateWith(photos: string[]): AdState {
  const number = ++names;
  const day = addDays(today(), 30 + (number % 28));
  return { body: `Texto ${number}.`, valorFds: String(number), day, photos };
}

/** Number of times that each form is sent between two kills; guests use all their invitations. */
const formsPerRound = { messages: 6, reports: 3, questions: 3, lists: 3, alerts: 3 };

async function sendTexts(kind: TextKind, ids: Map<string, string>): Promise<void> {
  const adId = ids.get("Rancho da Agenda");
  const paths =
    kind === "testimonials" ? invitations.splice(0) : Array(formsPerRound[kind]).fill("");
  for (const invitation of paths) {
    await sendText(site.url, kind, ++names, { adId, invitation });
    count(kind);
  }
}

async function registerAnother(): Promise<void> {
  const advertiser = newAdvertiser();
  advertisers.push(advertiser);
  await register(site.url, advertiser);
  count("accounts");
}

async function untilUnanswered(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof Unanswered)) throw error;
    count("unanswered");
  });
}

/** A random moment alone could come before any of them. */
function expectAllKindsOfWork(): void {
  expect(Object.keys(figures)).toEqual(expect.arrayContaining(["publications", "edits", "blocks"]));
  expect(accountBook.received.size).toBeGreaterThan(0);
}

/**
 * Kills the site some ms after a random number of responses, every other time with its database, and the last
 * time not before all kinds of work were done.
 */
async function workUntilKilled(
  storage: SiteStorage,
  ids: Map<string, string>,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const withDatabase = (figures.kills ?? 0) % 2 === 1;
  const work = [
    ...busyAdvertisers.map((advertiser) => keepBusy(advertiser, ids)),
    ...textKinds.map((kind) => sendTexts(kind, ids)),
    keepWatch(site.url, storage, operator, suspect, () => count("blocks")),
    keepPaying(site.url, storage, payer, operator, accountBook),
    registerAnother(),
  ];
  const all = Promise.all(work.map(untilUnanswered));
  // A 5xx ends a worker early, and then nothing more may be counted.
  const enough = [awaitAnswers(1 + random.below(160))];
  if (isLast) enough.push(vi.waitFor(expectAllKindsOfWork, { timeout: 60_000, interval: 20 }));
  await Promise.race([Promise.all(enough), all]);
  await delay(random.below(150));
  if (withDatabase) signalAll(await listDatabaseProcesses(dataDir), "SIGKILL");
  await site.end("SIGKILL");
  await all;
  count("kills");
}

async function awaitAnswers(left: number): Promise<void> {
  for (let n = left; n > 0; n--) await once(answers, "answer");
}

/** Expects everything confirmed and nothing half-done; returns the ads' ids by title. */
async function check(storage: SiteStorage): Promise<Map<string, string>> {
  const faults = await checkInvariants(storage);
  for (const advertiser of advertisers)
    faults.push(...(await checkAdvertiser(storage, site.url, advertiser)));
  for (const kind of textKinds) faults.push(...(await checkTexts(storage, kind)));
  faults.push(...(await checkPayments(storage, accountBook)));
  expect(faults).toEqual([]);
  // An hour passes, so that the next report is announced.
  await storage.db.query(`update rate_limits set expire = 0 where key = 'report-letter'`);
  await storage.db.query(`update users set "postsPermitidos" = 1000`);
  for (const advertiser of advertisers) advertiser.mayPublish = advertiser.isRegistered;
  const { rows } = await storage.db.query("select id, title from posts");
  const ids = new Map<string, string>(rows.map(({ id, title }) => [title, id]));
  const hosting = ids.get("Rancho da Agenda");
  if (hosting) invitations.push(...(await addInvitations(storage, hosting, 3)));
  return ids;
}

test(`${kills} kills at random moments lose nothing that was confirmed`, {
  timeout: 120_000 + kills * 20_000,
}, async () => {
  let storage = await start();
  await addWatcher(storage);
  await Promise.all(
    [...advertisers, suspect].map((one) => untilAnswered(() => register(site.url, one))),
  );
  await check(storage);
  await appointOperator(site.url, storage, operator);
  await publishAdOfHost();
  for (let round = 0; round < kills; round++) {
    await workUntilKilled(storage, await check(storage), { isLast: round === kills - 1 });
    await storage.db.end();
    storage = await start();
  }
  await check(storage);
  expectAllKindsOfWork();

  // Every message is sent in the end; any repeats keep its Message-ID.
  await vi.waitFor(
    async () => {
      const waiting = await storage.db.query("select from outbox where state <> 'sent'");
      expect(waiting.rowCount).toBe(0);
    },
    { timeout: 60_000, interval: 250 },
  );
  for (const message of sentTexts.messages.confirmed) {
    const about = mailbox.letters.filter(({ text }) => text.includes(message));
    expect([message, new Set(about.map(({ messageId }) => messageId)).size]).toEqual([message, 1]);
  }

  await age(storage);
  const swept = spawnSync(projectNode, ["cli/operator.ts", "fotos", "varrer", "--json"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  expect(swept.stderr).toBe("");
  expect(await listOrphans(storage)).toEqual([]);
  expect(await checkInvariants(storage)).toEqual([]);
  await storage.db.end();
  console.log("kill loop", JSON.stringify({ seed, ...figures, swept: JSON.parse(swept.stdout) }));
});
