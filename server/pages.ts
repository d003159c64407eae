import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { identityContext, type RequestIdentity } from "../app/accounts/auth.server.ts";
import { isOneVisitors, readSession, sendCookies } from "../app/accounts/session.server.ts";
import { senderContext } from "../app/mail/sender.server.ts";
import { photoStoreContext } from "../app/photos/store.server.ts";
import { logFailure, retryAfterSeconds } from "../app/site/outage.server.ts";
import { type RequestSite, siteContext } from "../app/site/site.server.ts";
import {
  clientAddress,
  countedAddress,
  pathAndQuery,
  requestAt,
  requestOrigin,
} from "./client-address.ts";
import { finishPage, sendPage } from "./finished-page.ts";
import { pageDay } from "./page-day.ts";
import type { RequestedPage } from "./public-pages.ts";
import { type RequestEnv, requestLog } from "./request-log.ts";
import { closedPolicy, securityHeaders } from "./security-headers.ts";
import type { Site } from "./site.ts";

const renderRoutes = createRequestHandler(
  () => import("virtual:react-router/server-build"),
  import.meta.env.MODE,
);

interface Viewer extends Omit<RequestIdentity, "auth" | "headers"> {
  /** As rate limits count it. */
  clientAddress: string;
  log: Logger;
}

async function render(
  site: Site,
  request: Request,
  siteUrl: string,
  { clientAddress, log, ...identity }: Viewer,
): Promise<Response> {
  const { db, mailedSiteUrl, contact, retentionDays, rateLimits } = site;
  let failureStatus: 500 | 503 = 500;
  const requestSite: RequestSite = {
    db,
    log,
    siteUrl,
    mailedSiteUrl,
    contact,
    retentionDays,
    rateLimits,
    clientAddress,
    reportFailure(error) {
      failureStatus = logFailure(log, error, "page failed");
    },
  };
  const context = new RouterContextProvider();
  context.set(siteContext, requestSite);
  context.set(identityContext, { auth: site.auth, headers: request.headers, ...identity });
  context.set(senderContext, site.sender);
  context.set(photoStoreContext, site.photoStore);
  const response = await renderRoutes(request, context);
  const status = response.status === 500 ? failureStatus : response.status;
  if (status !== 503) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", String(retryAfterSeconds));
  return new Response(response.body, { status, headers });
}

/**
 * Serves pages that are the same for every visitor, from the cache or rendered from their address
 * alone, so that nothing about the requester can reach them.
 */
export function serveSharedPage(site: Site): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const requested = c.get("sharedPage");
    if (!site.pageCache || !requested) return next();
    const origin = originOf(c, site);
    const page = await site.pageCache.load(keyOf(requested, origin), requested, async () => {
      const request = new Request(origin + requested.address);
      const viewer = { user: null, clientAddress: "", log: requestLog(site.log, c) };
      const response = await render(site, request, origin, viewer);
      return finishPage(response, sharedHeaders(site, response));
    });
    return sendPage(page, {
      id: c.get("requestId"),
      method: c.req.method,
      acceptEncoding: c.req.header("Accept-Encoding"),
      ifNoneMatch: c.req.header("If-None-Match"),
    });
  };
}

/** Renders a page for one requester. */
export function servePage(site: Site): (c: Context<RequestEnv>) => Promise<Response> {
  return async (c) => {
    const origin = originOf(c, site);
    const request = requestAt(origin, c.req.raw);
    const { headers, ...session } = await findSession(site, request);
    const response = await render(site, request, origin, {
      ...session,
      clientAddress: countedAddress(clientAddress(c, site.trustedProxies)),
      log: requestLog(site.log, c),
    });
    const answer = new Response(response.body, response);
    sendCookies(answer.headers, headers, origin.startsWith("https:"));
    if (!answer.headers.has("Cache-Control")) {
      answer.headers.set("Cache-Control", "private, no-cache");
    }
    return answer;
  };
}

/** The session, or the error that kept it from being read. */
async function findSession(
  site: Site,
  request: Request,
): Promise<Pick<Viewer, "user" | "sessionError"> & { headers: Headers }> {
  try {
    return await readSession(site.auth, request.headers);
  } catch (sessionError) {
    return { user: null, sessionError, headers: new Headers() };
  }
}

export function findSharedPage(site: Site, c: Context): RequestedPage | null {
  const { method } = c.req;
  if (!site.pageCache || (method !== "GET" && method !== "HEAD")) return null;
  const cookie = c.req.header("Cookie");
  if (cookie && isOneVisitors(cookie)) return null;
  return site.publicPages.find(pathAndQuery(c.req.raw));
}

function keyOf(page: RequestedPage, origin: string): string {
  return `${pageDay(Date.now())} ${origin}${page.address}`;
}

/** Browsers revalidate shared pages each time, mostly with a 304. */
function sharedHeaders({ siteUrl }: Site, response: Response): Record<string, string> {
  return {
    ...securityHeaders(siteUrl),
    // Only documents have their own policy; page data loads nothing.
    "Content-Security-Policy": response.headers.get("Content-Security-Policy") ?? closedPolicy,
    "Cache-Control": "no-cache",
  };
}

export function originOf(c: Context, site: Pick<Site, "siteUrl" | "trustedProxies">): string {
  return site.siteUrl ?? requestOrigin(c, site.trustedProxies);
}
