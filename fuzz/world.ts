import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { CurrentUser } from "../app/domain/accounts/session-context.server.ts";
import { today } from "../app/domain/calendar/civil-date.ts";
import { createCalendarFeeds, feedLimits } from "../app/domain/feeds/calendar-feeds.server.ts";
import { startCheck } from "../app/domain/listings/checks/checks.server.ts";
import { deleteListing } from "../app/domain/listings/deletion.server.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { numbersStopLinks } from "../app/domain/listings/visits/month-letters.server.ts";
import { createListBrowser, rememberListBrowser } from "../app/domain/lists/list-browser.server.ts";
import { createList } from "../app/domain/lists/list-commands.server.ts";
import { listFilesOf } from "../app/domain/photos/store.server.ts";
import { cancelUpload } from "../app/domain/photos/uploads/uploads.server.ts";
import { answerLinks } from "../app/domain/questions/question-links.server.ts";
import { alertLinks } from "../app/domain/search/alerts/alert-mail.server.ts";
import {
  invitationLinks,
  testimonialLinks,
} from "../app/domain/testimonials/testimonial-links.server.ts";
import { confirmationLinks, reminderStopLinks } from "../app/owner/calendar/reminders.server.ts";
import { alerts } from "../app/platform/db/alert-schema.ts";
import { feeds, seasons } from "../app/platform/db/calendar-schema.ts";
import { lists } from "../app/platform/db/list-schema.ts";
import { planOrders } from "../app/platform/db/order-schema.ts";
import { photos, posts, uploads } from "../app/platform/db/schema.ts";
import { sessions, verifications } from "../app/platform/db/session-schema.ts";
import { testimonials } from "../app/platform/db/testimonial-schema.ts";
import type { createApp } from "../server/app.ts";
import { watch } from "../testing/alerts.ts";
import { cookiesOf } from "../testing/cookies.ts";
import { ordersOf, pixVariables, storeOrder } from "../testing/orders.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { storeQuestion } from "../testing/questions.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../testing/site.ts";
import { pastStay, storeTestimonial, takeNights, testimonialsOf } from "../testing/testimonials.ts";

const secret = "x".repeat(32);

/** Someone who sends requests. */
export interface Actor {
  name: string;
  /** Null for visitors and impostors. */
  user: CurrentUser | null;
  cookie: string | null;
}

/** The site under attack, and everything an attacker could know about it. */
export interface World {
  site: TestSite;
  /** Unlike `site.app`, also serves the built files. */
  app: ReturnType<typeof createApp>;
  owner: Actor;
  other: Actor;
  actors: Actor[];
  /** An advertiser who sends nothing, so none of their rows may change. */
  bystander: CurrentUser;
  /** Id of the bystander's upload, whose file must stay empty. */
  bystanderUpload: string;
  logins: { email: string; password: string }[];
  posts: { id: string; uid: string; version: number }[];
  /** Links in e-mails about some of the advertisers. */
  links: { uid: string; kind: string; token: string }[];
  /** Questions, with the link of each one's letter. */
  questions: { id: string; uid: string; postId: string; token: string }[];
  /** Orders of plans. */
  orders: { id: string; uid: string }[];
  /** Invitations and testimonials, with the codes of their two links. */
  testimonials: { id: string; uid: string; postId: string; invitation: string; link: string }[];
  deletedIds: string[];
  feeds: { id: string; postId: string }[];
  seasons: { id: string; postId: string }[];
  /** Links of alerts. */
  alerts: string[];
  /** Shared lists, with the cookie of their creator. */
  lists: { code: string; cookie: string; postIds: string[] }[];
  /** Photos that no listing has. */
  waiting: { id: string; uid: string }[];
  uploads: { id: string; uid: string }[];
  /** Tokens for setting a new password. */
  tokens: string[];
  /** Sessions to log out. */
  leaving: { token: string; cookie: string }[];
  jpeg: Buffer;
}

export async function openWorld(): Promise<World> {
  const site = await openTestSite({
    RATE_LIMIT_FACTOR: "100000",
    PAGE_CACHE_MB: "16",
    ...pixVariables,
  });
  const built = await import(join(import.meta.dirname, "../build/server/index.js"));
  // Feeds at private addresses fail once the time to connect is over.
  site.calendarFeeds = createCalendarFeeds({
    programDir: process.cwd(),
    allowedHosts: [],
    helpAddress: "http://localhost/comofunciona",
    limits: { ...feedLimits, fetching: { ...feedLimits.fetching, connectMs: 20 } },
  });
  const app = built.createApp(site, resolve(import.meta.dirname, "../build/client"));
  // Their e-mails are confirmed, so no request sends them another link.
  const confirmed = { emailVerified: true };
  const many = { ...confirmed, postsPermitidos: 1_000_000, plano: "profissional" };
  const [owner, other, limited] = [
    await signIn(site, many),
    await signIn(site, many),
    await signIn(site, { ...confirmed, postsPermitidos: 0 }),
  ];
  const bystander = await createUser(site, { postsPermitidos: 5 });
  const actor = (name: string, account: typeof owner): Actor => ({ name, ...account });
  const ownerActor = actor("owner", owner);
  const otherActor = actor("other", other);
  const world: World = {
    site,
    app,
    owner: ownerActor,
    other: otherActor,
    actors: [
      ownerActor,
      otherActor,
      actor("without plan", limited),
      { name: "visitor", user: null, cookie: null },
      { name: "forger", user: null, cookie: forge(owner.cookie) },
      { name: "stranger", user: null, cookie: "mardeminas.session_token=%E0%A4%A.%00" },
    ],
    bystander,
    bystanderUpload: randomUUID(),
    logins: [{ email: owner.user.email, password: owner.password }],
    posts: [],
    links: [],
    questions: [],
    orders: [],
    testimonials: [],
    deletedIds: [],
    feeds: [],
    seasons: [],
    alerts: [],
    lists: [],
    waiting: [],
    uploads: [],
    tokens: [],
    leaving: [],
    jpeg: await makeJpeg(24, 16),
  };
  const photo = await addWaitingPhoto(site, bystander.uid);
  const input = listingInput({ title: "Do vizinho" });
  const published = await createListing(site.db, bystander.uid, input, [photo]);
  if (!published.ok) throw new Error(published.message);
  await addWaitingPhoto(site, bystander.uid);
  await addUpload(world);
  await refill(world);
  return world;
}

/** Makes a cookie of someone else's by changing its signature. */
function forge(cookie: string): string {
  return cookie.replace(/session_token=([^.]*)\.(.)/, (_, token, sign) => {
    return `session_token=${token}.${sign === "A" ? "B" : "A"}`;
  });
}

async function addWaitingPhoto(site: TestSite, uid: string): Promise<string> {
  const id = await createWaitingPhoto(site, uid);
  const key = `imoveis/${uid}/images/0/${id}-foto`;
  const files = listFilesOf({ key, widths: [400, 800, 1600], cover: false });
  for (const file of files) await site.photoStore.disk.put(file, "foto");
  return id;
}

/** Adds an upload of which no bytes have arrived. */
async function addUpload({ site, bystander, bystanderUpload: id }: World): Promise<void> {
  const draftId = randomUUID();
  await site.db.insert(uploads).values({ id, uid: bystander.uid, draftId, filename: "foto.jpg" });
  const file = join(site.dataDir, "envios", id);
  await writeFile(file, "");
  await writeFile(
    `${file}.json`,
    JSON.stringify({ id, size: 100, offset: 0, metadata: { draft: draftId } }),
  );
}

/** Adds and removes rows so that valid requests stay possible, and updates the known ids. */
export async function refill(world: World): Promise<void> {
  const { site } = world;
  const { db, photoStore } = site;
  for (const { user } of [world.owner, world.other]) {
    if (!user) continue;
    const own = await db
      .select()
      .from(posts)
      .where(eq(posts.uid, user.uid))
      .orderBy(posts.createdAt);
    for (const { id } of own.slice(0, Math.max(own.length - 12, 0))) {
      await deleteListing(db, photoStore, user.uid, id);
    }
    const begun = await db.select().from(uploads).where(eq(uploads.uid, user.uid));
    for (const { id } of begun.slice(6)) await cancelUpload(db, photoStore, user.uid, id);
    const free = await db
      .select({ id: photos.id })
      .from(photos)
      .where(and(eq(photos.uid, user.uid), isNull(photos.postId)));
    for (const { id } of free.slice(30)) await cancelUpload(db, photoStore, user.uid, id);
    for (let n = free.length; n < 15; n++) await addWaitingPhoto(site, user.uid);
    for (let n = own.length; n < 4; n++) {
      const photo = await addWaitingPhoto(site, user.uid);
      const added = await createListing(db, user.uid, listingInput(), [photo]);
      // Every other ad is checked, so that most edits would end its check.
      if (added.ok && n % 2 === 0) await db.transaction((tx) => startCheck(tx, added.id));
    }
  }
  await addCalendars(site);
  world.feeds = await db.select({ id: feeds.id, postId: feeds.postId }).from(feeds);
  world.seasons = await db.select({ id: seasons.id, postId: seasons.postId }).from(seasons);
  world.deletedIds = ["00000000-0000-4000-8000-000000000000"];
  world.posts = await db
    .select({ id: posts.id, uid: posts.uid, version: posts.version })
    .from(posts);
  world.links = await signLinks(world);
  world.alerts = await addAlerts(site);
  await refillQuestions(world);
  world.orders = await addOrders(world);
  world.testimonials = await addTestimonials(world);
  await refillLists(world);
  world.waiting = await db
    .select({ id: photos.id, uid: photos.uid })
    .from(photos)
    .where(isNull(photos.postId));
  world.uploads = await db.select({ id: uploads.id, uid: uploads.uid }).from(uploads);
  while (world.tokens.length < 2) world.tokens.push(await addResetLink(site));
  while (world.leaving.length < 2) {
    world.leaving.push(await addSession(site, world.other.user?.uid ?? ""));
  }
  // Log in actors whose own requests logged them out.
  const alive = await db.select({ token: sessions.token }).from(sessions);
  for (const actor of world.actors) {
    const isIn = alive.some(({ token }) => actor.cookie?.includes(token));
    if (actor.user && !isIn) actor.cookie = (await addSession(site, actor.user.uid)).cookie;
  }
}

/** Gives listings without them a season, an emptied feed, and an address for their own calendar. */
async function addCalendars({ db }: TestSite): Promise<void> {
  await db.execute(sql`
    update posts set "calendarToken" = md5(id::text) where "calendarToken" is null`);
  await db.execute(sql`
    insert into seasons ("postId", temporada, de, ate, "valorFds")
    select id, 'Carnaval', '2027-02-05', '2027-02-10', '900' from posts
    where not exists (select from seasons where "postId" = posts.id)`);
  // Each feed is at a host of its own, so that readings need not wait for each other.
  await db.execute(sql`
    insert into feeds ("postId", nome, endereco, nights, "emptySince")
    select id, 'Airbnb', 'http://10.' || array_to_string(array(
      select get_byte(uuid_send(id), place) from generate_series(0, 2) as place), '.') || '/a.ics',
      '{[2027-04-01,2027-04-03)}', now() from posts
    where not exists (select from feeds where "postId" = posts.id)`);
}

/** Gives some listings a question. */
async function refillQuestions(world: World): Promise<void> {
  const { site, posts } = world;
  for (const { id: postId, uid } of posts.slice(0, 6)) {
    if (world.questions.some((each) => each.postId === postId)) continue;
    const question = await storeQuestion(site, { uid, postId });
    const token = await site.signedLinks.sign(site.db, answerLinks, question.id);
    world.questions.push({ id: question.id, uid, postId, token });
  }
}

/** Gives some listings a past stay with an invitation, and a testimonial; returns what they have. */
async function addTestimonials({ site, posts }: World): Promise<World["testimonials"]> {
  const { db, signedLinks } = site;
  const found: World["testimonials"] = [];
  for (const { id: postId, uid } of posts.slice(0, 6)) {
    const had = await testimonialsOf(site, postId);
    await takeNights(site, postId, pastStay);
    if (had.length === 0)
      await storeTestimonial(site, postId, { entrada: "2026-01-02", saida: "2026-01-04" });
    if (!had.some(({ writtenAt }) => writtenAt === null)) {
      await db.insert(testimonials).values({ postId, ...pastStay });
    }
    for (const { id } of await testimonialsOf(site, postId)) {
      const invitation = await signedLinks.sign(db, invitationLinks, id);
      const link = await signedLinks.sign(db, testimonialLinks, id);
      found.push({ id, uid, postId, invitation, link });
    }
  }
  return found;
}

async function refillLists(world: World): Promise<void> {
  const { db } = world.site;
  const rows = await db.select({ code: lists.code }).from(lists);
  const codes = new Set(rows.map(({ code }) => code));
  world.lists = world.lists.filter(({ code }) => codes.has(code));
  const postIds = world.posts.slice(0, 3).map(({ id }) => id);
  const plan = { nome: "Virada", entrada: null, saida: null, pessoas: 8 };
  while (world.lists.length < 3) {
    const browser = createListBrowser();
    const created = await createList(db, { key: browser.key, day: today() }, plan, postIds);
    if (!created.ok) throw new Error(created.message);
    const cookie = cookiesOf(new Response(null, { headers: await rememberListBrowser(browser) }));
    world.lists.push({ code: created.code, cookie, postIds });
  }
}

async function addResetLink(site: TestSite): Promise<string> {
  const { user } = await signIn(site);
  const token = randomBytes(24).toString("base64url");
  await site.db.insert(verifications).values({
    identifier: `reset-password:${token}`,
    value: user.uid,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return token;
}

async function addSession(
  site: TestSite,
  userId: string,
): Promise<{ token: string; cookie: string }> {
  const token = randomUUID().replaceAll("-", "");
  await site.db.insert(sessions).values({
    userId,
    token,
    // A full session; a shorter one would be renewed on use.
    expiresAt: new Date(Date.now() + 30 * 86_400_000),
  });
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  const value = encodeURIComponent(`${token}.${signature}`);
  return { token, cookie: `mardeminas.session_token=${value}` };
}

async function signLinks({ site, posts }: World): Promise<World["links"]> {
  const links: World["links"] = [];
  for (const { id, uid } of posts.slice(0, 10)) {
    for (const kind of [confirmationLinks, reminderStopLinks, numbersStopLinks]) {
      const token = await site.signedLinks.sign(
        site.db,
        kind,
        kind === confirmationLinks ? id : uid,
      );
      links.push({ uid, kind: kind.name, token });
    }
  }
  return links;
}

/** Gives advertisers an order whose payment nobody has reported; returns all. */
async function addOrders({ site, owner, other, bystander }: World): Promise<World["orders"]> {
  for (const user of [owner.user, other.user, bystander]) {
    if (!user) continue;
    const orders = await ordersOf(site, user.uid);
    if (!orders.some(({ reportedPaidAt }) => !reportedPaidAt)) await storeOrder(site, user.uid);
  }
  return site.db.select({ id: planOrders.id, uid: planOrders.uid }).from(planOrders);
}

/** Adds alerts until there are a few; returns their links. */
async function addAlerts({ db, signedLinks }: TestSite): Promise<string[]> {
  const known = await db.$count(alerts);
  for (let n = known; n < 4; n++) {
    await watch(db, { email: `bia${n}@example.com`, isConfirmed: n % 2 === 0 });
  }
  const rows = await db.select({ id: alerts.id }).from(alerts).limit(8);
  return Promise.all(rows.map(({ id }) => signedLinks.sign(db, alertLinks, id)));
}
