import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addDays, today } from "../../app/calendar/civil-date.ts";
import { joinEmbeddedDatabase } from "../../app/db/embedded/embedded.server.ts";
import { projectNode, root } from "../../scripts/prepare.mjs";
import { listDatabaseProcesses, signalAll } from "../../testing/database-processes.ts";
import { type FeedHost, startFeedHost } from "../../testing/feed-host.ts";
import { type Mailbox, openMailbox } from "../../testing/mail-servers.ts";
import { pixVariables } from "../../testing/orders.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { seed, soakMinutes } from "../../testing/soak.ts";
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
import { addWatcher, checkAlerts } from "./fault-alerts.ts";
import {
  checkCalendars,
  connect,
  disconnect,
  type ServedCalendar,
  serveCalendar,
  synchronise,
} from "./fault-calendars.ts";
import {
  age,
  checkAdvertiser,
  checkInvariants,
  listOrphans,
  openSiteStorage,
  type SiteStorage,
} from "./fault-checks.ts";
import { checkDates, confirmDates, type KnownDates, saveSeason, tapNight } from "./fault-dates.ts";
import { figures } from "./fault-figures.ts";
import { awaitKill, randomFrom } from "./fault-moments.ts";
import { appointOperator, checkCase, keepWatch, newCase } from "./fault-operator.ts";
import { checkPayments, keepPaying, newAccountBook } from "./fault-payments.ts";
import { addInvitations, checkTestimonials } from "./fault-testimonials.ts";
import { checkTexts, sendText, sentTexts, type TextKind, textKinds } from "./fault-texts.ts";

/** Four meet each kind of moment once: a response or a step, with the database or without. */
const kills = soakMinutes === null ? 4 : 50;
/** Fewer than the limit of five per ad. */
const maxCalendars = 3;

let mailbox: Mailbox;
let calendarHost: FeedHost;
let stopCalendarHost: () => void;
let dataDir: string;
let site: SiteProcess;
const random = randomFrom(seed);

const calendars: ServedCalendar[] = [];
const dates: KnownDates = { seasons: [], confirmedAt: 0 };
/** Paths of invitations that nobody has used yet. */
const invitations: string[] = [];
const calendarOwner = newAdvertiser();
const operator = newAdvertiser();
const suspect = newAdvertiser();
const suspicion = newCase();
const payer = newAdvertiser();
const accountBook = newAccountBook();
const busyAdvertisers = [newAdvertiser(), newAdvertiser(), newAdvertiser()];
const advertisers: Advertiser[] = [calendarOwner, operator, payer, ...busyAdvertisers];
let pictures: Buffer[];
let names = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-mortes-"));
  mailbox = await openMailbox();
  calendarHost = await startFeedHost((stop) => {
    stopCalendarHost = stop;
  });
  pictures = await Promise.all([480, 440].map((width) => makeJpeg(width, 320, { detail: true })));
});

afterAll(async () => {
  await site?.end("SIGTERM");
  await mailbox?.close();
  stopCalendarHost?.();
  await rm(dataDir, { recursive: true, force: true });
});

const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)];

async function start(): Promise<SiteStorage> {
  const env = {
    SMTP_URL: mailbox.url,
    SITE_EMAIL: "contato@mardeminas.example",
    RATE_LIMIT_FACTOR: "100000",
    CALENDAR_HOSTS: calendarHost.host,
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

async function publishAdWithCalendars(): Promise<void> {
  await sendPhoto(calendarOwner);
  await publish(site.url, calendarOwner, "Rancho da Agenda", stateWith(calendarOwner.photos));
  figures.publications++;
}

/** Changes the dates of one ad in every way, and edits it, until the site is killed. */
async function keepCalendars(ids: ReadonlyMap<string, string>): Promise<void> {
  const [ad] = calendarOwner.ads;
  const id = ids.get(ad?.title ?? "");
  if (!ad || !id) throw new Error("no ad with calendars");
  const connected = () => calendars.filter(({ state }) => state === "connected");
  for (const surplus of connected().slice(0, 1 - maxCalendars)) {
    await disconnect(site.url, calendarOwner, id, surplus);
    figures.disconnections++;
  }
  for (;;) {
    await tapNight(site.url, calendarOwner, ad, id, pickNight());
    figures.nights++;
    answers.dispatchEvent(new Event("step"));
    await saveSeason(site.url, calendarOwner, id, dates, ++names);
    figures.seasons++;
    answers.dispatchEvent(new Event("step"));
    await confirmDates(site.url, calendarOwner, id, dates);
    figures.confirmations++;
    answers.dispatchEvent(new Event("step"));
    if (connected().length < maxCalendars) {
      const calendar = serveCalendar(calendarHost);
      calendars.push(calendar);
      await connect(site.url, calendarOwner, id, calendar);
      figures.connections++;
    }
    answers.dispatchEvent(new Event("step"));
    await synchronise(site.url, calendarOwner, id, calendars);
    figures.synchronisations++;
    answers.dispatchEvent(new Event("step"));
    await edit(site.url, calendarOwner, ad, id, stateWith(ad.confirmed?.photos ?? []));
    figures.edits++;
    answers.dispatchEvent(new Event("step"));
  }
}

async function sendPhoto(advertiser: Advertiser): Promise<void> {
  const picture = pick(pictures);
  if (picture) await upload(site.url, advertiser, picture);
  figures.photos++;
}

function stateWith(photos: string[]): AdState {
  const number = ++names;
  return { body: `Texto ${number}.`, valorFds: String(number), day: pickNight(), photos };
}

function pickNight(): string {
  return addDays(today(), 30 + (++names % 28));
}

/** Number of times that each form is sent between two kills; guests use all their invitations. */
const formsPerRound = { messages: 6, reports: 3, questions: 3, lists: 3, alerts: 3 };

async function sendTexts(kind: TextKind, ids: Map<string, string>): Promise<void> {
  const adId = ids.get("Rancho da Agenda");
  const paths =
    kind === "testimonials" ? invitations.splice(0) : Array(formsPerRound[kind]).fill("");
  for (const invitation of paths) {
    await sendText(site.url, kind, ++names, { adId, invitation });
    figures[kind]++;
  }
}

async function registerAnother(): Promise<void> {
  const advertiser = newAdvertiser();
  advertisers.push(advertiser);
  await register(site.url, advertiser);
  figures.accounts++;
}

async function untilUnanswered(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof Unanswered)) throw error;
    figures.unanswered++;
  });
}

/** Kills the site at a random moment, every other time with its database. */
async function workUntilKilled(ids: Map<string, string>): Promise<void> {
  const withDatabase = figures.kills % 2 === 1;
  const calendars = untilUnanswered(keepCalendars(ids));
  const work = [
    ...busyAdvertisers.map((advertiser) => keepBusy(advertiser, ids)),
    ...textKinds.map((kind) => sendTexts(kind, ids)),
    keepWatch(site.url, operator, suspicion),
    keepPaying(site.url, payer, operator, accountBook),
    registerAnother(),
  ];
  const all = Promise.all([calendars, ...work.map(untilUnanswered)]);
  await awaitKill(random, figures.kills % 4 < 2 ? "answer" : "step", { calendars, all });
  if (withDatabase) signalAll(await listDatabaseProcesses(dataDir), "SIGKILL");
  await site.end("SIGKILL");
  await all;
  figures.kills++;
  if (withDatabase) figures.killsWithDatabase++;
}

/** Expects everything confirmed and nothing half-done; returns the ads' ids by title. */
async function check(storage: SiteStorage): Promise<Map<string, string>> {
  const faults = await checkInvariants(storage);
  for (const advertiser of advertisers)
    faults.push(...(await checkAdvertiser(storage, site.url, advertiser)));
  for (const kind of textKinds) faults.push(...(await checkTexts(storage, kind)));
  faults.push(...(await checkTestimonials(storage)));
  faults.push(...(await checkAlerts(storage)));
  faults.push(...(await checkCalendars(storage, calendars)));
  faults.push(...(await checkDates(storage, dates)));
  faults.push(...(await checkCase(storage, suspicion)));
  faults.push(...(await checkPayments(storage, payer, accountBook)));
  expect(faults).toEqual([]);
  // The lease of a host that was being read outlives a killed site by two minutes.
  await storage.db.query(`update rate_limits set expire = 0 where key like 'feed-host:%'`);
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
  timeout: 60_000 + kills * 20_000,
}, async () => {
  let storage = await start();
  await addWatcher(storage);
  await Promise.all(
    [...advertisers, suspect].map((one) => untilAnswered(() => register(site.url, one))),
  );
  await check(storage);
  await appointOperator(site.url, storage, operator, suspect, suspicion);
  await publishAdWithCalendars();
  for (let round = 0; round < kills; round++) {
    await workUntilKilled(await check(storage));
    await storage.db.end();
    storage = await start();
  }
  await check(storage);
  for (const exercised of [
    "connections",
    "synchronisations",
    "edits",
    "nights",
    "seasons",
    "confirmations",
    "blocks",
    "notes",
    "payments",
  ] as const) {
    expect(figures[exercised], exercised).toBeGreaterThan(0);
  }

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
    figures.resentMessages += about.length - 1;
  }

  await age(storage);
  const swept = spawnSync(projectNode, ["cli/main.ts", "fotos", "varrer", "--json"], {
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
