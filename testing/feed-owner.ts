import { eq } from "drizzle-orm";
import { afterAll, onTestFinished } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { feeds } from "../app/db/calendar-schema.ts";
import { posts } from "../app/db/schema.ts";
import { createCalendarFeeds, type FeedLimits } from "../app/feeds/calendar-feeds.server.ts";
import { publish } from "./caching-site.ts";
import { type FeedHost, startFeedHost } from "./feed-host.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "./site.ts";

export const soon = (days: number) => addDays(today(), days);

export interface FeedOwner {
  site: TestSite;
  other: FeedHost;
  id: string;
  uid: string;
  cookie: string;
}

/** Shares one site and one feed host among the tests of a file; each call opens another owner. */
export async function shareFeedSite(): Promise<() => Promise<FeedOwner>> {
  const other = await startFeedHost((stop) => afterAll(stop));
  const sharedSite = shareTestSite({
    CALENDAR_HOSTS: other.host,
    SITE_URL: "https://mardeminas.example",
  });
  return async () => ({ site: sharedSite(), other, ...(await publishOwn(sharedSite())) });
}

export async function publishOwn(site: TestSite) {
  const { user, cookie } = await signIn(site);
  const { id } = await publish(site, { unavailableDays: [] });
  await site.db.update(posts).set({ uid: user.uid }).where(eq(posts.id, id));
  return { id, uid: user.uid, cookie };
}

/** Opens an owner on a site of their own, with a feed host that nobody else reads from. */
export async function openOwnerAlone(env: Record<string, string> = {}): Promise<FeedOwner> {
  const other = await startFeedHost();
  const site = await openTestSite({ CALENDAR_HOSTS: other.host, ...env });
  return { site, other, ...(await publishOwn(site)) };
}

export function send(
  { site, id, cookie }: Omit<FeedOwner, "other">,
  fields: Record<string, string>,
) {
  return site.app.request(`/posts/${id}/calendario`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

export function connect(owner: Omit<FeedOwner, "other">, endereco: string, nome = "") {
  return send(owner, { intent: "conectar", endereco, nome });
}

export function rowsOf({ site, id }: Pick<FeedOwner, "site" | "id">) {
  return site.db.select().from(feeds).where(eq(feeds.postId, id)).orderBy(feeds.createdAt);
}

/** Changes the limits of readings until the test ends. */
export function limitReadings({ site, other }: FeedOwner, limits: FeedLimits): void {
  const { calendarFeeds } = site;
  site.calendarFeeds = createCalendarFeeds({
    programDir: process.cwd(),
    allowedHosts: [other.host],
    helpAddress: "https://mardeminas.example/comofunciona",
    limits,
  });
  onTestFinished(() => {
    site.calendarFeeds = calendarFeeds;
  });
}

export async function onlyRow(owner: FeedOwner) {
  const [row] = await rowsOf(owner);
  if (!row) throw new Error("no feed");
  return row;
}

export function buttonOf(html: string, night: string): string | undefined {
  return html.match(new RegExp(`<button[^>]*data-dia="${night}"[^>]*>`))?.[0];
}
