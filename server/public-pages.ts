import { type Context, Hono } from "hono";
import { mayBePersonal } from "../app/accounts/session.server.ts";
import { pathAndQuery } from "./client-address.ts";
import { type FinishedPage, finishPage, sendPage } from "./finished-page.ts";
import { pageHalfDay } from "./page-half-day.ts";
import { originOf, renderPage, respondToError } from "./pages.ts";
import { beginRequest, endRequest, type RequestEnv, requestLog } from "./request-log.ts";
import type { RequestedPage } from "./route-table.ts";
import { closedPolicy, securityHeaders } from "./security-headers.ts";
import type { Site } from "./site.ts";

/**
 * Serves pages that are the same for every visitor, from the cache or rendered from their address
 * alone, so that nothing about the requester can reach them; passes other requests to `app`.
 */
export function servePublicPages(site: Site, app: Hono<RequestEnv>): Hono<RequestEnv> {
  const { pageCache } = site;
  if (!pageCache) return app;
  const front = new Hono<RequestEnv>();
  front.all("*", (c): Response | Promise<Response> => {
    const requested = findPublicPage(site, c);
    if (!requested) return app.fetch(c.req.raw, c.env);
    const watched = beginRequest(c.req, requested.route);
    c.set("request", watched);
    const origin = originOf(c, site);
    const send = (page: FinishedPage) => {
      const response = sendPage(page, {
        id: watched.id,
        method: watched.method,
        acceptEncoding: c.req.header("Accept-Encoding"),
        ifNoneMatch: c.req.header("If-None-Match"),
      });
      endRequest(site, watched, response.status);
      return response;
    };
    const key = `${pageHalfDay(Date.now())} ${origin}${requested.address}`;
    // Synchronously: behind promises, cached pages lose a fifth of their throughput (decision 014).
    const cached = pageCache.find(key);
    if (cached) return send(cached);
    return pageCache
      .load(key, requested, async (dependOn) => {
        const request = new Request(origin + requested.address);
        const log = requestLog(site.log, watched);
        const visitor = { user: null, sessionId: null, clientAddress: "", log };
        const response = await renderPage(site, request, origin, visitor, dependOn);
        return finishPage(response, publicHeaders(site, response));
      })
      .then(send);
  });
  front.onError(async (error, c) => {
    const watched = c.get("request");
    const response = respondToError(site, error, c);
    response.headers.set("X-Request-Id", watched.id);
    endRequest(site, watched, response.status);
    return response;
  });
  return front;
}

function findPublicPage(site: Site, c: Context): RequestedPage | null {
  const { method } = c.req;
  if (method !== "GET" && method !== "HEAD") return null;
  const cookie = c.req.header("Cookie");
  if (cookie && mayBePersonal(cookie)) return null;
  return site.routeTable.findPublicPage(pathAndQuery(c.req.raw));
}

/** Browsers revalidate public pages each time, mostly with a 304. */
function publicHeaders({ siteUrl }: Site, response: Response): Record<string, string> {
  return {
    ...securityHeaders(siteUrl),
    // Only documents have their own policy; page data loads nothing.
    "Content-Security-Policy": response.headers.get("Content-Security-Policy") ?? closedPolicy,
    "Cache-Control": "no-cache",
  };
}
