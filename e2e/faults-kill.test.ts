import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { joinEmbeddedDatabase } from "../app/db/embedded.server.ts";
import { projectNode, root } from "../scripts/prepare.mjs";
import { listDatabaseProcesses, signalAll } from "../testing/database-processes.ts";
import { calendarOf, type FeedHost, startFeedHost } from "../testing/feed-host.ts";
import { type Mailbox, openMailbox } from "../testing/mail-servers.ts";
import { makeJpeg } from "../testing/pictures.ts";
import {
  type AdState,
  type Advertiser,
  answers,
  connectFeed,
  edit,
  newAdvertiser,
  publish,
  register,
  remove,
  resumeUpload,
  sendMessage,
  syncFeeds,
  Unanswered,
  upload,
} from "./fault-advertiser.ts";
import {
  age,
  checkAdvertiser,
  checkFeeds,
  checkInvariants,
  checkMessages,
  listOrphans,
  openSiteStorage,
  type SiteStorage,
} from "./fault-checks.ts";
import { type SiteProcess, startSite } from "./site-process.ts";

/** `npm run faults` sets 50. */
const kills = Number(process.env.FAULT_KILLS || 4);
const seed = Number(process.env.FAULT_SEED || 20261121);
/** Upper bounds of the random moment of a kill: responses, then additional ms. */
const [maxAnswers, maxDelayMs] = [40, 150];

let mailbox: Mailbox;
let calendars: FeedHost;
let stopCalendars: () => void;
let dataDir: string;
let site: SiteProcess;
const random = randomFrom(seed);

const figures = {
  kills: 0,
  killsWithDatabase: 0,
  accounts: 0,
  photos: 0,
  publications: 0,
  edits: 0,
  deletions: 0,
  feeds: 0,
  messages: 0,
  unanswered: 0,
  resumedUploads: 0,
  resentMessages: 0,
};

/** The nights of each copy of a calendar that was served. */
const copies = new Set<string>();
/** The ads of connected calendars, by address. */
const confirmedFeeds = new Map<string, string>();
const confirmedMessages = new Set<string>();
const unansweredMessages = new Set<string>();
const advertisers: Advertiser[] = [newAdvertiser(), newAdvertiser(), newAdvertiser()];
let pictures: Buffer[];
let names = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-mortes-"));
  mailbox = await openMailbox();
  calendars = await startFeedHost((stop) => {
    stopCalendars = stop;
  });
  pictures = await Promise.all([480, 440].map((width) => makeJpeg(width, 320, { detail: true })));
});

afterAll(async () => {
  await site?.end("SIGTERM");
  await mailbox?.close();
  stopCalendars?.();
  await rm(dataDir, { recursive: true, force: true });
});

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)];

async function start(): Promise<SiteStorage> {
  const env = {
    SMTP_URL: mailbox.url,
    SITE_EMAIL: "contato@mardeminas.example",
    RATE_LIMIT_FACTOR: "100000",
    CALENDAR_HOSTS: calendars.host,
    LOG_LEVEL: "warn",
  };
  site = await startSite({ dataDir, env });
  const database = await joinEmbeddedDatabase(dataDir);
  return openSiteStorage(database.url, dataDir);
}

/** Keeps an advertiser busy until the site is killed. */
async function keepBusy(advertiser: Advertiser, ids: Map<string, string>): Promise<void> {
  if (!advertiser.isRegistered) {
    await register(site.url, advertiser);
    figures.accounts++;
  }
  if (advertiser.upload) {
    await resumeUpload(site.url, advertiser);
    figures.resumedUploads++;
  }
  for (;;) {
    await sendPhoto(advertiser);
    if (!advertiser.mayPublish) continue;
    const ad = pick(advertiser.ads.filter(({ title }) => ids.has(title)));
    const id = ids.get(ad?.title ?? "");
    const chance = random();
    if (ad?.confirmed && id && chance < 0.3) {
      const kept = ad.confirmed.photos.filter(() => random() < 0.5);
      await edit(
        site.url,
        advertiser,
        ad,
        id,
        stateWith([...kept, ...advertiser.photos.slice(0, 2)]),
      );
      figures.edits++;
    } else if (ad && id && chance < 0.55) {
      ids.delete(ad.title);
      await remove(site.url, advertiser, ad, id);
      figures.deletions++;
    } else if (id && chance < 0.7) {
      const address = calendars.serve(`/${++names}.ics`, sendNextCopy);
      if (await connectFeed(site.url, advertiser, id, address)) confirmedFeeds.set(address, id);
      await syncFeeds(site.url, advertiser, id);
      figures.feeds++;
    } else {
      await publish(
        site.url,
        advertiser,
        `Rancho ${++names}`,
        stateWith(advertiser.photos.slice(0, 3)),
      );
      figures.publications++;
    }
  }
}

/** Answers with two stays, different from those of the copy before. */
function sendNextCopy(_request: IncomingMessage, response: ServerResponse): void {
  const checkIns = [0, 20].map((days) => addDays(today(), 30 + (copies.size % 9) + days));
  const stays = checkIns.map((checkIn): [string, string] => [checkIn, addDays(checkIn, 2)]);
  copies.add(`{${stays.map(([from, to]) => `[${from},${to})`).join(",")}}`);
  response.end(calendarOf(...stays));
}

async function sendPhoto(advertiser: Advertiser): Promise<void> {
  const picture = pick(pictures);
  if (picture) await upload(site.url, advertiser, picture);
  figures.photos++;
}

function stateWith(photos: string[]): AdState {
  const number = ++names;
  const day = `2027-01-${String((number % 28) + 1).padStart(2, "0")}`;
  return { body: `Texto ${number}.`, valorFds: String(number), day, photos };
}

async function sendMessages(): Promise<void> {
  for (let round = 0; round < 6; round++) {
    const text = `Mensagem ${++names}.`;
    unansweredMessages.add(text);
    await sendMessage(site.url, text);
    unansweredMessages.delete(text);
    confirmedMessages.add(text);
    figures.messages++;
  }
}

async function registerAnother(): Promise<void> {
  const advertiser = newAdvertiser();
  advertisers.push(advertiser);
  await register(site.url, advertiser);
  figures.accounts++;
}

/** Resolves at a random moment of the work. */
function randomMoment(): Promise<void> {
  let left = Math.ceil(random() * maxAnswers);
  const wait = random() * maxDelayMs;
  return new Promise((done) => {
    answers.addEventListener("answer", function count() {
      if (--left > 0) return;
      answers.removeEventListener("answer", count);
      setTimeout(done, wait);
    });
  });
}

/** Runs all work and kills the site at a random moment, every other time with its database. */
async function workUntilKilled(ids: Map<string, string>): Promise<void> {
  const withDatabase = figures.kills % 2 === 1;
  const killing = randomMoment();
  const work = [
    ...advertisers.slice(0, 3).map((advertiser) => keepBusy(advertiser, ids)),
    sendMessages(),
    registerAnother(),
  ];
  const ended = Promise.all(
    work.map((one) =>
      one.catch((error) => {
        if (!(error instanceof Unanswered)) throw error;
        figures.unanswered++;
      }),
    ),
  );
  await killing;
  if (withDatabase) signalAll(await listDatabaseProcesses(dataDir), "SIGKILL");
  await site.end("SIGKILL");
  await ended;
  figures.kills++;
  if (withDatabase) figures.killsWithDatabase++;
}

/** Expects everything confirmed and nothing half-done; returns the ads' ids by title. */
async function check(storage: SiteStorage): Promise<Map<string, string>> {
  const faults = await checkInvariants(storage);
  for (const advertiser of advertisers)
    faults.push(...(await checkAdvertiser(storage, site.url, advertiser)));
  faults.push(...(await checkMessages(storage, confirmedMessages, unansweredMessages)));
  faults.push(...(await checkFeeds(storage, copies, confirmedFeeds)));
  expect(faults).toEqual([]);
  await storage.db.query(`update users set "postsPermitidos" = 1000`);
  for (const advertiser of advertisers) advertiser.mayPublish = advertiser.isRegistered;
  const { rows } = await storage.db.query("select id, title from posts");
  return new Map(rows.map(({ id, title }) => [title, id]));
}

test(`${kills} kills at random moments lose nothing that was confirmed`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  let storage = await start();
  await Promise.all(advertisers.map((advertiser) => register(site.url, advertiser)));
  for (let round = 0; round < kills; round++) {
    await workUntilKilled(await check(storage));
    await storage.db.end();
    storage = await start();
  }
  await check(storage);

  // Every message is sent in the end; any repeats keep its Message-ID.
  await vi.waitFor(
    async () => {
      const waiting = await storage.db.query("select from outbox where state <> 'sent'");
      expect(waiting.rowCount).toBe(0);
    },
    { timeout: 60_000, interval: 250 },
  );
  for (const message of confirmedMessages) {
    const about = mailbox.letters.filter(({ text }) => text.includes(message));
    expect([message, new Set(about.map(({ messageId }) => messageId)).size]).toEqual([message, 1]);
    figures.resentMessages += about.length - 1;
  }

  await age(storage);
  const swept = spawnSync(projectNode, ["operator/main.ts", "fotos", "varrer", "--json"], {
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
