import { eq } from "drizzle-orm";
import { afterAll } from "vitest";
import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { feeds } from "../app/platform/db/calendar-schema.ts";
import { cookiesOf } from "./cookies.ts";
import { type FeedHost, startFeedHost } from "./feed-host.ts";
import { publishOwnAd } from "./own-ad.ts";
import { shareTestSite, type TestSite } from "./site.ts";

export const soon = (days: number) => addDays(today(), days);

export interface FeedOwner {
  site: TestSite;
  other: FeedHost;
  id: string;
  uid: string;
  cookie: string;
}

/** Shares one site and one feed host among the tests of a file; each call opens another owner. */
export async function shareFeedSite(
  env: Record<string, string> = {},
): Promise<() => Promise<FeedOwner>> {
  const other = await startFeedHost((stop) => afterAll(stop));
  const sharedSite = shareTestSite({
    CALENDAR_HOSTS: other.host,
    SITE_URL: "https://mardeminas.example",
    ...env,
  });
  return async () => ({ site: sharedSite(), other, ...(await publishOwnAd(sharedSite())) });
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

export function connect(owner: Omit<FeedOwner, "other">, endereco: string) {
  return send(owner, { intent: "conectar", endereco });
}

/** Returns the page that answers a form, or that the answer leads to, with its message about the form. */
export async function readAnswer({ site, cookie }: FeedOwner, answer: Response): Promise<string> {
  const location = answer.headers.get("Location");
  if (!location) return answer.text();
  const headers = { Cookie: `${cookie}; ${cookiesOf(answer)}` };
  return (await site.app.request(location, { headers })).text();
}

export function rowsOf({ site, id }: Pick<FeedOwner, "site" | "id">) {
  return site.db.select().from(feeds).where(eq(feeds.postId, id)).orderBy(feeds.createdAt);
}

export async function onlyRow(owner: FeedOwner) {
  const [row] = await rowsOf(owner);
  if (!row) throw new Error("no feed");
  return row;
}

export function buttonOf(html: string, night: string): string | undefined {
  return html.match(new RegExp(`<button[^>]*data-dia="${night}"[^>]*>`))?.[0];
}
