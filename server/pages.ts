import type { Context } from "hono";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { identityContext, type RequestIdentity } from "../app/accounts/auth.server.ts";
import { isOneVisitors, readSession, sendCookies } from "../app/accounts/session.server.ts";
import { isDatabaseAway } from "../app/db/client.server.ts";
import { senderContext } from "../app/mail/sender.server.ts";
import { photoStoreContext } from "../app/photos/store.server.ts";
import { retryAfterSeconds } from "../app/site/outage.server.ts";
import { type RequestSite, siteContext } from "../app/site/site.server.ts";
import {
  clientAddress,
  countedAddress,
  pathAndQuery,
  requestAt,
  requestOrigin,
} from "./client-address.ts";
import { answerWith, type FinishedPage, finishPage } from "./finished-page.ts";
import { pageDay } from "./page-day.ts";
import type { RequestedPage } from "./public-pages.ts";
import type { LogEnv } from "./request-log.ts";
import { securityHeaders } from "./security-headers.ts";
import type { Site } from "./site.ts";

const renderRoutes = createRequestHandler(
  () => import("virtual:react-router/server-build"),
  import.meta.env.MODE,
);

/** The requester, as far as a page depends on them. */
interface Viewer extends Omit<RequestIdentity, "auth"> {
  /** The address of their connection, as rate limits count it. */
  clientAddress: string;
  log: Logger;
}

async function render(
  site: Site,
  request: Request,
  siteUrl: string,
  { user, sessionError, clientAddress, log }: Viewer,
): Promise<Response> {
  const { db, mailedSiteUrl, contact, retentionDays, rateLimits } = site;
  const requestSite: RequestSite = {
    db,
    log,
    siteUrl,
    mailedSiteUrl,
    contact,
    retentionDays,
    rateLimits,
    clientAddress,
    isDatabaseAway: false,
  };
  const context = new RouterContextProvider();
  context.set(siteContext, requestSite);
  context.set(identityContext, { auth: site.auth, user, sessionError });
  context.set(senderContext, site.sender);
  context.set(photoStoreContext, site.photoStore);
  const response = await renderRoutes(request, context);
  const isAway = requestSite.isDatabaseAway && response.status === 500;
  const status = isAway ? 503 : response.status;
  if (status !== 503) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", String(retryAfterSeconds));
  return new Response(response.body, { status, headers });
}

/**
 * Answers requests for pages. A public page asked for without a session comes from the cache, or is
 * rendered from its address alone: nothing of the person who asks reaches it.
 */
export function createPageHandler(site: Site): (c: Context<LogEnv>) => Promise<Response> {
  return async function answerPage(c) {
    const origin = originOf(c, site);
    const { method } = c.req;
    const log = c.get("log");
    const shared = findSharedPage(site, {
      method,
      pathAndQuery: pathAndQuery(c.req.raw),
      cookie: c.req.header("Cookie"),
    });
    if (shared) {
      const page = await loadSharedPage(site, shared, origin, log);
      const answer = answerWith(page, {
        method,
        acceptEncoding: c.req.header("Accept-Encoding"),
        ifNoneMatch: c.req.header("If-None-Match"),
      });
      return new Response(answer.body && new Uint8Array(answer.body), {
        status: answer.status,
        headers: pairs(answer.headers),
      });
    }

    const request = requestAt(origin, c.req.raw);
    const { headers, ...session } = await findSession(site, request);
    const counted = countedAddress(clientAddress(c, site.trustedProxies));
    const response = await render(site, request, origin, {
      ...session,
      clientAddress: counted,
      log,
    });
    const answer = new Response(response.body, response);
    sendCookies(answer.headers, headers, origin.startsWith("https:"));
    if (!answer.headers.has("Cache-Control")) {
      answer.headers.set("Cache-Control", "private, no-cache");
    }
    return answer;
  };
}

/** The session of a request; while the database is away, the reason why there is none. */
async function findSession(
  site: Site,
  request: Request,
): Promise<Pick<Viewer, "user" | "sessionError"> & { headers: Headers }> {
  try {
    return await readSession(site.auth, request.headers);
  } catch (sessionError) {
    if (!isDatabaseAway(sessionError)) throw sessionError;
    return { user: null, sessionError, headers: new Headers() };
  }
}

/** The page that is the same for all who ask like this; null where it is one visitor's own. */
export function findSharedPage(
  site: Pick<Site, "pageCache" | "publicPages">,
  asked: { method: string; pathAndQuery: string; cookie: string | undefined },
): RequestedPage | null {
  if (!site.pageCache || (asked.method !== "GET" && asked.method !== "HEAD")) return null;
  if (asked.cookie && isOneVisitors(asked.cookie)) return null;
  return site.publicPages.find(asked.pathAndQuery);
}

/** The key of a public page today, seen at this origin. */
export function keyOf(page: RequestedPage, origin: string, now: number): string {
  return `${pageDay(now)} ${origin}${page.address}`;
}

async function loadSharedPage(
  site: Site,
  page: RequestedPage,
  origin: string,
  log: Logger,
): Promise<FinishedPage> {
  const renderOnce = async () => {
    const request = new Request(origin + page.address);
    const response = await render(site, request, origin, { user: null, clientAddress: "", log });
    // Asked for again each time, and mostly answered that nothing has changed.
    return finishPage(response, { ...securityHeaders(site.siteUrl), "Cache-Control": "no-cache" });
  };
  if (!site.pageCache) return renderOnce();
  return site.pageCache.load(keyOf(page, origin, Date.now()), page, renderOnce);
}

/** The site's address as this request reaches it, without a slash at its end. */
export function originOf(c: Context, site: Pick<Site, "siteUrl" | "trustedProxies">): string {
  return site.siteUrl ?? requestOrigin(c, site.trustedProxies);
}

function pairs(list: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index < list.length; index += 2) {
    found.push([list[index] ?? "", list[index + 1] ?? ""]);
  }
  return found;
}
