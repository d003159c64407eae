import { type Context, Hono } from "hono";
import { hasSession } from "../app/domain/accounts/session.server.ts";
import { hasFlash } from "../app/platform/web/flash-cookie.server.ts";
import {
  type FinishedPage,
  finishPage,
  sendPage,
} from "../app/platform/web/pages/finished-page.server.ts";
import type { RequestedPage } from "../app/platform/web/pages/route-table.server.ts";
import { pathAndQuery } from "./client-address.ts";
import type { Site } from "./create-site.ts";
import { originOf, respondToError, runPage } from "./pages.ts";
import { beginRequest, endRequest, type RequestEnv, requestLog } from "./request-log.ts";
import { closedPolicy, securityHeaders } from "./security-headers.ts";

const nobody = { user: null, sessionId: null, clientAddress: "" };

/**
 * Serves pages that are the same for everyone from the cache or rendered from their address alone, so that
 * nothing about the requester can reach them; passes other requests to `app`.
 */
export function servePublicPages(site: Site, app: Hono<RequestEnv>): Hono<RequestEnv> {
  const { pageCache } = site;
  if (!pageCache) return app;

  /**
   * Not a promise if the cache has the page: behind promises, cached pages lose a fifth of their
   * throughput (decision 014).
   */
  const finishedPageFor = (
    c: Context<RequestEnv>,
    requested: RequestedPage,
  ): FinishedPage | Promise<FinishedPage> => {
    const origin = originOf(c, site);
    const key = origin + requested.address;
    return (
      pageCache.find(key) ??
      pageCache.load(key, requested, async (dependOn) => {
        const request = new Request(origin + requested.address);
        const response = await runPage(site, request, {
          ...nobody,
          siteUrl: origin,
          log: requestLog(site.log, c.get("request")),
          dependOn,
        });
        return finishPage(response, publicHeaders(site, response));
      })
    );
  };

  const front = new Hono<RequestEnv>();
  front.all("*", (c): Response | Promise<Response> => {
    const pass = () => app.fetch(c.req.raw, c.env);
    const requested = findPublicPage(site, c);
    const cookies = c.req.header("Cookie") ?? "";
    if (!requested || hasFlash(cookies)) return pass();
    c.set("request", beginRequest(c.req, requested.route));
    // A paused ad is missing from the shared page; the app shows it to its owner.
    const answer = (page: FinishedPage) =>
      page.status === 404 && hasSession(cookies) ? pass() : send(site, c, page);
    const page = finishedPageFor(c, requested);
    return page instanceof Promise ? page.then(answer) : answer(page);
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
  return site.routeTable.findPublicPage(pathAndQuery(c.req.raw));
}

function send(site: Site, c: Context<RequestEnv>, page: FinishedPage): Response {
  const watched = c.get("request");
  const response = sendPage(page, {
    id: watched.id,
    method: watched.method,
    acceptEncoding: c.req.header("Accept-Encoding"),
    ifNoneMatch: c.req.header("If-None-Match"),
  });
  endRequest(site, watched, response.status);
  return response;
}

/** Browsers revalidate public pages each time, mostly with a 304. */
function publicHeaders({ siteUrl }: Site, response: Response): Record<string, string> {
  return {
    ...securityHeaders(siteUrl),
    // Only documents have a policy of their own; a redirect loads nothing.
    "Content-Security-Policy": response.headers.get("Content-Security-Policy") ?? closedPolicy,
    "Cache-Control": "no-cache",
  };
}
